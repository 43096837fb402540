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
import { refused, signedOutError } from '../../fixtures/appState';
import { byHand, fakePorts, settled } from '../../fixtures/fakePorts';
import { busy, usageOf } from './usageAnswers';

usageSlice.injectInto(rootReducer);

async function opened() {
  const read = byHand<[UsageQuestion], UsageAnswer>();
  const list = jest.fn(() => new Promise<never>(() => undefined));
  const ports = fakePorts();
  const store = createAppStore({ ...ports, usage: { read: read.call }, projects: { ...ports.projects, list } });
  store.dispatch(usageOpened());
  for (let turn = 0; turn < 500 && read.asked.length === 0; turn += 1) await settled();
  return { store, asked: read.asked, list, state: () => store.getState() };
}

const week: UsageQuestion = { days: 7, projectId: 'p1' };

it('asks for a month of all projects, and for the projects there are', async () => {
  const { asked, list, state } = await opened();
  expect(asked.map(({ args }) => args)).toEqual([[{ days: 30, projectId: null }]]);
  expect(list).toHaveBeenCalledTimes(1);
  asked[0]?.answer(busy);
  await settled();
  expect([selectUsageView(state()).known.phase, selectUsage(state())]).toEqual(['ready', busy]);
});

it('keeps what is there while something else is asked', async () => {
  const { store, asked, state } = await opened();
  asked[0]?.answer(busy);
  await settled();
  store.dispatch(questionChosen(week));
  await settled();
  expect([selectUsageView(state()).known.phase, selectUsage(state())]).toEqual(['asking', busy]);
  const other = usageOf([]);
  asked[1]?.answer(other);
  await settled();
  expect([selectUsageView(state()).known.question, selectUsage(state())]).toEqual([week, other]);
});

it('hears the answer to the last question only', async () => {
  const { store, asked, state } = await opened();
  store.dispatch(questionChosen(week));
  expect(asked[0]?.aborted()).toBe(true);
  asked[0]?.answer(usageOf([]));
  asked[1]?.answer(busy);
  await settled();
  expect(selectUsage(state())).toBe(busy);
});

it('is given up when the page is left, and asked again when it is come back to', async () => {
  const { store, asked, state } = await opened();
  store.dispatch(usageLeft());
  expect(asked[0]?.aborted()).toBe(true);
  store.dispatch(usageOpened());
  await settled();
  asked[1]?.answer(busy);
  await settled();
  store.dispatch(usageLeft());
  store.dispatch(usageOpened());
  await settled();
  expect(asked).toHaveLength(3);
  expect([selectUsageView(state()).known.phase, selectUsage(state())]).toEqual(['asking', busy]);
});

it('asks the same again after a failure', async () => {
  const { store, asked, state } = await opened();
  asked[0]?.fail(refused(503));
  await settled();
  expect(selectUsageView(state()).known.phase).toBe('failed');
  store.dispatch(usageOpened());
  await settled();
  expect(asked.map(({ args }) => args)).toEqual([[{ days: 30, projectId: null }], [{ days: 30, projectId: null }]]);
});

it('is forgotten with the session, and says nothing of its own about its loss', async () => {
  const { store, asked, state } = await opened();
  asked[0]?.fail(signedOutError());
  await settled();
  expect(selectUsageView(state()).known.phase).toBe('loading');
  store.dispatch(questionChosen(week));
  store.dispatch(sessionEnded({ byChoice: false }));
  expect(asked[1]?.aborted()).toBe(true);
  expect(selectUsageView(state()).known.question).toEqual({ days: 30, projectId: null });
});
