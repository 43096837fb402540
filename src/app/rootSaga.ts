import { spawn } from 'typed-redux-saga';
import { aboutSaga } from './about/aboutSaga';
import { commandCopySaga } from './commands/copySaga';
import { createFlowSaga } from './createFlow/createFlowSaga';
import { sheetLoaderSaga } from './drive/sheet/sheetLoaderSaga';
import { endpointSaga } from './endpoint/endpointSaga';
import {
  lateAccountSaga,
  lateColumnsSaga,
  lateConsentSaga,
  lateDriveSaga,
  lateFirstCallSaga,
  lateKeysSaga,
  lateLearnSaga,
  lateOriginsSaga,
  latePlansSaga,
  lateSecondStepSaga,
  lateSettingsSaga,
  lateSyncSaga,
  lateTemplatesSaga,
  lateTryItSaga,
  lateUsageSaga,
  lateVersionsSaga,
} from './lateSagas';
import { noticesSaga } from './notices/noticesSaga';
import { projectOrders } from './projects/projectOrder';
import { projectsSaga } from './projects/projectsSaga';
import { orderChosen } from './projects/projectsSlice';
import { persisted } from './sagas/persisted';
import { supervised } from './sagas/supervised';
import { authSaga } from './session/authSaga';
import { otherTabsSaga } from './session/otherTabs';
import { sessionLossSaga } from './session/sessionLossSaga';
import { sessionSaga, startSession } from './session/sessionSaga';
import { singleKeysSwitched } from './shortcuts/shortcutsSlice';
import { snippetLanguages } from './snippets/snippetRequest';
import { languageChosen } from './snippets/snippetsSlice';

/** What is chosen in this browser once, whoever is signed in. */
function* choicesSaga() {
  yield* persisted('tabpoint.projectOrder', orderChosen, projectOrders);
  yield* persisted('tabpoint.snippetLanguage', languageChosen, snippetLanguages);
  yield* persisted('tabpoint.singleKeys', singleKeysSwitched, [true, false]);
}

/** One line a feature. None brings another down; what only has to be done at the start comes last. */
export function* rootSaga() {
  yield* spawn(supervised, 'session', sessionSaga);
  yield* spawn(supervised, 'sessionLoss', sessionLossSaga);
  yield* spawn(supervised, 'otherTabs', otherTabsSaga);
  yield* spawn(supervised, 'auth', authSaga);
  yield* spawn(supervised, 'secondStep', lateSecondStepSaga);
  yield* spawn(supervised, 'createFlow', createFlowSaga);
  yield* spawn(supervised, 'consent', lateConsentSaga);
  yield* spawn(supervised, 'projects', projectsSaga);
  yield* spawn(supervised, 'endpoint', endpointSaga);
  yield* spawn(supervised, 'columns', lateColumnsSaga);
  yield* spawn(supervised, 'keys', lateKeysSaga);
  yield* spawn(supervised, 'origins', lateOriginsSaga);
  yield* spawn(supervised, 'firstCall', lateFirstCallSaga);
  yield* spawn(supervised, 'drive', lateDriveSaga);
  yield* spawn(supervised, 'sheet', sheetLoaderSaga);
  yield* spawn(supervised, 'settings', lateSettingsSaga);
  yield* spawn(supervised, 'sync', lateSyncSaga);
  yield* spawn(supervised, 'versions', lateVersionsSaga);
  yield* spawn(supervised, 'account', lateAccountSaga);
  yield* spawn(supervised, 'templates', lateTemplatesSaga);
  yield* spawn(supervised, 'learn', lateLearnSaga);
  yield* spawn(supervised, 'usage', lateUsageSaga);
  yield* spawn(supervised, 'plans', latePlansSaga);
  yield* spawn(supervised, 'commandCopy', commandCopySaga);
  yield* spawn(supervised, 'notices', noticesSaga);
  yield* spawn(supervised, 'tryIt', lateTryItSaga);
  yield* spawn(supervised, 'choices', choicesSaga);
  yield* spawn(supervised, 'about', aboutSaga);
  yield* spawn(supervised, 'start', startSession);
}
