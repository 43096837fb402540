import { takeLatest } from 'typed-redux-saga';
import { createPageLeft, uploadDone } from '../createFlow/createFlowSlice';
import { failureAdvice } from '../http/shownFailure';
import { getPorts } from '../ports';
import { request } from '../sagas/request';
import { uploading } from '../sagas/uploading';
import { uploadCancelled, uploadProgressed, uploadRefused, uploadStarted } from './driveSlice';

/** Fallback for a failure without a message from the server. */
const UPLOAD_FAILED = 'The upload did not finish. Try again.';

/** Uploads the file. Aborted by "Cancel", and when the page or the session is left. */
function* uploadWorkbook({ meta: { file } }: ReturnType<typeof uploadStarted>) {
  const { drive } = yield* getPorts();
  const upload = uploading((onProgress, signal) => drive.upload(file, onProgress, signal), uploadProgressed);
  yield* request(upload, {
    done: ({ url }) => uploadDone({ url }),
    failed: (failure) => uploadRefused(failureAdvice(failure, UPLOAD_FAILED)),
    until: [uploadCancelled, createPageLeft],
  });
}

export const driveSaga = () => takeLatest(uploadStarted, uploadWorkbook);
