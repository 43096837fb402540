import { UNREACHABLE } from '../../../src/app/http/apiError';
import type { Access, Project, ProjectUpdate } from '../../../src/contract/projects';
import type { Notice } from '../../../src/app/notices/noticesSlice';
import { type ProjectEvents, projectMachine, type ProjectState } from '../../../src/app/projects/projectMachine';
import { projectsSaga } from '../../../src/app/projects/projectsSaga';
import {
  accessChosen,
  accessConfirmed,
  accessRefused,
  deleteFailed,
  deleteRequested,
  projectArrived,
  projectDeleted,
  projectFailed,
  projectMissing,
  projectOpened,
  restoreFailed,
  restoreRequested,
} from '../../../src/app/projects/projectsSlice';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { networkGone, projectOf, refused, signedInState, stateWith, timedOut } from '../../fixtures/appState';
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
import type { PendingCall } from '../../fixtures/fakePorts';

type Phase = ProjectState['phase'];
type Event = keyof ProjectEvents;
type Name = CellName<ProjectState, ProjectEvents>;

/** Written by hand. Rows are phases, columns events; '' changes nothing. A loaded project stays while it is reloaded. */
// oxfmt-ignore
const columns: readonly Event[] = [
  'projectOpened', 'projectArrived', 'projectMissing', 'projectFailed', 'accessChosen', 'accessConfirmed', 'accessRefused',
  'deleteRequested', 'projectDeleted', 'deleteFailed', 'restoreRequested', 'restoreFailed',
];
// oxfmt-ignore
const expected: ExpectedGrid<ProjectState> = {
  //          opened     arrived      missing    failed    chosen       confirmed   refused     delete      deleted    failed   restore      failed
  unknown:   ['',        'known',     'missing', 'failed', '',          '',         '',         '',         '',        '',      'restoring', ''],
  known:     ['',        'known',     'missing', '',       'switching', 'known',    '',         'deleting', '',        '',      '',          ''],
  switching: ['',        'switching', 'missing', '',       '',          'known',    'known',    'deleting', '',        '',      '',          ''],
  deleting:  ['',        'deleting',  'missing', '',       '',          'deleting', 'deleting', '',         'deleted', 'known', '',          ''],
  deleted:   ['unknown', 'known',     '',        '',       '',          '',         '',         '',         '',        '',      'restoring', ''],
  restoring: ['',        'known',     '',        '',       '',          '',         '',         '',         '',        '',      '',          'missing'],
  missing:   ['unknown', 'known',     '',        '',       '',          '',         '',         '',         '',        '',      'restoring', ''],
  failed:    ['unknown', 'known',     'missing', 'failed', '',          '',         '',         '',         '',        '',      '',          ''],
};
const cells = cellsOf<ProjectState, Event>(expected, columns);

const projectId = 'tea';
const tea = projectOf({ id: 'tea', title: 'Tea', access: 'private' });
const green = projectOf({ id: 'tea', title: 'Green tea', access: 'private' });
const open = (project: Project): Project => ({ ...project, access: 'public' });
const { failure } = networkGone();

const projectIn = {
  unknown: { phase: 'unknown' },
  known: { phase: 'known', project: tea },
  switching: { phase: 'switching', project: open(tea), before: 'private' },
  deleting: { phase: 'deleting', project: tea },
  deleted: { phase: 'deleted' },
  restoring: { phase: 'restoring' },
  missing: { phase: 'missing' },
  failed: { phase: 'failed', failure: timedOut().failure },
} as const satisfies Readonly<Record<Phase, ProjectState>>;

const eventOf = {
  projectOpened: projectOpened({ projectId }),
  projectArrived: projectArrived(green),
  projectMissing: projectMissing({ projectId }),
  projectFailed: projectFailed({ projectId, failure }),
  accessChosen: accessChosen({ projectId, access: 'public' }),
  accessConfirmed: accessConfirmed(open(green)),
  accessRefused: accessRefused({ projectId }),
  deleteRequested: deleteRequested({ projectId }),
  projectDeleted: projectDeleted({ projectId }),
  deleteFailed: deleteFailed({ projectId }),
  restoreRequested: restoreRequested({ projectId }),
  restoreFailed: restoreFailed({ projectId }),
} as const satisfies Record<Event, Step>;

const stateOf = (project: ProjectState, ...notices: readonly Omit<Notice, 'id'>[]) =>
  signedInState({
    projects: { ...stateWith().projects, byId: { [projectId]: project } },
    notices: notices.map((notice, index) => ({ ...notice, id: `${index}` })),
  });

