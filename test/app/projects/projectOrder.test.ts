import { deletionInWords } from '../../../src/app/projects/DeleteProjectDialog';
import { projectOrders, sorted } from '../../../src/app/projects/projectOrder';
import { selectProjectListPhase, selectSomethingSyncing } from '../../../src/app/projects/projectsSelectors';
import type { ProjectsState } from '../../../src/app/projects/projectsSlice';
import type { Project } from '../../../src/contract/projects';
import { projectOf, stateWith } from '../../fixtures/appState';

const [tab] = projectOf().tabs as [Project['tabs'][number]];
const day = (id: string, createdAt: string, parts: Partial<Project> = {}) => projectOf({ id, createdAt, ...parts });

describe('projects that are alike', () => {
  const [first, second, third] = [day('a', '2026-01-01'), day('b', '2026-01-01'), day('c', '2026-01-02')] as const;

  it.each(projectOrders)('are the newest first by %s, then by their ids from the last', (order) => {
    const expected = [third, second, first];
    for (const projects of [expected, [first, second, third], [second, third, first]])
      expect(sorted(projects, order)).toEqual(expected);
  });
});

it.each([
  ['name', day('tea10', '2026-01-01', { title: 'Tea 10' }), day('tea9', '2026-01-02', { title: 'Tea 9' })],
  [
    'rows',
    day('few', '2026-01-02', { tabs: [{ ...tab, rows: 1 }] }),
    day('many', '2026-01-01', { tabs: [{ ...tab, rows: 9 }] }),
  ],
] as const)('by %s, whichever came first', (order, one, other) => {
  expect(sorted([one, other], order)).toEqual([other, one]);
  expect(sorted([other, one], order)).toEqual([other, one]);
});

const projectsState = (project: Project, parts: Partial<ProjectsState> = {}) =>
  stateWith({ projects: { ...stateWith().projects, byId: { [project.id]: { phase: 'known', project } }, ...parts } });

describe('what a deletion means', () => {
  const kept = 'The spreadsheet stays where it is.';
  const tabs = (published: number, not = 0) =>
    Array.from({ length: published + not }, (_, at) => ({ ...tab, sheetId: at, published: at < published }));
  const words = (endpoints: number, requests: number, keys?: number) => {
    const project = projectOf({ tabs: tabs(endpoints, 2), requests: { week: [0, 0, 0, 0, 0, requests, 0] } });
    return deletionInWords(project, keys);
  };

  it.each([
    [words(0, 0), kept],
    [words(1, 0), `1 endpoint stops working at once. ${kept}`],
    [words(2, 0), `2 endpoints stop working at once. ${kept}`],
    [words(0, 0, 1), `1 API key stops working at once. ${kept}`],
    [
      words(1, 1, 2),
      `1 endpoint and 2 API keys stop working at once. It answered 1 request in the last 7 days. ${kept}`,
    ],
    [words(2, 9), `2 endpoints stop working at once. They answered 9 requests in the last 7 days. ${kept}`],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected);
  });
});

it('is busy as soon as one of them syncs', () => {
  const [live, syncing] = [day('a', '2026-01-01'), day('b', '2026-01-01', { status: 'syncing' })];
  const byId = { a: { phase: 'known', project: live }, b: { phase: 'known', project: syncing } } as const;
  const busy = (...ids: string[]) =>
    selectSomethingSyncing(projectsState(live, { byId, list: { phase: 'ready', ids } }));
  expect([busy('a'), busy('a', 'b')]).toEqual([false, true]);
});

it.each([
  [{ phase: 'idle' }, 'loading'],
  [{ phase: 'loading' }, 'loading'],
  [{ phase: 'ready', ids: [] }, 'ready'],
] as const)('a list in %j is shown as %s', (list, phase) => {
  expect(selectProjectListPhase(projectsState(projectOf(), { list }))).toBe(phase);
});
