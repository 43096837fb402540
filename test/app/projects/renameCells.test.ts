import type { Project, ProjectUpdate } from '../../../src/contract/projects';
import { projectsSaga } from '../../../src/app/projects/projectsSaga';
import {
  projectArrived,
  renameClosed,
  renameDone,
  renameOpened,
  renameRefused,
  renameSubmitted,
} from '../../../src/app/projects/projectsSlice';
import { type RenameEvents, renameMachine, type RenameState } from '../../../src/app/projects/renameMachine';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { networkGone, projectOf, signedInState, stateWith } from '../../fixtures/appState';
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

type Phase = RenameState['phase'];
type Event = keyof RenameEvents;

const columns: readonly Event[] = [
  'renameOpened',
  'renameSubmitted',
  'renameDone',
  'renameRefused',
  'renameClosed',
  'sessionEnded',
];
// oxfmt-ignore
const expected: ExpectedGrid<RenameState> = {
  //        opened    submitted done      refused    closed    session ended
  closed:  ['asking', '',       '',       '',        '',       ''],
  asking:  ['',       'saving', '',       '',        'closed', 'closed'],
  saving:  ['',       '',       'closed', 'refused', '',       'closed'],
  refused: ['',       'saving', '',       '',        'closed', 'closed'],
};
const cells = cellsOf<RenameState, Event>(expected, columns);

const green = projectOf({ id: 'tea', title: 'Green tea' });
const message = 'The project could not be renamed. Try again.';
const renameIn: Readonly<Record<Phase, RenameState>> = {
  closed: { phase: 'closed' },
  asking: { phase: 'asking', projectId: 'tea' },
  saving: { phase: 'saving', projectId: 'tea' },
  refused: { phase: 'refused', projectId: 'tea', message: 'Too long.' },
};
const eventOf = {
  renameOpened: renameOpened({ projectId: 'tea' }),
  renameSubmitted: renameSubmitted({ projectId: 'tea', title: 'Green tea' }),
  renameDone: renameDone(),
  renameRefused: renameRefused({ message }),
  renameClosed: renameClosed(),
  sessionEnded: sessionEnded({ byChoice: true }),
} as const satisfies Record<Event, Step>;

const stateOf = (rename: RenameState, parts: Partial<RootState> = {}) =>
  signedInState({ projects: { ...stateWith().projects, rename }, ...parts });

/** Changes of the rest of the state. */
const otherChanges: Partial<Record<Event, Partial<RootState>>> = {
  sessionEnded: { session: { phase: 'signedOut', byChoice: true } },
};
const saved: Partial<RootState> = {
  projects: { ...stateWith().projects, byId: { tea: { phase: 'known', project: green } } },
  endpoint: rootReducer(stateWith(), projectArrived(green)).endpoint,
  notices: [{ id: '0', kind: 'info', text: 'Project renamed' }],
};

/** Runs the saga of projects with the root reducer; tests answer its calls, which `log` records. */
function renaming(rename: RenameState) {
  const log: string[] = [];
  const { call: update, calls } = recordedCall<[string, ProjectUpdate], Project>(log, 'update');
  const saga = sagaFrom(projectsSaga, stateOf(rename), { projects: { update } });
  return { saga, log, calls };
}

/** Brings renaming to a phase, dispatches an event, and expects the state and the side effects. */
async function expectTransition(phase: Phase, event: Event, state: RootState, done: readonly string[]) {
  const isSaving = phase === 'saving';
  const { saga, log, calls } = renaming(renameIn[isSaving ? 'asking' : phase]);
  const answers: Partial<Record<Event, Step>> = {
    renameDone: () => calls[0]?.answer(green),
    renameRefused: () => calls[0]?.fail(networkGone()),
  };
  const answer = isSaving ? answers[event] : undefined;
  if (answer) saga.put(eventOf[event]);
  await runSteps(
    saga.hasFinalState(state),
    ...(isSaving ? [eventOf.renameSubmitted] : []),
    () => void log.splice(0),
    answer ?? eventOf[event],
    () => expect(log).toEqual(done),
  );
}

/** Tests a filled cell: the state afterwards, and every side effect. */
const cell = (name: CellName<RenameState, RenameEvents>, rename: RenameState, ...done: readonly string[]) =>
  it(name, async () => {
    const { from, event, to } = cellOf<RenameState, RenameEvents>(name);
    await expectTransition(
      from,
      event,
      event === 'renameDone' ? stateOf(rename, saved) : stateOf(rename, otherChanges[event]),
      done,
    );
    expect(rename.phase).toBe(to);
  });

describe('each filled cell', () => {
  cell('closed · renameOpened → asking', renameIn.asking);
  cell('asking · renameSubmitted → saving', renameIn.saving, 'update tea {"title":"Green tea"}');
  cell('asking · renameClosed → closed', renameIn.closed);
  cell('saving · renameDone → closed', renameIn.closed);
  cell('saving · renameRefused → refused', { phase: 'refused', projectId: 'tea', message });
  cell('refused · renameSubmitted → saving', renameIn.saving, 'update tea {"title":"Green tea"}');
  cell('refused · renameClosed → closed', renameIn.closed);
  cell('asking · sessionEnded → closed', renameIn.closed);
  cell('saving · sessionEnded → closed', renameIn.closed, 'abort: update tea {"title":"Green tea"}');
  cell('refused · sessionEnded → closed', renameIn.closed);
});

describe('each empty cell', () => {
  it.each(cells.filter(({ to }) => to === ''))('$from · $event changes nothing', async ({ from, event }) => {
    const state = stateOf(renameIn[from]);
    const next = rootReducer(state, eventOf[event]);
    expect(next.projects).toEqual(state.projects);
    await expectTransition(from, event, next, []);
  });
});

it('matches the table written by hand', () => {
  expectGrid<RenameState, RenameEvents>(renameMachine, expected, columns);
});
