import { fork } from 'typed-redux-saga';
import { aboutSaga } from './about/aboutSaga';
import { commandCopySaga } from './commands/copySaga';
import { lazySagas } from './lazySagas';
import { noticesSaga } from './notices/noticesSaga';
import { columnSized, looksFound, looksIn, notesDismissed, widthsRenamed } from './grid/tabLooks';
import { projectOrders } from './projects/projectOrder';
import type { RootState } from './rootReducer';
import { projectsSaga } from './projects/projectsSaga';
import { orderChosen } from './projects/projectsSlice';
import { lazySaga } from './sagas/lazySaga';
import { persisted, persistedState } from './sagas/persisted';
import { supervised } from './sagas/supervised';
import { otherTabsSaga } from './session/otherTabs';
import { sessionLossSaga } from './session/sessionLossSaga';
import { sessionSaga, startSession } from './session/sessionSaga';
import { singleKeysSwitched } from './shortcuts/shortcutsSlice';
import { snippetLanguages } from './snippets/snippetRequest';
import { languageChosen } from './snippets/snippetsSlice';

/** What is chosen once in this browser, for every person who signs in. */
function* choicesSaga() {
  yield* persisted('tabpoint.projectOrder', orderChosen, projectOrders);
  yield* persisted('tabpoint.snippetLanguage', languageChosen, snippetLanguages);
  yield* persisted('tabpoint.singleKeys', singleKeysSwitched, [true, false]);
  yield* persistedState('tabpoint.tabLooks', {
    found: looksFound,
    changing: [notesDismissed, columnSized, widthsRenamed],
    select: (state: RootState) => state.tabLooks,
    read: looksIn,
  });
}

/**
 * One line a feature, and the late ones; what only has to be done at the start comes last. `supervised` lets no failure out, so none
 * brings another down; the store's `stop` ends all of them.
 */
export function* rootSaga() {
  yield* fork(supervised, 'session', sessionSaga);
  yield* fork(supervised, 'sessionLoss', sessionLossSaga);
  yield* fork(supervised, 'otherTabs', otherTabsSaga);
  yield* fork(supervised, 'projects', projectsSaga);
  yield* fork(supervised, 'commandCopy', commandCopySaga);
  yield* fork(supervised, 'notices', noticesSaga);
  yield* fork(supervised, 'choices', choicesSaga);
  yield* fork(supervised, 'about', aboutSaga);
  for (const [feature, late] of Object.entries(lazySagas))
    yield* fork(supervised, feature, () =>
      lazySaga({ slices: [feature], ...(typeof late === 'function' ? { load: late } : late) }),
    );
  yield* fork(supervised, 'start', startSession);
}
