import type { Project, SheetPreview } from '../../../src/contract/projects';
import {
  checkFailed,
  checkPassed,
  createFailed,
  createPageLeft,
  createRequested,
  draftAccepted,
  draftCleared,
  draftRejected,
  projectCreated,
} from '../../../src/app/createFlow/createFlowSlice';
import type { CreateFlow, CreateFlowEvents } from '../../../src/app/createFlow/createFlowSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { coffeeDraft, coffeePreview, networkGone, projectOf, teaDraft } from '../../fixtures/appState';
import { type Asked, byHand, fakePorts, settled } from '../../fixtures/fakePorts';

/**
 * Every transition of the create flow as it happens: a store with all sagas, brought to a phase as a person brings it there,
 * its calls answered by hand. Beside the phase that follows stands what is done about it, and nothing else may be.
 */
type Phase = CreateFlow['phase'];
type Event = keyof CreateFlowEvents;
type Done =
  | 'asks for coffee'
  | 'asks for tea'
  | 'gives up the check'
  | 'gives up the create'
  | 'creates coffee'
  | 'lists the project'
  | 'goes to /';

const tea: SheetPreview = { title: 'Tea', tabs: [] };
const nameOf = (sheetId: unknown) => (sheetId === coffeeDraft.sheetId ? 'coffee' : 'tea');

function startedWorld() {
  const [check, create] = [byHand<[string], SheetPreview>(), byHand<[string], Project>()];
  const visited: string[] = [];
  const store = createAppStore(
    fakePorts({ createFlow: { check: check.call, create: create.call }, navigate: (to) => visited.push(to) }),
  );
  const done = (): readonly string[] => [
    ...check.asked.map(({ args: [id] }) => `asks for ${nameOf(id)}`),
    ...check.asked.filter((asked) => asked.aborted()).map(() => 'gives up the check'),
    ...create.asked.map(({ args: [id] }) => `creates ${nameOf(id)}`),
    ...create.asked.filter((asked) => asked.aborted()).map(() => 'gives up the create'),
    ...Object.keys(store.getState().projects.byId).map(() => 'lists the project'),
    ...visited.map((place) => `goes to ${place}`),
  ];
  const phase = () => store.getState().createFlow.phase;
  return { dispatch: store.dispatch, phase, done, checks: check.asked, creates: create.asked };
}
type World = ReturnType<typeof startedWorld>;

/** A call as the server ends it, also where nobody waits for it any more. */
const ended = <Answer>(asked: readonly Asked<Answer>[], end: (call: Asked<Answer>) => void) =>
  asked.slice(-1).forEach(end);

/** What a person or the server does. An answer that no call waits for comes as the bare event: it has to find no cell. */
const happens: Readonly<Record<Event, (world: World) => void>> = {
  draftCleared: ({ dispatch }) => void dispatch(draftCleared()),
  draftRejected: ({ dispatch }) => void dispatch(draftRejected({ text: 'tea' })),
  draftAccepted: ({ dispatch }) => void dispatch(draftAccepted(teaDraft)),
  checkPassed({ checks, phase, dispatch }) {
    ended(checks, (call) => call.answer(coffeePreview));
    if (phase() !== 'checking') dispatch(checkPassed(tea));
  },
  checkFailed({ checks, phase, dispatch }) {
    ended(checks, (call) => call.fail(networkGone()));
    if (phase() !== 'checking') dispatch(checkFailed({ message: 'Failed to fetch sheet data' }));
  },
  createRequested: ({ dispatch }) => void dispatch(createRequested()),
  projectCreated({ creates, phase, dispatch }) {
    if (phase() === 'creating') ended(creates, (call) => call.answer(projectOf()));
    else dispatch(projectCreated(projectOf()));
  },
  createFailed({ creates, phase, dispatch }) {
    if (phase() === 'creating') ended(creates, (call) => call.fail(networkGone()));
    else dispatch(createFailed({ message: 'Failed to create project' }));
  },
  createPageLeft: ({ dispatch }) => void dispatch(createPageLeft()),
  sessionEnded: ({ dispatch }) => void dispatch(sessionEnded({ byChoice: false })),
};

/** How each phase is come to. */
const ways: Readonly<Record<Phase, readonly Event[]>> = {
  idle: [],
  invalid: ['draftRejected'],
  checking: [],
  previewReady: ['checkPassed'],
  creating: ['checkPassed', 'createRequested'],
  failed: ['checkFailed'],
};
const checkedFirst: readonly Phase[] = ['checking', 'previewReady', 'creating', 'failed'];

async function worldIn(phase: Phase): Promise<World> {
  const world = startedWorld();
  if (checkedFirst.includes(phase)) world.dispatch(draftAccepted(coffeeDraft));
  for (const event of ways[phase]) {
    happens[event](world);
    await settled();
  }
  expect(world.phase()).toBe(phase);
  return world;
}

