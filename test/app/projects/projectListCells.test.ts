import type { Project } from '../../../src/contract/projects';
import {
  type ProjectList,
  type ProjectListEvents,
  projectListMachine,
} from '../../../src/app/projects/projectListMachine';
import type { ProjectState } from '../../../src/app/projects/projectMachine';
import { projectsSaga } from '../../../src/app/projects/projectsSaga';
import {
  projectArrived,
  projectCreated,
  projectDeleted,
  projectListArrived,
  projectListFailed,
  projectListLeft,
  projectListOpened,
  projectListRetried,
  projectListWanted,
  projectMissing,
  type ProjectsState,
} from '../../../src/app/projects/projectsSlice';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { networkGone, projectOf, signedInState, stateWith, timedOut } from '../../fixtures/appState';
import {
  type CellName,
  cellOf,
  cellsOf,
  expectGrid,
  type ExpectedGrid,
  recordedCall,
  runSteps,
  sagaFrom,
  type Step,
} from '../../fixtures/cells';

type Phase = ProjectList['phase'];
type Event = keyof ProjectListEvents;
type Name = CellName<ProjectList, ProjectListEvents>;

/** Written by hand. Rows are phases, columns events; '' changes nothing. A loaded list stays while it is reloaded. */
// oxfmt-ignore
const columns: readonly Event[] = [
  'projectListOpened', 'projectListWanted', 'projectListRetried', 'projectListLeft', 'projectListArrived', 'projectListFailed',
  'projectCreated', 'projectArrived', 'projectMissing', 'projectDeleted', 'sessionEnded',
];
// oxfmt-ignore
const expected: ExpectedGrid<ProjectList> = {
  //        opened     wanted     retried    left    arrived  failed    created  arrived  missing  deleted  ended
  idle:    ['loading', 'loading', '',        '',     'ready', 'failed', '',      '',      '',      '',      ''],
  loading: ['',        '',        '',        'idle', 'ready', 'failed', '',      '',      '',      '',      'idle'],
  ready:   ['',        '',        '',        '',     'ready', '',       'ready', 'ready', 'ready', 'ready', 'idle'],
  failed:  ['',        '',        'loading', '',     'ready', 'failed', '',      '',      '',      '',      'idle'],
};
const cells = cellsOf<ProjectList, Event>(expected, columns);

const tea = projectOf({ id: 'tea', title: 'Tea' });
const coffee = projectOf({ id: 'coffee', title: 'Coffee' });
const maté = projectOf({ id: 'maté', title: 'Maté' });
const { failure } = networkGone();
const listIn: Readonly<Record<Phase, ProjectList>> = {
  idle: { phase: 'idle' },
  loading: { phase: 'loading' },
  ready: { phase: 'ready', ids: ['tea', 'coffee'] },
  failed: { phase: 'failed', failure: timedOut().failure },
};
const known = (project: Project): ProjectState => ({ phase: 'known', project });
const byId = { tea: known(tea), coffee: known(coffee) };

const eventOf = {
  projectListOpened: projectListOpened(),
  projectListWanted: projectListWanted(),
  projectListRetried: projectListRetried(),
  projectListLeft: projectListLeft(),
  projectListArrived: projectListArrived([coffee, maté]),
  projectListFailed: projectListFailed(failure),
  projectCreated: projectCreated(maté),
  projectArrived: projectArrived(maté),
  projectMissing: projectMissing({ projectId: 'tea' }),
  projectDeleted: projectDeleted({ projectId: 'tea' }),
  sessionEnded: sessionEnded({ byChoice: true }),
} as const satisfies Record<Event, Step>;

/** A state with a list, in which only the two projects are loaded. */
const stateOf = (projects: Partial<ProjectsState>, parts: Partial<RootState> = {}) =>
  signedInState({ ...parts, projects: { ...stateWith().projects, byId, ...projects } });

/** Runs the saga of projects with the root reducer; tests answer the request for the list, which `log` records. */
function lister(before: ProjectList) {
  const log: string[] = [];
  const { call: list, calls } = recordedCall<[], readonly Project[]>(log, 'list');
  const saga = sagaFrom(projectsSaga, stateOf({ list: before }), { projects: { list } });
  return { saga, log, waiting: () => calls.find(({ aborted }) => !aborted()) };
}
type World = ReturnType<typeof lister>;

/** Responses of the server that cause the events. */
const answers: Partial<Record<Event, (world: World) => void>> = {
  projectListArrived: ({ waiting }) => waiting()?.answer([coffee, maté]),
  projectListFailed: ({ waiting }) => waiting()?.fail(networkGone()),
};

