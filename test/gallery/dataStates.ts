import { filterAdded, lookChosen, pageArrived, pageFailed, tabOpened } from '../../src/app/project/rows/endpointSlice';
import { paths } from '../../src/app/paths';
import { projectArrived, projectFailed, projectMissing, projectOpened } from '../../src/app/projects/projectsSlice';
import type { Project } from '../../src/contract/projects';
import { answerOf, rows } from './sampleRows';
import { coffee, unavailable, unreachable } from './samples';
import { after, opened, type ShownState, signedIn, stateAt, tab } from './shownState';

const project = stateAt(paths.project(coffee.id, 'beans'));
const { projectId } = tab;

const first = { ...tab, page: 0 };
const arrived = (data = rows, total = 212, query = '') =>
  pageArrived({ ...first, query, answer: answerOf(data, total) });
const shown = [...opened, tabOpened(tab), arrived()];
const fromPeru = filterAdded({ ...tab, filter: { column: 'origin', operator: 'eq', value: 'Peru' } });
const fromKenya = filterAdded({ ...tab, filter: { column: 'origin', operator: 'eq', value: 'Kenya' } });

const withTab = (parts: Partial<Project['tabs'][number]>): Project => ({
  ...coffee,
  tabs: coffee.tabs.map((one) => (one.sheetId === tab.sheetId ? { ...one, ...parts } : one)),
});
const warned = withTab({
  warnings: [
    { code: 'duplicate_header', detail: 'Two columns are called price. The second one, C1, is price_2 in the API.' },
    { code: 'blank_header', detail: 'The column over G1 has no name. It is column_7 in the API.' },
    { code: 'mixed_types', detail: 'The column price holds numbers and text. It is text in the API.' },
    { code: 'skipped_rows', detail: 'Rows 1 and 2, above the header, are left out.' },
  ],
});
const nothing = { ...answerOf([], 0), columns: [] };

/** What stands in the place of rows has come. */
const NO_ROWS = { see: 'section h2' };

/** A project's page as a whole, and its Data view. */
export const dataStates: readonly ShownState[] = [
  project('project-loading', signedIn),
  project('project-missing', signedIn, projectOpened({ projectId }), projectMissing({ projectId })),
  project('project-error', signedIn, projectOpened({ projectId }), projectFailed({ projectId, failure: unavailable })),
  project('project-data', ...shown),
  project('project-data-loading', ...opened, tabOpened(tab)),
  project('project-data-error', ...opened, tabOpened(tab), pageFailed({ ...first, failure: unreachable })),
  project('project-data-page-error', ...shown, pageFailed({ ...first, page: 1, failure: unreachable })),
  after(project('project-data-json', ...shown, lookChosen('json')), { see: '[role=region][aria-label$=JSON]' }),
  project('project-data-filtered', ...shown, fromKenya, arrived(rows.slice(2, 9), 17, 'origin=Kenya')),
  after(project('project-data-nothing-matches', ...shown, fromPeru, arrived([], 0, 'origin=Peru')), NO_ROWS),
  project('project-data-asking-again', ...shown, fromPeru),
  after(project('project-data-warnings', signedIn, projectArrived(warned), tabOpened(tab), arrived()), {
    see: '[aria-label=Notes]',
  }),
  after(
    project('project-data-empty', signedIn, projectArrived(withTab({ rows: 0 })), tabOpened(tab), arrived([], 0)),
    NO_ROWS,
  ),
  after(
    project(
      'project-data-no-header',
      signedIn,
      projectArrived(withTab({ rows: 0, columns: 0 })),
      tabOpened(tab),
      pageArrived({ ...first, query: '', answer: nothing }),
    ),
    NO_ROWS,
  ),
  after(project('project-data-filter', ...shown), { press: 'Filter' }, { see: '[aria-label=Filter] form' }),
  after(project('project-data-row', ...shown), { key: 'Enter', on: '[role=grid]' }, { see: '[aria-label=Row]' }),
];