/** `lists the project` in a phase that ignores the event: the project is there all the same, so the list has it. */
const steps: readonly (readonly [from: Phase, event: Event, to: Phase, ...done: readonly Done[]])[] = [
  ['idle', 'draftCleared', 'idle'],
  ['idle', 'draftRejected', 'invalid'],
  ['idle', 'draftAccepted', 'checking', 'asks for tea'],
  ['idle', 'checkPassed', 'idle'],
  ['idle', 'checkFailed', 'idle'],
  ['idle', 'createRequested', 'idle'],
  ['idle', 'projectCreated', 'idle', 'lists the project'],
  ['idle', 'createFailed', 'idle'],
  ['idle', 'createPageLeft', 'idle'],
  ['idle', 'sessionEnded', 'idle'],
  ['invalid', 'draftCleared', 'idle'],
  ['invalid', 'draftRejected', 'invalid'],
  ['invalid', 'draftAccepted', 'checking', 'asks for tea'],
  ['invalid', 'checkPassed', 'invalid'],
  ['invalid', 'checkFailed', 'invalid'],
  ['invalid', 'createRequested', 'invalid'],
  ['invalid', 'projectCreated', 'invalid', 'lists the project'],
  ['invalid', 'createFailed', 'invalid'],
  ['invalid', 'createPageLeft', 'idle'],
  ['invalid', 'sessionEnded', 'idle'],
  ['checking', 'draftCleared', 'idle', 'gives up the check'],
  ['checking', 'draftRejected', 'invalid', 'gives up the check'],
  ['checking', 'draftAccepted', 'checking', 'gives up the check', 'asks for tea'],
  ['checking', 'checkPassed', 'previewReady'],
  ['checking', 'checkFailed', 'failed'],
  ['checking', 'createRequested', 'checking'],
  ['checking', 'projectCreated', 'checking', 'lists the project'],
  ['checking', 'createFailed', 'checking'],
  ['checking', 'createPageLeft', 'idle', 'gives up the check'],
  ['checking', 'sessionEnded', 'idle', 'gives up the check'],
  ['previewReady', 'draftCleared', 'idle'],
  ['previewReady', 'draftRejected', 'invalid'],
  ['previewReady', 'draftAccepted', 'checking', 'asks for tea'],
  ['previewReady', 'checkPassed', 'previewReady'],
  ['previewReady', 'checkFailed', 'previewReady'],
  ['previewReady', 'createRequested', 'creating', 'creates coffee'],
  ['previewReady', 'projectCreated', 'previewReady', 'lists the project'],
  ['previewReady', 'createFailed', 'previewReady'],
  ['previewReady', 'createPageLeft', 'idle'],
  ['previewReady', 'sessionEnded', 'idle'],
  ['creating', 'draftCleared', 'creating'],
  ['creating', 'draftRejected', 'creating'],
  ['creating', 'draftAccepted', 'creating'],
  ['creating', 'checkPassed', 'creating'],
  ['creating', 'checkFailed', 'creating'],
  ['creating', 'createRequested', 'creating'],
  ['creating', 'projectCreated', 'idle', 'lists the project', 'goes to /'],
  ['creating', 'createFailed', 'failed'],
  ['creating', 'createPageLeft', 'idle'],
  ['creating', 'sessionEnded', 'idle', 'gives up the create'],
  ['failed', 'draftCleared', 'idle'],
  ['failed', 'draftRejected', 'invalid'],
  ['failed', 'draftAccepted', 'checking', 'asks for tea'],
  ['failed', 'checkPassed', 'failed'],
  ['failed', 'checkFailed', 'failed'],
  ['failed', 'createRequested', 'failed'],
  ['failed', 'projectCreated', 'failed', 'lists the project'],
  ['failed', 'createFailed', 'failed'],
  ['failed', 'createPageLeft', 'idle'],
  ['failed', 'sessionEnded', 'idle'],
];

/** What is done more than before, whatever the order. */
function doneSince(before: readonly string[], after: readonly string[]): readonly string[] {
  const rest = [...before];
  return after.filter((each) => {
    const at = rest.indexOf(each);
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

it('has a line for each phase and each event', () => {
  const all = Object.keys(ways).flatMap((from) => Object.keys(happens).map((event) => `${from} ${event}`));
  expect(steps.map(([from, event]) => `${from} ${event}`)).toEqual(all);
});

describe.each(Object.keys(ways) as Phase[])('%s', (phase) => {
  const own = steps.filter(([from]) => from === phase).map(([, ...step]) => step);

  it.each(own)('%s → %s', async (event, to, ...done) => {
    const world = await worldIn(phase);
    const before = world.done();
    happens[event](world);
    await settled();
    expect(world.phase()).toBe(to);
    expect([...doneSince(before, world.done())].sort()).toEqual([...done].sort());
  });
});
