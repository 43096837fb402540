import { fork } from 'typed-redux-saga';
import { aboutSaga } from './about/aboutSaga';
import { commandCopySaga } from './commands/copySaga';
import { lazySagas } from './lazySagas';
import { noticesSaga } from './notices/noticesSaga';
import { columnSized, looksFound, looksIn, notesDismissed, widthsRenamed } from './grid/tabLayouts';
import { projectOrders } from './projects/projectOrder';
import { selectProjectOrder } from './projects/projectsSelectors';
import { projectsSaga } from './projects/projectsSaga';
import { orderChosen } from './projects/projectsSlice';
import { lazySaga } from './sagas/lazySaga';
import { persisted, persistedChoice } from './sagas/persisted';
import { supervised } from './sagas/supervised';
import { otherTabsSaga } from './session/otherTabs';
import { sessionLossSaga } from './session/sessionLossSaga';
import { sessionSaga, startSession } from './session/sessionSaga';
import { selectSingleKeysOn, singleKeysSwitched } from './shortcuts/shortcutsSlice';
import { snippetLanguages } from './snippets/snippetRequest';
import { languageChosen, selectSnippetLanguage } from './snippets/snippetsSlice';

/** Restores and stores the choices that belong to the browser, and not to a user. */
function* choicesSaga() {
  yield* persistedChoice('tabpoint.projectOrder', orderChosen, selectProjectOrder, projectOrders);
  yield* persistedChoice('tabpoint.snippetLanguage', languageChosen, selectSnippetLanguage, snippetLanguages);
  yield* persistedChoice('tabpoint.singleKeys', singleKeysSwitched, selectSingleKeysOn, [true, false]);
  yield* persisted('tabpoint.tabLooks', {
    found: looksFound,
    changing: [notesDismissed, columnSized, widthsRenamed],
    select: ({ tabLooks }) => tabLooks,
    read: looksIn,
    write: JSON.stringify,
  });
}

/**
 * Starts the saga of every feature, then the lazy ones, and at last the first session request. `supervised` catches every error, so no
 * feature stops another one; the store's `stop` cancels all of them.
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
