import type { UsageAnswer } from '../../../src/contract/usage';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { rootReducer } from '../../../src/app/rootReducer';
import { createAppStore } from '../../../src/app/store';
import { selectUsage, selectUsageView } from '../../../src/app/usage/usageSelectors';
import {
  questionChosen,
  usageLeft,
  usageOpened,
  type UsageQuestion,
  usageSlice,
} from '../../../src/app/usage/usageSlice';
import { signedOutError } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';
import { busy, usageOf } from './usageAnswers';

usageSlice.injectInto(rootReducer);

async function opened() {
  const read = controlledCall<[UsageQuestion], UsageAnswer>();
  const store = createAppStore(fakePorts({ usage: { read: read.call } }));
  store.dispatch(usageOpened());
  for (let turn = 0; turn < 500 && read.calls.length === 0; turn += 1) await settled();
  return { store, calls: read.calls, state: () => store.getState() };
}

const week: UsageQuestion = { days: 7, projectId: 'p1' };

it('uses the response to the last request only', async () => {
  const { store, calls, state } = await opened();
  store.dispatch(questionChosen(week));
  expect(calls[0]?.aborted()).toBe(true);
  calls[0]?.answer(usageOf([]));
  calls[1]?.answer(busy);
  await settled();
  expect(selectUsage(state())).toBe(busy);
});

it('is aborted when the page is left, and loaded again on return', async () => {
  const { store, calls, state } = await opened();
  store.dispatch(usageLeft());
  expect(calls[0]?.aborted()).toBe(true);
  store.dispatch(usageOpened());
  await settled();
  calls[1]?.answer(busy);
  await settled();
  store.dispatch(usageLeft());
  store.dispatch(usageOpened());
  await settled();
  expect(calls).toHaveLength(3);
  expect([selectUsageView(state()).known.phase, selectUsage(state())]).toEqual(['asking', busy]);
});

it('is cleared with the session, and shows no error of its own after a 401', async () => {
  const { store, calls, state } = await opened();
  calls[0]?.fail(signedOutError());
  await settled();
  expect(selectUsageView(state()).known.phase).toBe('loading');
  store.dispatch(questionChosen(week));
  store.dispatch(sessionEnded({ byChoice: false }));
  expect(calls[1]?.aborted()).toBe(true);
  expect(selectUsageView(state()).known.question).toEqual({ days: 30, projectId: null });
});
