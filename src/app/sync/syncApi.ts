import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer } from '../../contract/projects';
import type { SyncProgress, SyncsAnswer } from '../../contract/syncs';
import { ask, isList, isRecord } from '../http/answer';

/** Subscribes to an event stream. Its errors are ignored: the response of the sync does not depend on it. @returns unsubscribes */
function subscribe(url: string, report: (progress: SyncProgress) => void): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const source = new EventSource(url, { withCredentials: true });
  source.onmessage = ({ data }) => {
    const progress = JSON.parse(String(data)) as SyncProgress;
    report(progress);
    if (progress.phase === 'done' || progress.phase === 'failed') source.close();
  };
  source.onerror = () => source.close();
  return () => source.close();
}

/**
 * Creates the calls about syncs. Each but `progress` takes a signal as its last argument and rejects with an `ApiError`.
 *
 * @param origin of the app API
 */
export const syncApi = (http: AxiosInstance, origin: string) => ({
  /** Starts a sync; responds within seconds, with status `syncing` if the sync takes longer. */
  start: async (projectId: string, signal: AbortSignal): Promise<Project> => {
    const request = { method: 'post', url: apiPaths.projectSyncNow(projectId), signal };
    return (await ask<ProjectAnswer>(http, request, { project: isRecord })).project;
  },
  /** Returns a page of the history. @param before `next` of the previous page; empty for the newest page */
  history: (projectId: string, before: string, signal: AbortSignal) => {
    const params = before === '' ? {} : { before };
    return ask<SyncsAnswer>(http, { url: apiPaths.projectSyncs(projectId), params, signal }, { syncs: isList });
  },
  /** Subscribes to the progress of a sync until its end. @returns unsubscribes */
  progress: async (projectId: string, report: (progress: SyncProgress) => void): Promise<() => void> =>
    subscribe(origin + apiPaths.projectProgress(projectId), report),
});
