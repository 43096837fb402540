import { expectSaga } from 'redux-saga-test-plan';
import * as matchers from 'redux-saga-test-plan/matchers';
import type { Project, ProjectUpdate } from '../../../src/contract/projects';
import { edges } from '../../../src/app/machine/transitionTable';
import { renameSubmitted } from '../../../src/app/projects/renameEvents';
import { renameSaga } from '../../../src/app/projects/renameSaga';
import {
  renameClosed,
  renameDone,
  renameOpened,
  renameRefused,
  type RenameEvents,
  renameSlice,
  type RenameState,
} from '../../../src/app/projects/renameSlice';
import { rootReducer, type RootState } from '../../../src/app/rootReducer';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { networkGone, projectOf, refused, signedInState, signedOutError } from '../../fixtures/appState';
import { type CellName, cellOf, cellsOf, type ExpectedGrid, type Happening, happens } from '../../fixtures/cells';
import { byHand, fakePorts } from '../../fixtures/fakePorts';

type Phase = RenameState['phase'];
type Event = keyof RenameEvents;

const reducer = rootReducer.inject(renameSlice);
const columns: readonly Event[] = [
  'renameOpened',
  'renameSubmitted',
  'renameDone',
  'renameRefused',
  'renameClosed',
  'sessionEnded',
];
// prettier-ignore
const expected: ExpectedGrid<RenameState> = {
  //        opened    submitted done      refused    closed    session ended
  closed:  ['asking', '',       '',       '',        '',       'closed'],
  asking:  ['',       'saving', '',       '',        'closed', 'closed'],
  saving:  ['',       '',       'closed', 'refused', '',       'closed'],
  refused: ['',       'saving', '',       '',        'closed', 'closed'],
};
const cells = cellsOf<RenameState, Event>(expected, columns);

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
} as const satisfies Record<Event, Happening>;
const green = projectOf({ id: 'tea', title: 'Green tea' });

/** The saga of renaming with the whole reducer; the server is answered for by hand, and asked for in `log`. */
function renaming(rename: RenameState) {
  const log: string[] = [];
  const { call, asked } = byHand<[string, ProjectUpdate], Project>();
  const update = (id: string, change: ProjectUpdate, signal: AbortSignal) => {
    log.push(`update ${id} ${JSON.stringify(change)}`);
    signal.addEventListener('abort', () => log.push('gives up'));
    return call(id, change, signal);
  };
  const ports = fakePorts();
  const saga = expectSaga(renameSaga)
    .withReducer(reducer, signedInState({ rename }))
    .provide([[matchers.getContext('ports'), { ...ports, projects: { ...ports.projects, update } }]]);
  return { saga, log, asked };
}

/** Brings renaming to a phase, lets something happen, and holds the state and what is done then against what is expected. */
async function happensIn(phase: Phase, event: Event, rename: RenameState, ...done: readonly string[]) {
  const isSaving = phase === 'saving';
  const { saga, log, asked } = renaming(renameIn[isSaving ? 'asking' : phase]);
  const answers: Partial<Record<Event, Happening>> = {
    renameDone: () => asked[0]?.answer(green),
    renameRefused: () => asked[0]?.fail(networkGone()),
  };
  const { storeState } = await happens(
    saga,
    ...(isSaving ? [eventOf.renameSubmitted] : []),
    () => void log.splice(0),
    (isSaving ? answers[event] : undefined) ?? eventOf[event],
    () => expect(log).toEqual(done),
  );
  const state = storeState as RootState;
  expect(state.rename).toStrictEqual(rename);
  return state;
}

/** The test of a filled cell: the state that follows, and everything that is done about it. */
const cell = (name: CellName<RenameState, RenameEvents>, rename: RenameState, ...done: readonly string[]) =>
  it(name, async () => {
    const { from, event, to } = cellOf<RenameState, RenameEvents>(name);
    await happensIn(from, event, rename, ...done);
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
  cell('closed · sessionEnded → closed', renameIn.closed);
  cell('asking · sessionEnded → closed', renameIn.closed);
  cell('saving · sessionEnded → closed', renameIn.closed, 'gives up');
  cell('refused · sessionEnded → closed', renameIn.closed);
});

describe('each empty cell', () => {
  it.each(cells.filter(({ to }) => to === ''))('$from · $event changes nothing', async ({ from, event }) => {
    const state = signedInState({ rename: renameIn[from] });
    expect(reducer(state, eventOf[event]).rename).toBe(state.rename);
    // A name that no dialog is open for is not sent by the page; the saga leaves that to the table.
    const done = event === 'renameSubmitted' && from === 'closed' ? ['update tea {"title":"Green tea"}'] : [];
    await happensIn(from, event, renameIn[from], ...done);
  });
});

it('is the table as it was written by hand', () => {
  const filled = cells.flatMap(({ from, event, to }) => (to === '' ? [] : [{ from, event, to }]));
  expect([...edges<RenameState, RenameEvents>(renameSlice.table)]).toEqual(expect.arrayContaining(filled));
  expect(edges<RenameState, RenameEvents>(renameSlice.table)).toHaveLength(filled.length);
  expect(columns).toEqual(renameSlice.events);
});

describe('saving a new name', () => {
  it('brings the project with it, and says so', async () => {
    expect(await happensIn('saving', 'renameDone', renameIn.closed)).toMatchObject({
      projects: { byId: { tea: green } },
      notices: [{ kind: 'info', text: 'Project renamed' }],
    });
  });

  it.each([
    ["the server's words", refused(422, { detail: 'Too long.' }), { ...renameIn.refused, message: 'Too long.' }],
    ['nothing when it was signed out', signedOutError(), renameIn.saving],
  ])('that fails says %s', async (_what, error, rename) => {
    const { saga, asked } = renaming(renameIn.asking);
    await happens(saga.hasFinalState(signedInState({ rename })), eventOf.renameSubmitted, () => asked[0]?.fail(error));
  });

  it('is given up when the session ends, and its answer is not heard', async () => {
    const { saga, asked, log } = renaming(renameIn.asking);
    const { storeState } = await happens(
      saga,
      eventOf.renameSubmitted,
      sessionEnded({ byChoice: true }),
      () => expect(log.slice(1)).toEqual(['gives up']),
      () => asked[0]?.answer(green),
    );
    expect(storeState).toMatchObject({ rename: { phase: 'closed' }, projects: { byId: {} }, notices: [] });
  });
});
