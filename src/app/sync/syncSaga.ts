import type { PayloadAction } from '@reduxjs/toolkit';
import { eventChannel } from 'redux-saga';
import {
  call,
  cancel,
  delay,
  fork,
  put,
  type SagaGenerator,
  select,
  spawn,
  take,
  takeLatest,
  takeLeading,
} from 'typed-redux-saga';
import type { Project } from '../../contract/projects';
import type { SyncProgress, SyncsAnswer } from '../../contract/syncs';
import { type ShownFailure, shownFailure } from '../http/shownFailure';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { selectProject } from '../projects/projectsSelectors';
import { projectArrived, projectChanges, projectDeleted, projectListArrived } from '../projects/projectsSlice';
import { takeLeadingPerProject } from '../sagas/takeLeadingPerProject';
import { callApi, failureNotice, repeatOnChange, request, runUntil } from '../sagas/request';
import { selectChosenRefresh, selectHistory, selectSync } from './syncSelectors';
import {
  historyArrived,
  historyFailed,
  historyLeft,
  historyOpened,
  olderAsked,
  progressCame,
  type RefreshChoice,
  refreshChosen,
  refreshSettled,
  syncAsked,
  syncDone,
  syncFailed,
} from './syncSlice';
import { changesInWords } from './syncWords';

/** Fallback text if the server sent none. */
export const OLDER_FAILED = 'Older syncs did not load. Try again.';

/** Returns the newest page followed by the older entries that are already loaded. */
function* withOlder(projectId: string, { syncs, keptDays, next }: SyncsAnswer) {
  const history = yield* select(selectHistory, projectId);
  const shown = history?.phase === 'ready' ? history : undefined;
  const last = shown?.runs.findIndex(({ id }) => id === syncs.at(-1)?.id) ?? -1;
  if (shown === undefined || last < 0) return { projectId, runs: syncs, keptDays, next };
  return { projectId, runs: [...syncs, ...shown.runs.slice(last + 1)], keptDays, next: shown.next };
}

/** Fetches the newest page of a project's history. */
export const fetchHistory = (projectId: string) =>
  request(
    repeatOnChange(() => callApi('sync', 'history', projectId, ''), [historyArrived]),
    {
      *done(answer) {
        yield* put(historyArrived(yield* withOlder(projectId, answer)));
      },
      failed: (failure) => historyFailed({ projectId, failure }),
    },
  );

/**
 * Waits for the end of a sync that was not started in this page. (A sync started here reloads the history itself.)
 *
 * @param before the project when its history was fetched
 */
function* untilSyncedElsewhere(projectId: string, before: Project | undefined): SagaGenerator<void> {
  for (let last = before; ; yield* take([projectArrived, projectListArrived])) {
    const project = yield* select(selectProject, projectId);
    if (project === undefined || project.status === 'syncing') continue;
    const isOwn = (yield* select(selectSync, projectId)).phase !== 'idle';
    if (!isOwn && (project.syncedAt !== last?.syncedAt || project.status !== last.status)) return;
    last = project;
  }
}

function* watchHistory(projectId: string): SagaGenerator<void> {
  for (;;) {
    const before = yield* select(selectProject, projectId);
    yield* call(fetchHistory, projectId);
    yield* call(untilSyncedElsewhere, projectId, before);
  }
}

/** Fetches the history while it is on the screen, again after each sync that a poll of the project reveals. */
export const showHistory = ({ payload: { projectId } }: ReturnType<typeof historyOpened>) =>
  runUntil(watchHistory(projectId), [historyLeft]);

/** Fetches the next page of the history ("Show older"). */
export function* showOlder({ payload: { projectId } }: ReturnType<typeof olderAsked>) {
  const history = yield* select(selectHistory, projectId);
  if (history?.phase !== 'ready' || history.next === undefined) return;
  yield* request(callApi('sync', 'history', projectId, history.next), {
    *done({ syncs, keptDays, next }) {
      // A sync may have ended meanwhile, whose entry is then the first one.
      const now = yield* select(selectHistory, projectId);
      if (now?.phase === 'ready' && now.next === history.next)
        yield* put(historyArrived({ projectId, runs: [...now.runs, ...syncs], keptDays, next }));
    },
    failed: (failure) => failureNotice(failure, OLDER_FAILED),
    until: [historyLeft],
  });
}

/** Fallback text if the server sent none. */
export const REFRESH_FAILED = 'Auto refresh could not be changed. Try again.';

const sendRefresh = (projectId: string, seconds: number) =>
  request(callApi('projects', 'update', projectId, { refreshSeconds: seconds }), {
    done: (project) => [projectArrived(project), refreshSettled({ projectId, seconds })],
    failed: (failure) => [failureNotice(failure, REFRESH_FAILED), refreshSettled({ projectId, seconds })],
  });

/**
 * Sends the refresh interval to the server, then the one chosen meanwhile, if any. The field already shows it, and reverts if the server
 * refuses.
 */
