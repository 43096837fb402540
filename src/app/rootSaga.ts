import { spawn } from 'typed-redux-saga';
import { aboutSaga } from './about/aboutSaga';
import { createFlowSaga } from './createFlow/createFlowSaga';
import { driveSaga } from './drive/driveSaga';
import { endpointSaga } from './endpoint/endpointSaga';
import { keysSaga } from './keys/keysSaga';
import { noticesSaga } from './notices/noticesSaga';
import { projectOrderSaga } from './projects/projectOrderSaga';
import { projectsSaga } from './projects/projectsSaga';
import { supervised } from './sagas/supervised';
import { authSaga } from './session/authSaga';
import { sessionLossSaga } from './session/sessionLossSaga';
import { sessionSaga, startSession } from './session/sessionSaga';

/** One line a feature. None brings another down; what only has to be done at the start comes last. */
export function* rootSaga() {
  yield* spawn(supervised, 'session', sessionSaga);
  yield* spawn(supervised, 'sessionLoss', sessionLossSaga);
  yield* spawn(supervised, 'auth', authSaga);
  yield* spawn(supervised, 'createFlow', createFlowSaga);
  yield* spawn(supervised, 'projects', projectsSaga);
  yield* spawn(supervised, 'endpoint', endpointSaga);
  yield* spawn(supervised, 'keys', keysSaga);
  yield* spawn(supervised, 'drive', driveSaga);
  yield* spawn(supervised, 'notices', noticesSaga);
  yield* spawn(supervised, 'projectOrder', projectOrderSaga);
  yield* spawn(supervised, 'about', aboutSaga);
  yield* spawn(supervised, 'start', startSession);
}
