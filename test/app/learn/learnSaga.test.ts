import { expectSaga } from 'redux-saga-test-plan';
import { guides } from '../../../src/app/learn/guideList';
import { articleOf } from '../../../src/app/learn/guideTexts';
import { guideOpened, guideSearchTyped } from '../../../src/app/learn/learnEvents';
import { learnSaga } from '../../../src/app/learn/learnSaga';
import { selectTextsPhase } from '../../../src/app/learn/learnSelectors';
import { freshLearn, guideArrived, guideFailed, type LearnState, learnSlice } from '../../../src/app/learn/learnSlice';
import type { RootState } from '../../../src/app/rootReducer';
import { sessionEnded } from '../../../src/app/session/sessionSlice';

const reducer = (state = { learn: freshLearn }, action: { type: string }): { learn: LearnState } => ({
  learn: learnSlice.reducer(state.learn, action),
});
/** The saga with this in place of the request of a guide's text. */
const fetching = (answer: () => unknown) =>
  expectSaga(learnSaga)
    .withReducer(reducer)
    .provide({ call: ({ fn }, next): unknown => (fn === articleOf ? answer() : next()) });

const article = { title: 'Read', minutes: 1, lead: [], blocks: [] };

test('all guides are fetched with the first letter of a search, once', async () => {
  const fetched = jest.fn(() => article);
  const { storeState } = await fetching(fetched)
    .dispatch(guideSearchTyped('t'))
    .dispatch(guideSearchTyped('te'))
    .silentRun(20);
  expect(fetched).toHaveBeenCalledTimes(guides.length);
  expect(selectTextsPhase(storeState as RootState)).toBe('ready');
});

test('a guide that failed is fetched again with the next letter', async () => {
  const fetched = jest
    .fn(() => article)
    .mockImplementationOnce(() => {
      throw new Error('no network');
    });
  const { storeState } = await fetching(fetched)
    .dispatch(guideSearchTyped('t'))
    .delay(0)
    .put(guideFailed({ slug: 'first-endpoint' }))
    .dispatch(guideSearchTyped('te'))
    .silentRun(20);
  expect(fetched).toHaveBeenCalledTimes(guides.length + 1);
  expect(selectTextsPhase(storeState as RootState)).toBe('ready');
});

test('a guide is fetched once', async () => {
  const { storeState } = await fetching(() => article)
    .dispatch(guideOpened({ slug: 'read' }))
    .delay(0)
    .dispatch(guideOpened({ slug: 'read' }))
    .put(guideArrived({ slug: 'read', article }))
    .silentRun(250);
  expect(storeState).toEqual({ learn: { ...freshLearn, articles: { read: { phase: 'ready', article } } } });
});

test('a guide that failed shows an error, and is fetched again on request', async () => {
  let times = 0;
  const fetch = () => {
    times += 1;
    if (times === 1) throw new Error('no network');
    return article;
  };
  await fetching(fetch)
    .dispatch(guideOpened({ slug: 'read' }))
    .delay(0)
    .put(guideFailed({ slug: 'read' }))
    .dispatch(guideOpened({ slug: 'read' }))
    .put(guideArrived({ slug: 'read', article }))
    .silentRun(250);
});

test('the end of the session clears the search and keeps the texts', () => {
  const state: LearnState = { articles: { read: { phase: 'ready', article } }, search: 'tea' };
  expect(learnSlice.reducer(state, sessionEnded({ byChoice: true }))).toEqual({ ...state, search: '' });
});
