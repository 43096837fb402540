import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer } from '../../contract/projects';
import type { SyncProgress, SyncsAnswer } from '../../contract/syncs';
import { ask, isList, isRecord } from '../http/answer';

/** A stream that cannot be had is no trouble: the answer of the sync comes all the same. */
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
 * The calls about keeping a project fresh. Each that answers takes a signal last and rejects with an `ApiError`.
 *
 * @param origin of the app API
 */
export const syncApi = (http: AxiosInstance, origin: string) => ({
  /** Reads the sheet anew; answers within seconds, if need be with status `syncing`. */
  start: async (projectId: string, signal: AbortSignal): Promise<Project> => {
    const request = { method: 'post', url: apiPaths.projectSyncNow(projectId), signal };
    return (await ask<ProjectAnswer>(http, request, { project: isRecord })).project;
  },
  /** @param before `next` of an answer, for older ones; empty for the newest */
  history: (projectId: string, before: string, signal: AbortSignal) => {
    const params = before === '' ? {} : { before };
    return ask<SyncsAnswer>(http, { url: apiPaths.projectSyncs(projectId), params, signal }, { syncs: isList });
  },
  /** Subscribes to the progress of a sync until its end. @returns unsubscribes */
  progress: async (projectId: string, report: (progress: SyncProgress) => void): Promise<() => void> =>
    subscribe(origin + apiPaths.projectProgress(projectId), report),
});
