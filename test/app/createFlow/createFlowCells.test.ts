import type { Project, SheetPreview } from '../../../src/contract/projects';
import { createFlowSaga } from '../../../src/app/createFlow/createFlowSaga';
import {
  checkFailed,
  checkPassed,
  createFailed,
  type CreateFlow,
  type CreateFlowEvents,
  createFlowSlice,
  createPageLeft,
  createRequested,
  draftAccepted,
  draftCleared,
  draftRejected,
} from '../../../src/app/createFlow/createFlowSlice';
import { projectCreated } from '../../../src/app/projects/projectsSlice';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import {
  coffeeDraft,
  coffeePreview,
  flowIn,
  networkGone,
  projectOf,
  signedInState,
  stateWith,
  teaDraft,
} from '../../fixtures/appState';
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

type Phase = CreateFlow['phase'];
type Event = keyof CreateFlowEvents;
type Name = CellName<CreateFlow, CreateFlowEvents>;

/** Written by hand from the specification, section 4. Rows are phases, columns events; '' changes nothing. */
// oxfmt-ignore
const columns: readonly Event[] = [
  'draftCleared', 'draftRejected', 'draftAccepted', 'checkPassed', 'checkFailed',
  'createRequested', 'projectCreated', 'createFailed', 'createPageLeft', 'sessionEnded',
];
// oxfmt-ignore
const expected: ExpectedGrid<CreateFlow> = {
  //            cleared rejected   accepted    passed          failed    request     created  failed    left    ended
  idle:         ['idle', 'invalid', 'checking', '',             '',       '',         '',      '',       'idle', 'idle'],
  invalid:      ['idle', 'invalid', 'checking', '',             '',       '',         '',      '',       'idle', 'idle'],
  checking:     ['idle', 'invalid', 'checking', 'previewReady', 'failed', '',         '',      '',       'idle', 'idle'],
  previewReady: ['idle', 'invalid', 'checking', '',             '',       'creating', '',      '',       'idle', 'idle'],
  creating:     ['',     '',        '',         '',             '',       '',         'idle',  'failed', 'idle', 'idle'],
  failed:       ['idle', 'invalid', 'checking', '',             '',       '',         '',      '',       'idle', 'idle'],
};

const cells = cellsOf<CreateFlow, Event>(expected, columns);
const project = projectOf();
const notChecked = { message: 'Failed to fetch sheet data' };
const notCreated = { message: 'Failed to create project' };

const eventOf = {
  draftCleared: draftCleared(),
  draftRejected: draftRejected({ text: 'tea' }),
  draftAccepted: draftAccepted(teaDraft),
  checkPassed: checkPassed(coffeePreview),
  checkFailed: checkFailed(notChecked),
  createRequested: createRequested(),
  projectCreated: projectCreated(project),
  createFailed: createFailed(notCreated),
  createPageLeft: createPageLeft(),
  sessionEnded: sessionEnded({ byChoice: false }),
} as const satisfies Record<Event, Step>;

/** Changes of the state outside the create flow. */
const otherChanges: Partial<Record<Event, Partial<RootState>>> = {
  projectCreated: { projects: rootReducer(signedInState(), projectCreated(project)).projects },
  sessionEnded: { session: { phase: 'signedOut', byChoice: false, lost: true } },
};

/** Runs the create flow's saga with the root reducer; tests answer its calls, which `log` records. */
function flow(createFlow: CreateFlow) {
  const log: string[] = [];
  const check = recordedCall<[string], SheetPreview>(log, 'check');
  const create = recordedCall<[string], Project>(log, 'create');
  const saga = sagaFrom(createFlowSaga, signedInState({ createFlow }), {
    createFlow: { check: check.call, create: create.call },
    navigate: (to) => log.push(`go to ${to}`),
  });
  return { saga, log, check: check.calls, create: create.calls };
}
type World = ReturnType<typeof flow>;

/** A state for each phase; a failed create has its preview. */
const flows = { ...flowIn, failed: { ...flowIn.failed, failure: notCreated, preview: coffeePreview } };

/** Phases with a call in flight: the state before and the event that starts the call. */
const waysTo: Partial<Record<Phase, readonly [CreateFlow, Step]>> = {
  checking: [flows.idle, draftAccepted(coffeeDraft)],
  creating: [flows.previewReady, createRequested()],
};

const first = <Answer>([call]: readonly PendingCall<Answer>[]) => call as PendingCall<Answer>;

/** Events caused by a response of the server. */
const answers: Partial<Record<Event, (world: World) => void>> = {
  checkPassed: ({ check }) => first(check).answer(coffeePreview),
  checkFailed: ({ check }) => first(check).fail(networkGone()),
  projectCreated: ({ create }) => first(create).answer(project),
  createFailed: ({ create }) => first(create).fail(networkGone()),
};