/** Runs the saga of projects with the root reducer; tests answer its calls, which `log` records. */
function world(project: ProjectState) {
  const log: string[] = [];
  const list = recordedCall<[], readonly Project[]>(log, 'list');
  const one = recordedCall<[string], Project>(log, 'one');
  const update = recordedCall<[string, ProjectUpdate], Project>(log, 'update');
  const remove = recordedCall<[string], void>(log, 'remove');
  const restore = recordedCall<[string], Project>(log, 'restore');
  const saga = sagaFrom(projectsSaga, stateOf(project), {
    projects: { list: list.call, one: one.call, update: update.call, remove: remove.call, restore: restore.call },
    navigate: (to) => log.push(`go to ${to}`),
  });
  const calls = { one: one.calls, update: update.calls, remove: remove.calls, restore: restore.calls };
  return { saga, log, calls };
}

const first = <Answer>([call]: readonly PendingCall<Answer>[]) => call as PendingCall<Answer>;
type Calls = ReturnType<typeof world>['calls'];

/** The requests that an action of the person starts in a phase, and the responses that cause events. */
interface Way {
  readonly from: ProjectState;
  readonly by: readonly Step[];
  readonly answer: (calls: Calls) => void;
}
const opened = { from: projectIn.unknown, by: [eventOf.projectOpened] };
const again = { from: projectIn.known, by: [eventOf.projectOpened] };
const switched = { from: projectIn.known, by: [eventOf.accessChosen] };
const removed = { from: projectIn.known, by: [eventOf.deleteRequested] };
const switchedAndRemoved = { from: projectIn.known, by: [eventOf.accessChosen, eventOf.deleteRequested] };
const undone = { from: projectIn.deleted, by: [eventOf.restoreRequested] };

const ways: Partial<Record<`${Phase} · ${Event}`, Way>> = {
  'unknown · projectArrived': { ...opened, answer: ({ one }) => first(one).answer(green) },
  'unknown · projectMissing': { ...opened, answer: ({ one }) => first(one).fail(refused(404)) },
  'unknown · projectFailed': { ...opened, answer: ({ one }) => first(one).fail(networkGone()) },
  'known · projectArrived': { ...again, answer: ({ one }) => first(one).answer(green) },
  'known · projectMissing': { ...again, answer: ({ one }) => first(one).fail(refused(404)) },
  'known · projectFailed': { ...again, answer: ({ one }) => first(one).fail(networkGone()) },
  'switching · accessConfirmed': { ...switched, answer: ({ update }) => first(update).answer(open(green)) },
  'switching · accessRefused': { ...switched, answer: ({ update }) => first(update).fail(networkGone()) },
  'deleting · accessConfirmed': { ...switchedAndRemoved, answer: ({ update }) => first(update).answer(open(green)) },
  'deleting · accessRefused': { ...switchedAndRemoved, answer: ({ update }) => first(update).fail(networkGone()) },
  'deleting · projectDeleted': { ...removed, answer: ({ remove }) => first(remove).answer() },
  'deleting · deleteFailed': { ...removed, answer: ({ remove }) => first(remove).fail(networkGone()) },
  'restoring · projectArrived': { ...undone, answer: ({ restore }) => first(restore).answer(green) },
  'restoring · restoreFailed': { ...undone, answer: ({ restore }) => first(restore).fail(networkGone()) },
};

/** Phases with a call in flight. */
const inFlight: Partial<Record<Phase, Pick<Way, 'from' | 'by'>>> = {
  switching: switched,
  deleting: removed,
  restoring: undone,
};

/** Brings a project to a phase, dispatches an event, and expects the state and the side effects. */
async function expectTransition(phase: Phase, event: Event, state: RootState, done: readonly string[]) {
  const way = ways[`${phase} · ${event}`];
  const { from, by } = way ?? inFlight[phase] ?? { from: projectIn[phase], by: [] };
  const { saga, log, calls } = world(from);
  if (way) saga.put(eventOf[event]);
  await runSteps(
    saga.hasFinalState(state),
    ...by,
    () => void log.splice(0),
    way ? () => way.answer(calls) : eventOf[event],
    () => expect(log).toEqual(done),
  );
}

interface After {
  /** Notice shown to the person. */
  readonly notice?: Omit<Notice, 'id'>;
  /** Requests, aborts and navigation. */
  readonly done?: readonly string[];
}

/** Tests a filled cell: the whole state afterwards, and every side effect. */
const cell = (name: Name, project: ProjectState, { notice, done = [] }: After = {}) =>
  it(name, async () => {
    const { from, event, to } = cellOf<ProjectState, ProjectEvents>(name);
    const { endpoint } = rootReducer(stateWith(), eventOf[event]);
    const state = stateOf(project, ...(notice ? [notice] : []));
    await expectTransition(from, event, { ...state, endpoint }, done);
    expect(project.phase).toBe(to);
  });