export function* changeRefresh({ payload: { projectId, seconds } }: PayloadAction<RefreshChoice>): SagaGenerator<void> {
  yield* sendRefresh(projectId, seconds);
  const later = yield* select(selectChosenRefresh, projectId);
  if (later !== undefined && later !== seconds) yield* changeRefresh(refreshChosen({ projectId, seconds: later }));
}

/** Poll interval of a long sync, in milliseconds. */
export const SYNC_POLL_MS = 2_000;

/** Fallback text if the server sent none. */
export const SYNC_FAILED = 'The sync did not finish. Your endpoints answer with the rows they have. Try again.';

/** Title of the notice about a failed sync. */
export const NOT_READ = 'The sheet could not be read';

function* followProgress(projectId: string) {
  const { sync } = yield* getPorts();
  const channel = eventChannel<SyncProgress>((emit) => {
    const subscribed = sync.progress(projectId, emit);
    return () => void subscribed.then((unsubscribe) => unsubscribe());
  });
  try {
    while (true) {
      const progress = yield* take(channel);
      if (progress.phase === 'reading') yield* put(progressCame({ projectId, progress }));
    }
  } finally {
    channel.close();
  }
}

const readProject = (projectId: string) =>
  repeatOnChange(() => callApi('projects', 'one', projectId), [projectChanges(projectId)]);

/** Starts the sync and polls the project until its end, if the sync takes longer than the response may. */
function* syncToTheEnd(projectId: string) {
  const following = yield* fork(followProgress, projectId);
  let project: Project = yield* callApi('sync', 'start', projectId);
  yield* put(projectArrived(project));
  while (project.status === 'syncing') {
    yield* delay(SYNC_POLL_MS);
    project = yield* readProject(projectId);
    yield* put(projectArrived(project));
  }
  yield* cancel(following);
  return project;
}

/** Returns whether the project's Sync view is open, which shows a failure itself. */
function* isSyncViewOpen(projectId: string) {
  const { location } = yield* getPorts();
  const address = yield* call(location);
  return address.startsWith(`/projects/${encodeURIComponent(projectId)}/`) && /[?&]view=sync\b/.test(address);
}

/** Reloads the history, and says that the sync has finished. */
function* notifyDone(projectId: string) {
  yield* call(fetchHistory, projectId);
  const history = yield* select(selectHistory, projectId);
  const changes = history?.phase === 'ready' ? (history.runs[0]?.changes ?? []) : [];
  yield* put(noticeShown({ kind: 'info', text: 'Sync finished', detail: changesInWords(changes) }));
}

/** Fetches the project. After a failure the former data stays; the project's page polls it anyway. */
export const fetchProject = (projectId: string) =>
  request(readProject(projectId), { done: projectArrived, failed: () => [] });

/** Reloads the project, whose status gives the reason, and its history, and says that the sync has failed. */
function* notifyFailed(projectId: string, message: string) {
  yield* call(fetchProject, projectId);
  yield* call(fetchHistory, projectId);
  if (yield* call(isSyncViewOpen, projectId)) return;
  const project = yield* select(selectProject, projectId);
  const to = project?.tabs[0] && paths.project(projectId, project.tabs[0].title, 'sync');
  const action = to === undefined ? {} : { action: { label: 'Fix', to } };
  yield* put(noticeShown({ kind: 'error', text: NOT_READ, detail: message, ...action }));
}

/** Runs a saga until the session ends, beside the sync: the next press of "Sync now" need not wait for it. */
const beside = (saga: SagaGenerator<void>) => spawn(() => runUntil(saga));

function* fail(projectId: string, failure: ShownFailure) {
  yield* put(syncFailed({ projectId, failure }));
  yield* beside(notifyFailed(projectId, failure.message));
}

function* finish(projectId: string, { status, statusReason = SYNC_FAILED }: Project) {
  if (status === 'stale' || status === 'needsAccess') return yield* fail(projectId, { message: statusReason });
  yield* put(syncDone({ projectId }));
  yield* beside(notifyDone(projectId));
}

/**
 * Runs a sync ("Sync now"). Leaving the page does not cancel it, as the server reads the sheet anyway. That of a deleted project ends
 * without a word.
 */
export const runSync = ({ payload: { projectId } }: ReturnType<typeof syncAsked>) =>
  request(syncToTheEnd(projectId), {
    done: (project) => finish(projectId, project),
    failed: (failure) =>
      failure.status === 404 ? syncDone({ projectId }) : fail(projectId, shownFailure(failure, SYNC_FAILED)),
    until: [(action) => projectDeleted.match(action) && action.payload.projectId === projectId],
  });

export function* syncSaga() {
  yield* takeLeadingPerProject(syncAsked, runSync);
  yield* takeLatest(historyOpened, showHistory);
  yield* takeLeading(olderAsked, showOlder);
  yield* takeLeadingPerProject(refreshChosen, changeRefresh);
}
