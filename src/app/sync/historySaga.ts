import { call, put, type SagaGenerator, select, take } from 'typed-redux-saga';
import type { Project } from '../../contract/projects';
import type { SyncsAnswer } from '../../contract/syncs';
import { getPorts } from '../ports';
import { selectProject } from '../projects/projectsSelectors';
import { projectArrived, projectListArrived } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { failureNotice, request, untilLeft } from '../sagas/request';
import { selectHistory, selectSync } from './syncSelectors';
import { historyArrived, historyFailed, historyLeft, type historyOpened, type olderAsked } from './syncSlice';

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
export function* askHistory(projectId: string) {
  const { sync } = yield* getPorts();
  yield* request(abortable(sync.history, projectId, ''), {
    *done(answer) {
      yield* put(historyArrived(yield* withOlder(projectId, answer)));
    },
    failed: (failure) => historyFailed({ projectId, failure }),
  });
}

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
export function* showHistory({ payload: { projectId } }: ReturnType<typeof historyOpened>) {
  yield* untilLeft(keepHistoryFresh(projectId), [historyLeft]);
}

/** "Show older". */
export function* showOlder({ payload: { projectId } }: ReturnType<typeof olderAsked>) {
  const { sync } = yield* getPorts();
  const known = yield* select(selectHistory, projectId);
  if (known?.phase !== 'ready' || known.next === undefined) return;
  yield* request(abortable(sync.history, projectId, known.next), {
    done: ({ syncs, keptDays, next }) => historyArrived({ projectId, runs: [...known.runs, ...syncs], keptDays, next }),
    failed: (failure) => failureNotice(failure, OLDER_FAILED),
    leaves: [historyLeft],
  });
}
