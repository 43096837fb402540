import { expectSaga } from 'redux-saga-test-plan';
import * as matchers from 'redux-saga-test-plan/matchers';
import type { DriveChange, DrivePreviewAnswer } from '../../../src/contract/drive';
import {
  createPageLeft,
  draftAccepted,
  draftCleared,
  draftRejected,
} from '../../../src/app/createFlow/createFlowSlice';
import { edges } from '../../../src/app/machine/transitionTable';
import { readingSaga } from '../../../src/app/reading/readingSaga';
import {
  type Reading,
  readingArrived,
  readingChosen,
  readingFailed,
  readingOpened,
  readingSlice,
  readingTransitions,
  sheetPicked,
} from '../../../src/app/reading/readingSlice';
import { rootReducer } from '../../../src/app/rootReducer';
import { networkGone, refused, signedInState, signedOutError, teaDraft } from '../../fixtures/appState';
import { type PendingCall, controlledCall, fakePorts } from '../../fixtures/fakePorts';
import { cellsOf, type ExpectedGrid, type Step, runSteps } from '../../fixtures/cells';
import { previewOf } from './previews';

type Phase = Reading['phase'];
type Event = keyof typeof eventOf;

const ID = 'tpd_teas';
const before = previewOf(ID);
const after = previewOf(ID, { encoding: 'shift_jis' });
const change: DriveChange = { encoding: 'shift_jis' };

const eventOf = {
  readingOpened: readingOpened({ spreadsheetId: ID }),
  readingArrived: readingArrived(after),
  readingFailed: readingFailed({ message: 'No.' }),
  sheetPicked: sheetPicked({ sheetId: 4 }),
  readingChosen: readingChosen(change),
  draftAccepted: draftAccepted(teaDraft),
  draftCleared: draftCleared(),
  draftRejected: draftRejected({ text: 'tea' }),
  createPageLeft: createPageLeft(),
} as const satisfies Record<string, Step>;

const readingIn: { readonly [P in Phase]: Extract<Reading, { phase: P }> } = {
  closed: { phase: 'closed' },
  loading: { phase: 'loading', spreadsheetId: ID },
  shown: { phase: 'shown', spreadsheetId: ID, answer: before },
  changing: { phase: 'changing', spreadsheetId: ID, answer: before },
  refused: { phase: 'refused', spreadsheetId: ID, answer: before, message: 'Before.' },
  failed: { phase: 'failed', spreadsheetId: ID, message: 'Before.' },
};

/** Rows are phases, columns events; '' changes nothing. */
// oxfmt-ignore
const expected: ExpectedGrid<Reading> = {
  //         opened     arrived  failed     picked      chosen      accepted  cleared   rejected  left
  closed:   ['loading', '',      '',        '',         '',         'closed', 'closed', 'closed', 'closed'],
  loading:  ['loading', 'shown', 'failed',  '',         '',         'closed', 'closed', 'closed', 'closed'],
  shown:    ['loading', '',      '',        'changing', 'changing', 'closed', 'closed', 'closed', 'closed'],
  changing: ['loading', 'shown', 'refused', '',         '',         'closed', 'closed', 'closed', 'closed'],
  refused:  ['loading', '',      '',        'changing', 'changing', 'closed', 'closed', 'closed', 'closed'],
  failed:   ['loading', '',      '',        '',         '',         'closed', 'closed', 'closed', 'closed'],
};

const cells = cellsOf<Reading, Event>(expected, Object.keys(eventOf) as Event[]);

/** The state after an event. */
function stateAfter(event: Event, to: Phase): Reading {
  const answer = event === 'readingArrived' ? after : before;
  const message = 'No.';
  return {
    ...readingIn[to],
    ...('answer' in readingIn[to] && { answer }),
    ...(to === 'refused' || to === 'failed' ? { message } : {}),
  };
}

it.each(cells.filter(({ to }) => to !== ''))('$from · $event → $to', async ({ from, event, to }) => {
  const saga = expectSaga(function* () {})
    .withReducer(readingSlice.reducer, readingIn[from])
    .hasFinalState(stateAfter(event, to as Phase));
  await runSteps(saga, eventOf[event]);
});

it.each(cells.filter(({ to }) => to === ''))('$from · $event changes nothing', ({ from, event }) => {
  expect(readingSlice.reducer(readingIn[from], eventOf[event])).toBe(readingIn[from]);
});