/** Brings the flow to a phase, dispatches an event, and expects the final state, and the calls and aborts in `done`. */
function expectTransition(phase: Phase, step: (world: World) => Step, state: RootState, done: readonly string[]) {
  const [before, ...startedBy] = waysTo[phase] ?? [flows[phase]];
  const world = flow(before);
  let count = 0;
  return runSteps(
    world.saga.hasFinalState(state),
    ...startedBy,
    () => (count = world.log.length),
    step(world),
    () => expect(world.log.slice(count)).toEqual(done),
  );
}

/** Tests a filled cell: the whole state afterwards, and every side effect. */
const cell = (name: Name, createFlow: CreateFlow, ...done: readonly string[]) =>
  it(name, async () => {
    const { from, event, to } = cellOf<CreateFlow, CreateFlowEvents>(name);
    const answer = answers[event];
    const step = (world: World) => {
      if (answer === undefined) return eventOf[event];
      world.saga.put(eventOf[event]);
      return () => answer(world);
    };
    await expectTransition(from, step, signedInState({ createFlow, ...otherChanges[event] }), done);
    expect(createFlow.phase).toBe(to);
  });

const idle: CreateFlow = { phase: 'idle' };
const invalidTea: CreateFlow = { phase: 'invalid', text: 'tea' };
const checkingTea: CreateFlow = { phase: 'checking', ...teaDraft };

describe('each filled cell', () => {
  cell('idle · draftCleared → idle', idle);
  cell('idle · draftRejected → invalid', invalidTea);
  cell('idle · draftAccepted → checking', checkingTea, 'check tea_2');
  cell('idle · createPageLeft → idle', idle);
  cell('idle · sessionEnded → idle', idle);

  cell('invalid · draftCleared → idle', idle);
  cell('invalid · draftRejected → invalid', invalidTea);
  cell('invalid · draftAccepted → checking', checkingTea, 'check tea_2');
  cell('invalid · createPageLeft → idle', idle);
  cell('invalid · sessionEnded → idle', idle);

  cell('checking · draftCleared → idle', idle, 'abort: check coffee-1');
  cell('checking · draftRejected → invalid', invalidTea, 'abort: check coffee-1');
  cell('checking · draftAccepted → checking', checkingTea, 'abort: check coffee-1', 'check tea_2');
  cell('checking · checkPassed → previewReady', { phase: 'previewReady', ...coffeeDraft, preview: coffeePreview });
  cell('checking · checkFailed → failed', { phase: 'failed', ...coffeeDraft, failure: notChecked });
  cell('checking · createPageLeft → idle', idle, 'abort: check coffee-1');
  cell('checking · sessionEnded → idle', idle, 'abort: check coffee-1');

  cell('previewReady · draftCleared → idle', idle);
  cell('previewReady · draftRejected → invalid', invalidTea);
  cell('previewReady · draftAccepted → checking', checkingTea, 'check tea_2');
  cell(
    'previewReady · createRequested → creating',
    { phase: 'creating', ...coffeeDraft, preview: coffeePreview },
    'create coffee-1',
  );
  cell('previewReady · createPageLeft → idle', idle);
  cell('previewReady · sessionEnded → idle', idle);

  cell('creating · projectCreated → idle', idle, 'go to /');
  cell('creating · createFailed → failed', {
    phase: 'failed',
    ...coffeeDraft,
    failure: notCreated,
    preview: coffeePreview,
  });
  cell('creating · createPageLeft → idle', idle);
  cell('creating · sessionEnded → idle', idle, 'abort: create coffee-1');

  cell('failed · draftCleared → idle', idle);
  cell('failed · draftRejected → invalid', invalidTea);
  cell('failed · draftAccepted → checking', checkingTea, 'check tea_2');
  cell('failed · createPageLeft → idle', idle);
  cell('failed · sessionEnded → idle', idle);
});

describe('each empty cell', () => {
  it.each(cells.filter(({ to }) => to === ''))('$from · $event changes nothing', async ({ from, event }) => {
    const state = signedInState({ createFlow: flows[from] });
    const after = rootReducer(state, eventOf[event]);
    expect(after.createFlow).toBe(state.createFlow);
    await expectTransition(from, () => eventOf[event], after, []);
  });
});

it('matches the table written by hand', () => {
  expectGrid<CreateFlow, CreateFlowEvents>(createFlowSlice, expected, columns);
});

it('starts idle', () => {
  expect(stateWith().createFlow).toEqual({ phase: 'idle' });
});
