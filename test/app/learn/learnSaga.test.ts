import { expectSaga } from 'redux-saga-test-plan';
import { throwError } from 'redux-saga-test-plan/providers';
import * as matchers from 'redux-saga-test-plan/matchers';
import { allParts, articleOf } from '../../../src/app/learn/guideTexts';
import { guideOpened, guideSearchTyped } from '../../../src/app/learn/learnEvents';
import { learnSaga } from '../../../src/app/learn/learnSaga';
import {
  freshLearn,
  guideArrived,
  guideFailed,
  guideTextsArrived,
  guideTextsFailed,
  type LearnState,
  learnSlice,
} from '../../../src/app/learn/learnSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';

const parts = [{ slug: 'read', heading: 'Read', text: 'tea' }];
const reducer = (state = { learn: freshLearn }, action: { type: string }): { learn: LearnState } => ({
  learn: learnSlice.reducer(state.learn, action),
});
const search = (...provided: Parameters<ReturnType<typeof expectSaga>['provide']>) =>
  expectSaga(learnSaga)
    .withReducer(reducer)
    .provide(...provided);

test('texts are fetched with the first letter, once', async () => {
  const { storeState } = await search([[matchers.call.fn(allParts), parts]])
    .dispatch(guideSearchTyped('t'))
    .delay(0)
    .dispatch(guideSearchTyped('te'))
    .put(guideTextsArrived(parts))
    .silentRun(250);
  expect(storeState).toEqual({ learn: { articles: {}, search: 'te', texts: { phase: 'ready', parts } } });
});

test('texts that failed are fetched again with the next letter', async () => {
  await search([[matchers.call.fn(allParts), throwError(new Error('no network'))]])
    .dispatch(guideSearchTyped('t'))
    .put(guideTextsFailed())
    .hasFinalState({ learn: { articles: {}, search: 't', texts: { phase: 'failed' } } })
    .silentRun(20);
});

const article = { title: 'Read', minutes: 1, lead: [], blocks: [] };

test('a guide is fetched once', async () => {
  const { storeState } = await search([[matchers.call(articleOf, 'read'), article]])
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
  await expectSaga(learnSaga)
    .withReducer(reducer)
    .provide({ call: ({ fn }, next) => (fn === articleOf ? fetch() : next()) })
    .dispatch(guideOpened({ slug: 'read' }))
    .delay(0)
    .put(guideFailed({ slug: 'read' }))
    .dispatch(guideOpened({ slug: 'read' }))
    .put(guideArrived({ slug: 'read', article }))
    .silentRun(250);
});

test('the end of the session clears the search and keeps the texts', () => {
  const state = { articles: {}, search: 'tea', texts: { phase: 'ready', parts } } as const;
  expect(learnSlice.reducer(state, sessionEnded({ byChoice: true }))).toEqual({ ...state, search: '' });
});

test('the next letter clears the failure of the texts', () => {
  const failed = { ...freshLearn, texts: { phase: 'failed' } as const };
  expect(learnSlice.reducer(failed, guideSearchTyped('te')).texts).toEqual({ phase: 'loading' });
});
