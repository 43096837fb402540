import { call, put, race, type SagaGenerator, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import type { VersionAnswer, VersionDifference } from '../../contract/versions';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { projectArrived } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { type Send, uploadNews } from '../sagas/uploadNews';
import { sessionEnded } from '../session/sessionSlice';
import { askHistory } from './historySaga';
import { renamedIn } from './renames';
import { changesInWords } from './syncWords';
import {
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
import { selectVersion } from './versionsSelectors';

/** Said when the server has no words of its own. */
export const VERSION_FAILED = 'The new version did not arrive. Nothing was changed. Try again.';
export const RESTORE_FAILED = 'The version could not be restored. Nothing was changed. Try again.';

interface Workbook {
  readonly projectId: string;
  readonly sheetId: string;
}

function* askVersions(sheetId: string) {
  const { versions } = yield* getPorts();
  try {
    yield* put(versionsArrived({ sheetId, versions: yield* abortable(versions.list, sheetId) }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(versionsFailed({ sheetId, failure }));
  }
}

/** The list is on the screen. */
export function* showVersions({ payload: { sheetId } }: ReturnType<typeof versionsOpened>) {
  yield* race({ asked: call(askVersions, sheetId), left: take([versionsLeft, sessionEnded]) });
}

/** Sends a file, telling how far it is. @throws what the call throws */
function* sending<Answer>(send: Send<Answer>): SagaGenerator<Answer> {
  const news = uploadNews(send);
  try {
    while (true) {
      const told = yield* take(news);
      if ('answer' in told) return told.answer;
      if ('error' in told) throw told.error;
      yield* put(versionProgressed({ percent: told.percent }));
    }
  } finally {
    news.close();
  }
}

function* refuse(workbook: Workbook, error: unknown, fallback: string) {
  const failure = failureOf(error);
  if (failure.kind === 'signedOut') return;
  yield* put(versionRefused({ ...workbook, message: failureText(failure, fallback) }));
}

/** The project, its history and the list follow; none of them is in the way of the others. */
function* followUp({ projectId, sheetId }: Workbook) {
  const { projects } = yield* getPorts();
  yield* call(askVersions, sheetId);
  yield* call(askHistory, projectId);
  try {
    yield* put(projectArrived(yield* abortable(projects.one, projectId)));
  } catch (error) {
    if (failureOf(error).kind === 'unexpected') throw error;
  }
}

function* finish(workbook: Workbook, text: string, { difference }: VersionAnswer) {
  yield* put(versionDone());
  const changes = difference.tabs.map((tab) => ({ sheetId: 0, ...tab }));
  yield* put(noticeShown({ kind: 'info', text, detail: changesInWords(changes) }));
  yield* call(followUp, workbook);
}

function* apply(workbook: Workbook, file: File) {
  const { versions } = yield* getPorts();
  const change = yield* select(selectVersion, workbook.projectId);
  if (change.phase !== 'applying') return;
  const agreed = { dropApiRows: change.dropApiRows, renamed: renamedIn(change.answers) };
  const answer = yield* sending<VersionAnswer>((onProgress, signal) =>
    versions.apply(workbook.sheetId, file, agreed, onProgress, signal),
  );
  yield* call(finish, workbook, 'New version applied', answer);
}

function* compareAndApply(workbook: Workbook, file: File) {
  const { versions } = yield* getPorts();
  try {
    const difference = yield* sending<VersionDifference>((onProgress, signal) =>
      versions.compare(workbook.sheetId, file, onProgress, signal),
    );
    yield* put(versionCompared({ difference }));
    yield* take(versionConfirmed);
    yield* call(apply, workbook, file);
  } catch (error) {
    yield* call(refuse, workbook, error, VERSION_FAILED);
  }
}

/** While it is applied it cannot be given up. */
function* untilGivenUp(projectId: string) {
  do yield* take(versionCancelled);
  while ((yield* select(selectVersion, projectId)).phase !== 'idle');
}

/** A file was chosen: compared first, applied once that is agreed to. */
export function* changeVersion({ payload: { projectId, sheetId }, meta: { file } }: ReturnType<typeof versionChosen>) {
  if ((yield* select(selectVersion, projectId)).phase !== 'comparing') return;
  yield* race({
    done: call(compareAndApply, { projectId, sheetId }, file),
    givenUp: call(untilGivenUp, projectId),
    ended: take(sessionEnded),
  });
}

function* restore(workbook: Workbook, n: number) {
  const { versions } = yield* getPorts();
  try {
    const answer = yield* abortable(versions.restore, workbook.sheetId, n);
    yield* call(finish, workbook, `Version ${n} restored`, answer);
  } catch (error) {
    yield* call(refuse, workbook, error, RESTORE_FAILED);
  }
}

/** A former version comes back. Leaving the page does not stop it. */
export function* restoreVersion({ payload: { projectId, sheetId, n } }: ReturnType<typeof restoreAsked>) {
  if ((yield* select(selectVersion, projectId)).phase !== 'restoring') return;
  yield* race({ done: call(restore, { projectId, sheetId }, n), ended: take(sessionEnded) });
}

export function* versionsSaga() {
  yield* takeLatest(versionsOpened, showVersions);
  yield* takeLeading(versionChosen, changeVersion);
  yield* takeLeading(restoreAsked, restoreVersion);
}
