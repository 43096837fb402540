import { expectSaga } from 'redux-saga-test-plan';
import * as matchers from 'redux-saga-test-plan/matchers';
import type { DriveChange, DrivePreviewAnswer } from '../../../src/contract/drive';
import {
  createPageLeft,
  draftAccepted,
  draftCleared,
  draftRejected,
} from '../../../src/app/createFlow/createFlowSlice';
import { readingSaga } from '../../../src/app/reading/readingSaga';
import {
  type Reading,
  readingArrived,
  readingChosen,
  readingFailed,
  readingOpened,
  readingSlice,
  sheetPicked,
} from '../../../src/app/reading/readingSlice';
import { rootReducer } from '../../../src/app/rootReducer';
import { networkGone, signedInState, signedOutError, teaDraft } from '../../fixtures/appState';
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
  failed: { phase: 'failed', spreadsheetId: ID, message: 'Before.' },
};

/** Rows are phases, columns events; '' changes nothing. */
// oxfmt-ignore
const expected: ExpectedGrid<Reading> = {
  //         opened     arrived  failed     picked      chosen      accepted  cleared   rejected  left
  closed:   ['loading', '',      '',        '',         '',         'closed', 'closed', 'closed', 'closed'],
  loading:  ['loading', 'shown', 'failed',  '',         '',         'closed', 'closed', 'closed', 'closed'],
  shown:    ['loading', '',      '',        'changing', 'changing', 'closed', 'closed', 'closed', 'closed'],
  changing: ['loading', 'shown', 'shown',   '',         '',         'closed', 'closed', 'closed', 'closed'],
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
    ...(event === 'readingFailed' && { message }),
  };
}

it.each(cells)('$from · $event → $to', ({ from, event, to }) => {
  const former = readingIn[from];
  const next = readingSlice.reducer(former, eventOf[event]);
  if (to === '') expect(next).toBe(former);
  else expect(next).toStrictEqual(stateAfter(event, to));
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

it('shows a message if a choice fails without one of the server, and keeps the preview', async () => {
  const { saga, choose } = world(readingIn.shown);
  const message = 'That could not be chosen. Try again.';
  await runSteps(saga.hasFinalState(ending({ ...readingIn.shown, message })), eventOf.readingChosen, () =>
    first(choose).fail(networkGone()),
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