/** Events that bring the list to each phase with a request in flight. In `idle` another page still needs it, though its own was left. */
const inFlight: Readonly<Record<Phase, readonly [ProjectList, ...Step[]]>> = {
  idle: [listIn.idle, projectListWanted(), projectListOpened(), projectListLeft()],
  loading: [listIn.idle, projectListOpened()],
  ready: [listIn.ready, projectListOpened()],
  failed: [listIn.failed, projectListOpened()],
};

/** Brings the list to a phase, dispatches an event, and expects the state and the side effects. */
async function expectTransition(phase: Phase, event: Event, state: RootState, done: readonly string[]) {
  const answer = answers[event];
  const isAsked = phase === 'loading' || answer !== undefined;
  const [before, ...startedBy] = isAsked ? inFlight[phase] : [listIn[phase]];
  const world = lister(before);
  if (answer) world.saga.put(eventOf[event]);
  await runSteps(
    world.saga.hasFinalState(state),
    ...startedBy,
    () => void world.log.splice(0),
    answer ? () => answer(world) : eventOf[event],
    () => expect(world.log).toEqual(done),
  );
}

/** Changes of the rest of the state. */
const otherChanges: Partial<Record<Event, Partial<ProjectsState>>> = {
  projectListArrived: { byId: { ...byId, maté: known(maté) } },
  projectArrived: { byId: { ...byId, maté: known(maté) } },
  projectCreated: { byId: { ...byId, maté: known(maté) }, newId: 'maté' },
  projectMissing: { byId: { ...byId, tea: { phase: 'missing' } } },
  sessionEnded: { byId: {} },
};
const signedOut: Partial<RootState> = { session: { phase: 'signedOut', byChoice: true } };
const after = (event: Event, list: ProjectList) => {
  const { endpoint } = rootReducer(stateWith(), eventOf[event]);
  return stateOf({ ...otherChanges[event], list }, { endpoint, ...(event === 'sessionEnded' && signedOut) });
};

/** Tests a filled cell: the whole state afterwards, and every side effect. */
const cell = (name: Name, list: ProjectList, ...done: readonly string[]) =>
  it(name, async () => {
    const { from, event, to } = cellOf<ProjectList, ProjectListEvents>(name);
    await expectTransition(from, event, after(event, list), done);
    expect(list.phase).toBe(to);
  });

const ready = (...ids: readonly string[]): ProjectList => ({ phase: 'ready', ids });
const failed: ProjectList = { phase: 'failed', failure };

describe('each filled cell', () => {
  cell('idle · projectListOpened → loading', listIn.loading, 'list');
  cell('idle · projectListWanted → loading', listIn.loading, 'list');
  cell('idle · projectListArrived → ready', ready('coffee', 'maté'));
  cell('idle · projectListFailed → failed', failed);

  cell('loading · projectListLeft → idle', listIn.idle, 'abort: list');
  cell('loading · projectListArrived → ready', ready('coffee', 'maté'));
  cell('loading · projectListFailed → failed', failed);
  cell('loading · sessionEnded → idle', listIn.idle, 'abort: list');

  cell('ready · projectListArrived → ready', ready('coffee', 'maté'));
  cell('ready · projectCreated → ready', ready('maté', 'tea', 'coffee'));
  cell('ready · projectArrived → ready', ready('maté', 'tea', 'coffee'));
  cell('ready · projectMissing → ready', ready('coffee'));
  cell('ready · projectDeleted → ready', ready('coffee'));
  cell('ready · sessionEnded → idle', listIn.idle);

  cell('failed · projectListRetried → loading', listIn.loading, 'list');
  cell('failed · projectListArrived → ready', ready('coffee', 'maté'));
  cell('failed · projectListFailed → failed', failed);
  cell('failed · sessionEnded → idle', listIn.idle);
});

describe('each empty cell', () => {
  /** Requests without a change of state. */
  const again: Partial<Record<Event, readonly string[]>> = {
    projectListOpened: ['abort: list', 'list'],
    projectListWanted: ['list'],
    projectListRetried: ['abort: list', 'list'],
  };
  const reloads: Partial<Record<Event, readonly string[]>> = {
    projectListOpened: ['list'],
    projectListWanted: ['list'],
    projectListRetried: ['list'],
  };

  it.each(cells.filter(({ to }) => to === ''))('$from · $event changes nothing', async ({ from, event }) => {
    const state = stateOf({ list: listIn[from] });
    const next = rootReducer(state, eventOf[event]);
    expect(next.projects.list).toBe(state.projects.list);
    const done = answers[event] ? [] : ((from === 'loading' ? again : reloads)[event] ?? []);
    await expectTransition(from, event, next, done);
  });
});

it('matches the table written by hand', () => {
  expectGrid<ProjectList, ProjectListEvents>(projectListMachine, expected, columns);
});

it('starts idle', () => {
  expect(stateWith().projects.list).toEqual({ phase: 'idle' });
});
