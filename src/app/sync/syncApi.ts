import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer } from '../../contract/projects';
import type { SyncProgress, SyncsAnswer } from '../../contract/syncs';
import type { DriveVersion, DriveVersionsAnswer, VersionAnswer, VersionDifference } from '../../contract/versions';
import { ask, fileRequest, isList, isRecord, type OnProgress } from '../http/answer';

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

/**
 * The calls about keeping a project fresh. Each that answers takes a signal last and rejects with an `ApiError`.
 *
 * @param origin of the app API
 */
export const syncApi = (http: AxiosInstance, origin: string) => ({
  /** Reads the sheet anew; answers within seconds, if need be with status `syncing`. */
  async start(projectId: string, signal: AbortSignal): Promise<Project> {
    const request = { method: 'post', url: apiPaths.projectSyncNow(projectId), signal };
    return (await ask<ProjectAnswer>(http, request, { project: isRecord })).project;
  },
  /** @param before `next` of an answer, for older ones; empty for the newest */
  history(projectId: string, before: string, signal: AbortSignal) {
    const params = before === '' ? {} : { before };
    return ask<SyncsAnswer>(http, { url: apiPaths.projectSyncs(projectId), params, signal }, { syncs: isList });
  },
  /** Hears of the progress of a sync until its end. @returns the way to stop hearing */
  progress: (projectId: string, tell: (progress: SyncProgress) => void) =>
    hear(origin + apiPaths.projectProgress(projectId), tell),
});

/** What a person has agreed to. */
export interface AgreedChanges {
  /** Whether rows that were added by the API go. */
  readonly dropApiRows: boolean;
  /** Sheets that were renamed: old title to new title. */
  readonly renamed: Readonly<Record<string, string>>;
}

const changed = { version: isRecord, difference: isRecord };

/**
 * The calls about the versions of a workbook. Each takes a signal last and rejects with an `ApiError`.
 *
 * @param uploads the client without JSON and without time limit
 */
export const versionsApi = (http: AxiosInstance, uploads: AxiosInstance) => ({
  /** Newest first. */
  async list(sheetId: string, signal: AbortSignal): Promise<readonly DriveVersion[]> {
    const request = { url: apiPaths.driveVersions(sheetId), signal };
    return (await ask<DriveVersionsAnswer>(http, request, { versions: isList })).versions;
  },
  /** What a file would change; nothing is kept. */
  compare(sheetId: string, file: File, onProgress: OnProgress, signal: AbortSignal) {
    const request = fileRequest(apiPaths.driveVersions(sheetId), file, onProgress, signal);
    return ask<VersionDifference>(uploads, { ...request, params: { dry_run: 1 } }, { tabs: isList });
  },
  apply(sheetId: string, file: File, agreed: AgreedChanges, onProgress: OnProgress, signal: AbortSignal) {
    const { dropApiRows, renamed } = agreed;
    const params = {
      ...(dropApiRows && { drop_api_rows: 1 }),
      ...(Object.keys(renamed).length > 0 && { renamed: JSON.stringify(renamed) }),
    };
    const request = fileRequest(apiPaths.driveVersions(sheetId), file, onProgress, signal);
    return ask<VersionAnswer>(uploads, { ...request, params }, changed);
  },
  restore: (sheetId: string, n: number, signal: AbortSignal) =>
    ask<VersionAnswer>(uploads, { method: 'post', url: apiPaths.driveVersionRestore(sheetId, n), signal }, changed),
});
