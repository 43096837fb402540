import { eventChannel } from 'redux-saga';
import {
  call,
  cancel,
  delay,
  fork,
  put,
  type SagaGenerator,
  select,
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
import { projectArrived, projectListArrived } from '../projects/projectsSlice';
import { takeLeadingPerProject } from '../sagas/takeLeadingPerProject';
import { callApi, failureNotice, request, untilLeft } from '../sagas/request';
import { selectHistory, selectSync } from './syncSelectors';
import {
  historyArrived,
  historyFailed,
  historyLeft,
  historyOpened,
  olderAsked,
  progressCame,
  refreshChosen,
  refreshSettled,
  syncAsked,
  syncDone,
  syncFailed,
} from './syncSlice';
import { changesInWords } from './syncWords';

/** Said when the server has no words of its own. */
export const OLDER_FAILED = 'Older syncs did not load. Try again.';

/** The newest lines, and those below them that are on the screen already. */
function* withOlder(projectId: string, { syncs, keptDays, next }: SyncsAnswer) {
  const known = yield* select(selectHistory, projectId);
  const shown = known?.phase === 'ready' ? known : undefined;
  const last = shown?.runs.findIndex(({ id }) => id === syncs.at(-1)?.id) ?? -1;
  if (shown === undefined || last < 0) return { projectId, runs: syncs, keptDays, next };
  return { projectId, runs: [...syncs, ...shown.runs.slice(last + 1)], keptDays, next: shown.next };
}

/** Asks for the newest lines of a project's history. */
export const askHistory = (projectId: string) =>
  request(callApi('sync', 'history', projectId, ''), {
    *done(answer) {
      yield* put(historyArrived(yield* withOlder(projectId, answer)));
    },
    failed: (failure) => historyFailed({ projectId, failure }),
  });

/**
 * Waits for the end of a sync that is none of the person's: of these, the line is asked for where they end.
 *
 * @param before the project when its lines were asked for
 */
function* untilSyncedElsewhere(projectId: string, before: Project | undefined): SagaGenerator<void> {
  for (let known = before; ; yield* take([projectArrived, projectListArrived])) {
    const project = yield* select(selectProject, projectId);
    if (project === undefined || project.status === 'syncing') continue;
    const isOurs = (yield* select(selectSync, projectId)).phase !== 'idle';
    if (!isOurs && (project.syncedAt !== known?.syncedAt || project.status !== known.status)) return;
    known = project;
  }
}

function* keepHistoryFresh(projectId: string): SagaGenerator<void> {
  for (;;) {
    const before = yield* select(selectProject, projectId);
    yield* call(askHistory, projectId);
    yield* call(untilSyncedElsewhere, projectId, before);
  }
}

/** The history is on the screen: its new lines come with what is heard of the project. */
export const showHistory = ({ payload: { projectId } }: ReturnType<typeof historyOpened>) =>
  untilLeft(keepHistoryFresh(projectId), [historyLeft]);

/** "Show older". */
export function* showOlder({ payload: { projectId } }: ReturnType<typeof olderAsked>) {
  const known = yield* select(selectHistory, projectId);
  if (known?.phase !== 'ready' || known.next === undefined) return;
  yield* request(callApi('sync', 'history', projectId, known.next), {
    done: ({ syncs, keptDays, next }) => historyArrived({ projectId, runs: [...known.runs, ...syncs], keptDays, next }),
    failed: (failure) => failureNotice(failure, OLDER_FAILED),
    leaves: [historyLeft],
  });
}

/** Said when the server has no words of its own. */
export const REFRESH_FAILED = 'Auto refresh could not be changed. Try again.';

/** Tells the server how often to look at the sheet. It is shown already; when the server refuses, it goes back. */
export const changeRefresh = ({ payload: { projectId, seconds } }: ReturnType<typeof refreshChosen>) =>
  request(callApi('projects', 'update', projectId, { refreshSeconds: seconds }), {
    done: (project) => [projectArrived(project), refreshSettled()],
    failed: (failure) => [failureNotice(failure, REFRESH_FAILED), refreshSettled()],
  });

/** Milliseconds between two looks at a sync that takes long. */
export const SYNC_PAUSE = 2_000;

/** Said when the server has no words of its own. */
export const SYNC_FAILED = 'The sync did not finish. Your endpoints answer with the rows they have. Try again.';

/** What a failed sync is called. */
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

/** Asks for the sync, and looks again and again where it takes longer than an answer may. */
function* syncToTheEnd(projectId: string) {
  const following = yield* fork(followProgress, projectId);
  let project: Project = yield* callApi('sync', 'start', projectId);
  yield* put(projectArrived(project));
  while (project.status === 'syncing') {
    yield* delay(SYNC_PAUSE);
    project = yield* callApi('projects', 'one', projectId);
    yield* put(projectArrived(project));
  }
  yield* cancel(following);
  return project;
}

/** Whether the person looks at the Sync view of the project, which tells all of it. */
function* isWatched(projectId: string) {
  const { location } = yield* getPorts();
  const place = yield* call(location);
  return place.startsWith(`/projects/${encodeURIComponent(projectId)}/`) && /[?&]view=sync\b/.test(place);
}

function* tellFailed(projectId: string, message: string) {
  if (yield* call(isWatched, projectId)) return;
  const project = yield* select(selectProject, projectId);
  const to = project?.tabs[0] && paths.project(projectId, project.tabs[0].title, 'sync');
  const action = to === undefined ? {} : { action: { label: 'Fix', to } };
  yield* put(noticeShown({ kind: 'error', text: NOT_READ, detail: message, ...action }));
}

function* tellDone(projectId: string) {
  yield* call(askHistory, projectId);
  const history = yield* select(selectHistory, projectId);
  const changes = history?.phase === 'ready' ? (history.runs[0]?.changes ?? []) : [];
  yield* put(noticeShown({ kind: 'info', text: 'Sync finished', detail: changesInWords(changes) }));
}

/** Asks for the project. Where that fails, what is known stays shown; its page asks again and again. */
export const askProject = (projectId: string) =>
  request(callApi('projects', 'one', projectId), { done: projectArrived, failed: () => [] });

function* finish(projectId: string, project: Project) {
  if (project.status !== 'stale' && project.status !== 'needsAccess') {
    yield* put(syncDone({ projectId }));
    return yield* call(tellDone, projectId);
  }
  const message = project.statusReason ?? SYNC_FAILED;
  yield* put(syncFailed({ projectId, failure: { message } }));
  yield* call(askHistory, projectId);
  yield* call(tellFailed, projectId, message);
}

/** The project says itself why its last copy is not newer. */
function* fail(projectId: string, failure: ShownFailure) {
  yield* put(syncFailed({ projectId, failure }));
  yield* call(askProject, projectId);
  yield* call(askHistory, projectId);
  yield* call(tellFailed, projectId, failure.message);
}

const sync = (projectId: string) =>
  request(syncToTheEnd(projectId), {
    done: (project) => finish(projectId, project),
    failed: (failure) => fail(projectId, shownFailure(failure, SYNC_FAILED)),
  });

/** "Sync now". Leaving the page does not stop it: the sheet is read all the same. */
export const runSync = ({ payload: { projectId } }: ReturnType<typeof syncAsked>) => untilLeft(sync(projectId));

export function* syncSaga() {
  yield* takeLeadingPerProject(syncAsked, runSync);
  yield* takeLatest(historyOpened, showHistory);
  yield* takeLeading(olderAsked, showOlder);
  yield* takeLeading(refreshChosen, changeRefresh);
}
