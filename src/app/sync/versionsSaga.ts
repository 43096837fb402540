import { call, put, type SagaGenerator, select, spawn, take, takeLatest, takeLeading } from 'typed-redux-saga';
import type { VersionAnswer } from '../../contract/versions';
import { type ApiFailure, isUnknown } from '../http/apiError';
import { failureAdvice } from '../http/shownFailure';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { callApi, repeatOnChange, request, runUntil } from '../sagas/request';
import { uploading } from '../sagas/uploading';
import { fetchHistory, fetchProject } from './syncSaga';
import { renamedIn } from './renames';
import { changesInWords } from './syncWords';
import {
  type OfWorkbook,
  restoreAsked,
  versionCancelled,
  versionChosen,
  versionCompared,
  versionConfirmed,
  versionDone,
  versionProgressed,
  versionRefused,
  versionsArrived,
  versionsFailed,
  versionsLeft,
  versionsOpened,
} from './versionsSlice';
import { selectVersion } from './syncSelectors';

/** Fallback texts if the server sent none: its answer may be lost. */
export const COMPARE_FAILED = 'The new version did not arrive. Nothing was changed. Try again.';
export const VERSION_FAILED = 'The new version may not have been applied. Look at the versions before you try again.';
export const RESTORE_FAILED = 'The version may not have been restored. Look at the versions before you try again.';

const fetchVersions = (sheetId: string) =>
  request(
    repeatOnChange(() => callApi('versions', 'list', sheetId), [versionsArrived]),
    {
      done: (list) => versionsArrived({ sheetId, versions: list }),
      failed: (failure) => versionsFailed({ sheetId, failure }),
    },
  );

/** Fetches the versions when the list appears on the screen. */
export const showVersions = ({ payload: { sheetId } }: ReturnType<typeof versionsOpened>) =>
  runUntil(fetchVersions(sheetId), [versionsLeft]);

const refused = (workbook: OfWorkbook, fallback: string) => (failure: ApiFailure) =>
  versionRefused({ ...workbook, message: failureAdvice(failure, fallback) });

function* fetchAll({ projectId, sheetId }: OfWorkbook): SagaGenerator<void> {
  yield* call(fetchVersions, sheetId);
  yield* call(fetchHistory, projectId);
  yield* call(fetchProject, projectId);
}

/** Reloads the versions, the history and the project; a failure of one does not stop the others. The next version need not wait for that. */
const reload = (workbook: OfWorkbook) => spawn(() => runUntil(fetchAll(workbook)));

/** Shows why a version was not applied, and reloads what it may have changed all the same, if its answer was lost. */
function* fail(workbook: OfWorkbook, fallback: string, failure: ApiFailure) {
  yield* put(refused(workbook, fallback)(failure));
  if (isUnknown(failure)) yield* reload(workbook);
}

/** Shows the result, and reloads what it has changed. */
function* finish(workbook: OfWorkbook, text: string, { difference }: VersionAnswer) {
  yield* put(versionDone());
  const changes = difference.tabs.map((tab) => ({ sheetId: 0, ...tab }));
  yield* put(noticeShown({ kind: 'info', text, detail: changesInWords(changes) }));
  yield* reload(workbook);
}

function* apply(workbook: OfWorkbook, file: File) {
  const change = yield* select(selectVersion, workbook.projectId);
  if (change.phase !== 'applying') return;
  const agreed = { dropApiRows: change.dropApiRows, renamed: renamedIn(change.answers) };
  yield* request(callApi('versions', 'apply', workbook.sheetId, file, agreed), {
    done: (answer) => finish(workbook, 'New version applied', answer),
    failed: (failure) => fail(workbook, VERSION_FAILED, failure),
  });
}

function* compareAndApply(workbook: OfWorkbook, file: File): SagaGenerator<void> {
  const { versions } = yield* getPorts();
  const comparing = uploading(
    (onProgress, signal) => versions.compare(workbook.sheetId, file, onProgress, signal),
    (percent) => versionProgressed({ percent }),
  );
  yield* request(comparing, {
    *done(difference) {
      yield* put(versionCompared({ difference }));
      yield* take(versionConfirmed);
      // Neither "Cancel" nor another file stops it any more.
      yield* spawn(apply, workbook, file);
    },
    failed: refused(workbook, COMPARE_FAILED),
  });
}

/** Uploads and compares a chosen file, and applies it once the user confirms. */
export function* changeVersion({ payload: { projectId, sheetId }, meta: { file } }: ReturnType<typeof versionChosen>) {
  if ((yield* select(selectVersion, projectId)).phase !== 'comparing') return;
  yield* runUntil(compareAndApply({ projectId, sheetId }, file), [versionCancelled, restoreAsked]);
}

const restore = (workbook: OfWorkbook, n: number) =>
  request(callApi('versions', 'restore', workbook.sheetId, n), {
    done: (answer) => finish(workbook, `Version ${n} restored`, answer),
    failed: (failure) => fail(workbook, RESTORE_FAILED, failure),
  });

/** Restores a former version. Leaving the page does not cancel it. */
export function* restoreVersion({ payload: { projectId, sheetId, n } }: ReturnType<typeof restoreAsked>) {
  if ((yield* select(selectVersion, projectId)).phase !== 'restoring') return;
  yield* runUntil(restore({ projectId, sheetId }, n));
}

export function* versionsSaga() {
  yield* takeLatest(versionsOpened, showVersions);
  yield* takeLatest(versionChosen, changeVersion);
  yield* takeLeading(restoreAsked, restoreVersion);
}
