import type { Project, ProjectTab } from '../../../src/contract/projects';
import type { ProjectOrder } from '../../../src/app/projects/projectOrder';
import {
  orderChosen,
  projectArrived,
  projectCreated,
  projectListArrived,
  projectListLeft,
  searchTyped,
} from '../../../src/app/projects/projectsSlice';
import type { ProjectState } from '../../../src/app/projects/projectMachine';
import {
  type ProjectPageState,
  selectAccessWaiting,
  selectDeleting,
  selectNewProjectId,
  selectProject,
  selectProjectCounts,
  selectProjectListPhase,
  selectProjectPage,
  selectShownProjects,
  selectSomethingSyncing,
} from '../../../src/app/projects/projectsSelectors';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { createAppStore } from '../../../src/app/store';
import { networkGone, projectOf, stateWith } from '../../fixtures/appState';
import { fakePorts, settled } from '../../fixtures/fakePorts';

const tab = (parts: Partial<ProjectTab>) => ({ ...projectOf().tabs[0], ...parts }) as ProjectTab;
const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`;

const projects: Project[] = [
  projectOf({
    id: 'c',
    title: 'Crème 10',
    createdAt: at(3),
    syncedAt: at(3),
    requests: { week: [0, 0, 0, 0, 0, 0, 4] },
    tabs: [tab({ title: 'Beans', rows: 10 })],
  }),
  projectOf({
    id: 'a',
    title: 'crème 9',
    createdAt: at(1),
    syncedAt: null,
    tabs: [tab({ rows: 5 }), tab({ rows: 90 })],
  }),
  projectOf({
    id: 'b',
    title: 'Ägypten',
    createdAt: at(2),
    syncedAt: at(5),
    requests: { week: [5, 1, 0, 0, 0, 0, 0] },
    tabs: [tab({ rows: 1, published: false })],
  }),
];

const after = (...events: Parameters<typeof rootReducer>[1][]) => events.reduce<RootState>(rootReducer, stateWith());
const ids = (state: RootState) => selectShownProjects(state).map(({ id }) => id);
const list = projectListArrived(projects);

it('projects are sorted newest first, whatever the order of the server', () => {
  expect(ids(after(list))).toEqual(['c', 'b', 'a']);
});

it.each<[ProjectOrder, string[]]>([
  ['newest', ['c', 'b', 'a']],
  ['lastSynced', ['b', 'c', 'a']],
  ['name', ['b', 'a', 'c']],
  ['requests', ['b', 'c', 'a']],
  ['rows', ['a', 'c', 'b']],
])('projects are sorted by %s', (order, expected) => {
  expect(ids(after(list, orderChosen(order)))).toEqual(expected);
});

it.each([
  ['', ['c', 'b', 'a']],
  ['creme', ['c', 'a']],
  ['  BEANS ', ['c']],
  ['agypten', ['b']],
  ['tea', []],
])('projects are found by "%s" in titles and names of tabs', (search, expected) => {
  expect(ids(after(list, searchTyped(search)))).toEqual(expected);
});

it('all projects are counted during a search', () => {
  expect(selectProjectCounts(after(list, searchTyped('tea')))).toEqual({
    projects: 3,
    endpoints: 3,
    requests: 10,
  });
});

it('a new project is on top, marked until the list is left', () => {
  const made = projectOf({ id: 'd', createdAt: at(9) });
  const state = after(list, projectCreated(made));
  expect(ids(state)).toEqual(['d', 'c', 'b', 'a']);
  expect(selectNewProjectId(state)).toBe('d');
  expect(selectNewProjectId(rootReducer(state, projectListLeft()))).toBeNull();
});

it('a project appears once if its sheet had a project already', () => {
  expect(ids(after(list, projectCreated({ ...projects[1], revision: 2 } as Project)))).toEqual(['c', 'b', 'a']);
});

it('a single project is not the whole list', () => {
  const state = after(projectArrived(projectOf()));
  expect(ids(state)).toEqual([]);
  expect(ids(rootReducer(state, list))).toEqual(['c', 'b', 'a']);
});

it('the projects are memoized', () => {
  const state = after(list);
  expect(selectShownProjects(state)).toBe(selectShownProjects({ ...state, session: { ...state.session } }));
});

it('the list is busy as soon as one project syncs', () => {
  const busy = (...shown: Project[]) => selectSomethingSyncing(after(projectListArrived(shown)));
  const live = projectOf({ id: 'a' });
  expect([busy(live), busy(live, projectOf({ id: 'b', status: 'syncing' }))]).toEqual([false, true]);
});

it.each([
  [{ phase: 'idle' }, 'loading'],
  [{ phase: 'loading' }, 'loading'],
  [{ phase: 'ready', ids: [] }, 'ready'],
] as const)('a list in %j is shown as %s', (list, phase) => {
  expect(selectProjectListPhase(stateWith({ projects: { ...stateWith().projects, list } }))).toBe(phase);
});

const project = projectOf();
const { failure } = networkGone();

it.each<[ProjectState, ProjectPageState]>([
  [{ phase: 'unknown' }, { phase: 'loading' }],
  [{ phase: 'known', project }, { phase: 'ready' }],
  [{ phase: 'switching', project, before: 'public' }, { phase: 'ready' }],
  [{ phase: 'deleting', project }, { phase: 'ready' }],
  [{ phase: 'deleted' }, { phase: 'loading' }],
  [{ phase: 'missing' }, { phase: 'missing' }],
  [
    { phase: 'failed', failure },
    { phase: 'failed', failure },
  ],
])('the page of a project in %j is %j', (known, page) => {
  const state = stateWith({ projects: { ...stateWith().projects, byId: { a: known } } });
  expect(selectProjectPage(state, 'a')).toEqual(page);
  expect(selectProject(state, 'a')).toBe('project' in known ? project : undefined);
  expect([selectDeleting(state, 'a'), selectAccessWaiting(state, 'a')]).toEqual([
    known.phase === 'deleting',
    known.phase === 'switching',
  ]);
});

describe('the chosen order', () => {
  it('is newest if the stored order is unknown', async () => {
    const store = createAppStore(fakePorts({ memory: { getItem: () => 'sideways' } }));
    await settled();
    expect(store.getState().projects.order).toBe('newest');
  });

  it('changes even if this browser cannot store it', async () => {
    const refuse = () => {
      throw new Error('storage is switched off');
    };
    const reports: unknown[] = [];
    const store = createAppStore(
      fakePorts({ memory: { getItem: refuse, setItem: refuse }, report: (...what) => reports.push(what) }),
    );
    await settled();
    store.dispatch(orderChosen('rows'));
    expect(store.getState().projects.order).toBe('rows');
    expect(store.getState().app.stopped).toEqual([]);
    expect(reports).toEqual([]);
  });

  it('stays when another person signs in: it belongs to the browser', () => {
    expect(after(orderChosen('name'), sessionEnded({ byChoice: true })).projects.order).toBe('name');
  });
});
