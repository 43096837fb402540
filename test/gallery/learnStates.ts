import { columnsArrived } from '../../src/app/columns/columnsSlice';
import type { Article } from '../../src/app/learn/article';
import { guideOpened, guideSearchTyped } from '../../src/app/learn/learnEvents';
import { guides } from '../../src/app/learn/guideList';
import { guideArrived, guideFailed, learnSlice } from '../../src/app/learn/learnSlice';
import { paths } from '../../src/app/paths';
import { projectListArrived } from '../../src/app/projects/projectsSlice';
import { rootReducer } from '../../src/app/rootReducer';
import { coffee } from './samples';
import { listed, type ShownState, signedIn, stateAt } from './shownState';

learnSlice.injectInto(rootReducer);

/** A guide with a block of each kind. */
const article: Article = {
  title: 'Read, filter and sort',
  minutes: 3,
  lead: ['A GET without parameters returns the first 100 rows in sheet order.'],
  blocks: [
    { kind: 'heading', level: 2, id: 'filter-by-a-column', text: 'Filter by a column' },
    { kind: 'paragraph', inline: ['Where a space is in the way, ', { kind: 'code', text: 'in_stock' }, ' works too.'] },
    {
      kind: 'request',
      request: { method: 'GET', tab: 'beans', ofRow: false, query: [['_limit', '2']], answer: 'rows' },
    },
    {
      kind: 'code',
      language: 'json',
      label: 'Answer',
      pieces: ['{ ', ['"total"', 'key'], ': ', ['6', 'number'], ' }'],
    },
    { kind: 'heading', level: 2, id: 'sort', text: 'Sort' },
    { kind: 'list', ordered: true, items: [['Numbers by value'], ['Blanks last']] },
    {
      kind: 'table',
      head: [['parameter'], ['asks for']],
      rows: [[[{ kind: 'code', text: 'price__gte=15' }], ['15 and above']]],
    },
    {
      kind: 'note',
      inline: ['See ', { kind: 'link', text: 'Column types', to: '/learn/types' }, '.'],
    },
    {
      kind: 'code',
      language: 'js',
      pieces: [['let', 'word'], ' url = ', ['"https://tabpoint.example/v1"', 'string'], ';'],
    },
  ],
};

const slug = 'read';
const index = stateAt(paths.learn);
const guide = stateAt(paths.guide(slug));
const arrived = guideArrived({ slug, article });
const allArrived = guides.map((each) =>
  guideArrived({ slug: each.slug, article: { ...article, lead: [], blocks: [] } }),
);

const answer = { columns: [], first: null };
const known = columnsArrived({ projectId: coffee.id, sheetId: 0, revision: coffee.revision, answer });

/** What the guides show. */
export const learnStates: readonly ShownState[] = [
  index('learn', signedIn),
  index('learn-found', signedIn, guideSearchTyped('sheet'), ...allArrived),
  index('learn-nothing-found', signedIn, guideSearchTyped('tea'), ...allArrived),
  index('learn-texts-failed', signedIn, guideSearchTyped('sheet'), guideFailed({ slug })),
  guide('learn-article', signedIn, projectListArrived([]), arrived),
  guide('learn-article-own', ...listed, known, arrived),
  guide('learn-article-loading', signedIn, guideOpened({ slug })),
  guide('learn-article-failed', signedIn, guideFailed({ slug })),
  stateAt(paths.guide('tea'))('learn-missing', signedIn),
];
