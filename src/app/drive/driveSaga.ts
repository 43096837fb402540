import { buffers, END, eventChannel } from 'redux-saga';
import { call, put, race, take, takeLatest } from 'typed-redux-saga';
import type { DriveSpreadsheet } from '../../contract/drive';
import { createPageLeft } from '../createFlow/createFlowSlice';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { getPorts } from '../ports';
import { sessionEnded } from '../session/sessionSlice';
import type { DriveApi } from './driveApi';
import { uploadCancelled, uploadDone, uploadProgressed, uploadRefused, uploadStarted } from './driveSlice';

/** Said when the server has no words of its own. */
export const UPLOAD_FAILED = 'The upload did not finish. Try again.';

type News = { readonly percent: number } | { readonly spreadsheet: DriveSpreadsheet } | { readonly error: unknown };

/** An upload as news: each new percent, then its end. Closing the channel aborts the upload. */
export const uploadNews = (upload: DriveApi['upload'], file: File) =>
  eventChannel<News>((emit) => {
    const aborter = new AbortController();
    let told = 0;
    const onProgress = (share: number) => {
      const percent = Math.floor(share * 100);
      if (percent > told) emit({ percent: (told = percent) });
    };
    upload(file, onProgress, aborter.signal)
      .then(
        (spreadsheet) => emit({ spreadsheet }),
        (error: unknown) => emit({ error }),
      )
      .finally(() => emit(END));
    return () => aborter.abort();
  }, buffers.expanding(4));

function* follow(news: ReturnType<typeof uploadNews>) {
  try {
    while (true) {
      const told = yield* take(news);
      if ('percent' in told) yield* put(uploadProgressed(told.percent));
      else if ('spreadsheet' in told) yield* put(uploadDone({ url: told.spreadsheet.url }));
      else yield* fail(told.error);
    }
  } finally {
    news.close();
  }
}

function* fail(error: unknown) {
  const failure = failureOf(error);
  if (failure.kind !== 'signedOut') yield* put(uploadRefused(failureText(failure, UPLOAD_FAILED)));
}

/** Sends the file until it is done, given up, or the page or the session is left. */
export function* uploadWorkbook({ meta: { file } }: ReturnType<typeof uploadStarted>) {
  const { drive } = yield* getPorts();
  const news = yield* call(uploadNews, drive.upload, file);
  yield* race({ ended: call(follow, news), left: take([uploadCancelled, createPageLeft, sessionEnded]) });
}

export function* driveSaga() {
  yield* takeLatest(uploadStarted, uploadWorkbook);
}
