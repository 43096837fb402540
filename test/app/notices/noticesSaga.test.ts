import { expectSaga, testSaga } from 'redux-saga-test-plan';
import { takeEvery } from 'redux-saga/effects';
import { dismissLater, noticesSaga } from '../../../src/app/notices/noticesSaga';
import { noticeDismissed, noticeShown } from '../../../src/app/notices/noticesSlice';
import { selectNotices } from '../../../src/app/notices/noticesSelectors';
import { rootReducer } from '../../../src/app/rootReducer';
import { stateWith } from '../../fixtures/appState';

it('looks after every notice', () => {
  testSaga(noticesSaga).next().is(takeEvery(noticeShown, dismissLater)).next().isDone();
});

it.each([
  [5_000, undefined],
  [10_000, { label: 'See plans', to: '/upgrade' }],
])('takes an info away after %d ms', (time, action) => {
  const shown = noticeShown({ kind: 'info', text: 'Project renamed', ...(action && { action }) });
  testSaga(dismissLater, shown).next().delay(time).next().put(noticeDismissed(shown.payload.id)).next().isDone();
});

it('leaves an error until it is dismissed', () =>
  expectSaga(dismissLater, noticeShown({ kind: 'error', text: 'No.' }))
    .not.put.actionType(noticeDismissed.type)
    .run());

it('keeps three at most, the oldest makes room', () => {
  const texts = ['one', 'two', 'three', 'four'];
  const shown = texts.map((text) => noticeShown({ kind: 'info', text }));
  const state = shown.reduce(rootReducer, stateWith());
  expect(selectNotices(state).map(({ text }) => text)).toEqual(['two', 'three', 'four']);
});

it('takes away the one that is dismissed', () => {
  const one = noticeShown({ kind: 'info', text: 'one' });
  const two = noticeShown({ kind: 'info', text: 'one' });
  const state = [one, two, noticeDismissed(one.payload.id)].reduce<ReturnType<typeof stateWith>>(
    rootReducer,
    stateWith(),
  );
  expect(selectNotices(state)).toEqual([two.payload]);
});