it('matches the table written by hand', () => {
  const table = edges(readingTransitions).map((edge) => JSON.stringify([edge.from, edge.event, edge.to]));
  const filled = cells.filter(({ to }) => to !== '').map(({ from, event, to }) => JSON.stringify([from, event, to]));
  expect(new Set(table)).toEqual(new Set(filled));
  expect(table).toHaveLength(filled.length);
});

/** The saga with the root reducer; tests answer its calls. */
function world(reading: Reading) {
  const preview = controlledCall<[object], DrivePreviewAnswer>();
  const choose = controlledCall<[object, DriveChange], DrivePreviewAnswer>();
  const ports = fakePorts({ reading: { preview: preview.call, choose: choose.call } });
  const saga = expectSaga(readingSaga)
    .withReducer(rootReducer, signedInState({ reading }))
    .provide([[matchers.getContext('ports'), ports]]);
  return { saga, preview: preview.calls, choose: choose.calls };
}

const first = <Answer>([call]: readonly PendingCall<Answer>[]) => call as PendingCall<Answer>;
const ending = (reading: Reading) => signedInState({ reading });

it('loads the first rows of the opened spreadsheet', async () => {
  const { saga, preview } = world(readingIn.closed);
  await runSteps(
    saga.hasFinalState(ending({ ...readingIn.shown, answer: after })),
    eventOf.readingOpened,
    () => expect(first(preview).args).toEqual([{ spreadsheetId: ID }]),
    () => first(preview).answer(after),
  );
});

it('loads the first rows of another sheet', async () => {
  const { saga, preview } = world(readingIn.shown);
  await runSteps(
    saga.hasFinalState(ending({ ...readingIn.shown, answer: after })),
    eventOf.sheetPicked,
    () => expect(first(preview).args).toEqual([{ spreadsheetId: ID, sheetId: 4 }]),
    () => first(preview).answer(after),
  );
});

it('sends a choice for the sheet on the screen', async () => {
  const { saga, choose } = world(readingIn.shown);
  await runSteps(
    saga.hasFinalState(ending({ ...readingIn.shown, answer: after })),
    eventOf.readingChosen,
    () => expect(first(choose).args).toEqual([{ spreadsheetId: ID, sheetId: 0 }, change]),
    () => first(choose).answer(after),
  );
});

it('sends no choice while another one is in flight', async () => {
  const { saga, choose } = world(readingIn.shown);
  await runSteps(saga.hasFinalState(ending(readingIn.changing)), eventOf.readingChosen, () =>
    expect(choose).toHaveLength(1),
  );
  const busy = world(readingIn.loading);
  await runSteps(busy.saga.hasFinalState(ending(readingIn.loading)), eventOf.readingChosen, () =>
    expect(busy.choose).toEqual([]),
  );
});

it.each([
  ['the server’s message', refused(409, { detail: 'This spreadsheet was changed.' }), 'This spreadsheet was changed.'],
  ['the default message', networkGone(), 'That could not be chosen. Try again.'],
])('shows %s if a choice fails, and keeps the preview', async (_what, error, message) => {
  const { saga, choose } = world(readingIn.shown);
  await runSteps(saga.hasFinalState(ending({ ...readingIn.refused, message })), eventOf.readingChosen, () =>
    first(choose).fail(error),
  );
});

it('never blocks creating the project if the first rows fail to load', async () => {
  const { saga, preview } = world(readingIn.closed);
  const message = 'The first rows could not be shown. The project can be created all the same.';
  await runSteps(saga.hasFinalState(ending({ ...readingIn.failed, message })), eventOf.readingOpened, () =>
    first(preview).fail(networkGone()),
  );
});

it('shows no error after a 401', async () => {
  const { saga, preview } = world(readingIn.closed);
  await runSteps(saga.hasFinalState(ending(readingIn.loading)), eventOf.readingOpened, () =>
    first(preview).fail(signedOutError()),
  );
});

it.each(['draftAccepted', 'draftCleared', 'draftRejected', 'createPageLeft'] as const)(
  '%s aborts requests in flight',
  async (event) => {
    const { saga, choose } = world(readingIn.shown);
    await runSteps(saga, eventOf.readingChosen, eventOf[event], () => expect(first(choose).aborted()).toBe(true));
  },
);