const error = (text: string) => ({ kind: 'error', text }) as const;
const accessError = { ...error('The access may not have been changed. Try again.'), topic: 'access of tea' };
const undo = { label: 'Undo', event: eventOf.restoreRequested };
const known = (project: Project): ProjectState => ({ phase: 'known', project });
const deleting = (project: Project, before?: Access): ProjectState => ({
  phase: 'deleting',
  project,
  ...(before && { before }),
});
const failed: ProjectState = { phase: 'failed', failure };

describe('each filled cell', () => {
  cell('unknown · projectArrived → known', known(green));
  cell('unknown · projectMissing → missing', projectIn.missing);
  cell('unknown · projectFailed → failed', failed);
  cell('unknown · restoreRequested → restoring', projectIn.restoring, { done: ['restore tea'] });

  cell('known · projectArrived → known', known(green));
  cell('known · projectMissing → missing', projectIn.missing);
  cell('known · accessChosen → switching', projectIn.switching, { done: ['update tea {"access":"public"}'] });
  cell('known · accessConfirmed → known', known(open(green)));
  cell('known · deleteRequested → deleting', projectIn.deleting, { done: ['remove tea'] });

  cell('switching · projectArrived → switching', { phase: 'switching', project: open(green), before: 'private' });
  cell('switching · projectMissing → missing', projectIn.missing);
  cell('switching · accessConfirmed → known', known(open(green)));
  cell('switching · accessRefused → known', known(tea), { notice: accessError, done: ['one tea'] });
  cell('switching · deleteRequested → deleting', deleting(open(tea), 'private'), { done: ['remove tea'] });

  cell('deleting · projectArrived → deleting', deleting(green));
  cell('deleting · projectMissing → missing', projectIn.missing);
  cell('deleting · accessConfirmed → deleting', deleting(open(green)));
  cell('deleting · accessRefused → deleting', deleting(tea), { notice: accessError, done: ['one tea'] });
  cell('deleting · projectDeleted → deleted', projectIn.deleted, {
    notice: { kind: 'info', text: 'Tea deleted', action: undo },
  });
  cell('deleting · deleteFailed → known', known(tea), {
    notice: { ...error('The project could not be deleted. Try again.'), detail: UNREACHABLE },
  });

  cell('deleted · projectOpened → unknown', projectIn.unknown, { done: ['one tea'] });
  cell('deleted · projectArrived → known', known(green));
  cell('deleted · restoreRequested → restoring', projectIn.restoring, { done: ['restore tea'] });

  cell('restoring · projectArrived → known', known(green), { notice: { kind: 'info', text: 'Green tea is back' } });
  cell('restoring · restoreFailed → missing', projectIn.missing, {
    notice: {
      ...error('The project could not be brought back. It is kept for 30 days. Try again.'),
      detail: UNREACHABLE,
    },
  });

  cell('missing · projectOpened → unknown', projectIn.unknown, { done: ['one tea'] });
  cell('missing · projectArrived → known', known(green));
  cell('missing · restoreRequested → restoring', projectIn.restoring, { done: ['restore tea'] });

  cell('failed · projectOpened → unknown', projectIn.unknown, { done: ['one tea'] });
  cell('failed · projectArrived → known', known(green));
  cell('failed · projectMissing → missing', projectIn.missing);
  cell('failed · projectFailed → failed', failed);
});

describe('each empty cell', () => {
  it.each(cells.filter(({ to }) => to === ''))('$from · $event changes nothing', async ({ from, event }) => {
    const state = stateOf(projectIn[from]);
    const next = rootReducer(state, eventOf[event]);
    expect(next.projects).toBe(state.projects);
    // Opening a page always sends a request, even for a loaded project.
    await expectTransition(from, event, next, event === 'projectOpened' ? ['one tea'] : []);
  });
});

it('gets its previous access back if access change and deletion both fail', () => {
  const deleting: ProjectState = { phase: 'deleting', project: open(tea), before: 'private' };
  expect(rootReducer(stateOf(deleting), eventOf.deleteFailed).projects.byId).toEqual({ [projectId]: known(tea) });
});

it('matches the table written by hand', () => {
  expectGrid<ProjectState, ProjectEvents>(projectMachine, expected, columns);
});

it('starts unknown', () => {
  expect(projectMachine.getInitialState()).toEqual({ phase: 'unknown' });
});
