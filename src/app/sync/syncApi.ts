import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer } from '../../contract/projects';
import type { SyncProgress, SyncsAnswer } from '../../contract/syncs';
import { answerWith, isList, isRecord } from '../http/answer';

/** The calls about keeping a project fresh. Each that answers takes a signal last and rejects with an `ApiError`. */
export interface SyncApi {
  /** Reads the sheet anew; answers within seconds, if need be with status `syncing`. */
  readonly start: (projectId: string, signal: AbortSignal) => Promise<Project>;
  /** @param before `next` of an answer, for older ones; empty for the newest */
  readonly history: (projectId: string, before: string, signal: AbortSignal) => Promise<SyncsAnswer>;
  /** Hears of the progress of a sync until its end. @returns the way to stop hearing */
  readonly progress: (projectId: string, tell: (progress: SyncProgress) => void) => () => void;
}

/** A stream that cannot be had is no trouble: the answer of the sync comes all the same. */
function hear(url: string, tell: (progress: SyncProgress) => void): () => void {
  if (typeof EventSource === 'undefined') return () => undefined;
  const source = new EventSource(url, { withCredentials: true });
  source.onmessage = ({ data }) => {
    const progress = JSON.parse(String(data)) as SyncProgress;
    tell(progress);
    if (progress.phase === 'done' || progress.phase === 'failed') source.close();
  };
  source.onerror = () => source.close();
  return () => source.close();
}

/** @param origin of the app API */
export const syncApi = (http: AxiosInstance, origin: string): SyncApi => ({
  async start(projectId, signal) {
    const { data } = await http.post<unknown>(apiPaths.projectSyncNow(projectId), undefined, { signal });
    return answerWith<ProjectAnswer>(data, { project: isRecord }).project;
  },
  async history(projectId, before, signal) {
    const params = before === '' ? {} : { before };
    const { data } = await http.get<unknown>(apiPaths.projectSyncs(projectId), { params, signal });
    return answerWith<SyncsAnswer>(data, { syncs: isList });
  },
  progress: (projectId, tell) => hear(origin + apiPaths.projectProgress(projectId), tell),
});
