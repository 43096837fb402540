import { eventChannel } from 'redux-saga';
import { call, cancel, delay, fork, put, select, take } from 'typed-redux-saga';
import type { Project } from '../../contract/projects';
import type { SyncProgress } from '../../contract/syncs';
import { type ShownFailure, shownFailure } from '../http/apiError';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { selectProject } from '../projects/projectsSelectors';
import { projectArrived } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { request, untilLeft } from '../sagas/request';
import { askHistory } from './historySaga';
import { selectHistory } from './syncSelectors';
import { progressCame, type syncAsked, syncDone, syncFailed } from './syncSlice';
import { changesInWords } from './syncWords';

/** Milliseconds between two looks at a sync that takes long. */
export const SYNC_PAUSE = 2_000;

/** Said when the server has no words of its own. */
export const SYNC_FAILED = 'The sync did not finish. Your endpoints answer with the rows they have. Try again.';

/** What a failed sync is called. */
export const NOT_READ = 'The sheet could not be read';

const progressOf = (
  hear: (projectId: string, tell: (progress: SyncProgress) => void) => () => void,
  projectId: string,
) => eventChannel<SyncProgress>((emit) => hear(projectId, emit));

function* followProgress(projectId: string) {
  const { sync } = yield* getPorts();
  const channel = yield* call(progressOf, sync.progress, projectId);
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
  const { sync, projects } = yield* getPorts();
  const following = yield* fork(followProgress, projectId);
  let project: Project = yield* abortable(sync.start, projectId);
  yield* put(projectArrived(project));
  while (project.status === 'syncing') {
    yield* delay(SYNC_PAUSE);
    project = yield* abortable(projects.one, projectId);
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
export function* askProject(projectId: string) {
  const { projects } = yield* getPorts();
  yield* request(abortable(projects.one, projectId), { done: projectArrived, failed: () => [] });
}

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

function* sync(projectId: string) {
  yield* request(syncToTheEnd(projectId), {
    done: (project) => finish(projectId, project),
    failed: (failure) => fail(projectId, shownFailure(failure, SYNC_FAILED)),
  });
}

/** "Sync now". Leaving the page does not stop it: the sheet is read all the same. */
export function* runSync({ payload: { projectId } }: ReturnType<typeof syncAsked>) {
  yield* untilLeft(sync(projectId));
}
