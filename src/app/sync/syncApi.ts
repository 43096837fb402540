import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { Project, ProjectAnswer } from '../../contract/projects';
import type { SyncProgress, SyncsAnswer } from '../../contract/syncs';
import type { DriveVersion, DriveVersionsAnswer, VersionAnswer, VersionDifference } from '../../contract/versions';
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

type OnProgress = (share: number) => void;

/** What a person has agreed to. */
export interface AgreedChanges {
  /** Whether rows that were added by the API go. */
  readonly dropApiRows: boolean;
  /** Sheets that were renamed: old title to new title. */
  readonly renamed: Readonly<Record<string, string>>;
}

/** The calls about the versions of a workbook. Each takes a signal last and rejects with an `ApiError`. */
export interface VersionsApi {
  /** Newest first. */
  readonly list: (sheetId: string, signal: AbortSignal) => Promise<readonly DriveVersion[]>;
  /** What a file would change; nothing is kept. */
  readonly compare: (
    sheetId: string,
    file: File,
    onProgress: OnProgress,
    signal: AbortSignal,
  ) => Promise<VersionDifference>;
  readonly apply: (
    sheetId: string,
    file: File,
    agreed: AgreedChanges,
    onProgress: OnProgress,
    signal: AbortSignal,
  ) => Promise<VersionAnswer>;
  readonly restore: (sheetId: string, n: number, signal: AbortSignal) => Promise<VersionAnswer>;
}

/** @param uploads the client without JSON and without time limit */
export function versionsApi(http: AxiosInstance, uploads: AxiosInstance): VersionsApi {
  const send = async (sheetId: string, file: File, params: object, onProgress: OnProgress, signal: AbortSignal) => {
    const form = new FormData();
    form.append('file', file, file.name);
    const { data } = await uploads.post<unknown>(apiPaths.driveVersions(sheetId), form, {
      params,
      signal,
      onUploadProgress: ({ loaded, total }) => onProgress(total === undefined || total === 0 ? 0 : loaded / total),
    });
    return data;
  };
  return {
    async list(sheetId, signal) {
      const { data } = await http.get<unknown>(apiPaths.driveVersions(sheetId), { signal });
      return answerWith<DriveVersionsAnswer>(data, { versions: isList }).versions;
    },
    async compare(sheetId, file, onProgress, signal) {
      const data = await send(sheetId, file, { dry_run: 1 }, onProgress, signal);
      return answerWith<VersionDifference>(data, { tabs: isList });
    },
    async apply(sheetId, file, { dropApiRows, renamed }, onProgress, signal) {
      const params = {
        ...(dropApiRows && { drop_api_rows: 1 }),
        ...(Object.keys(renamed).length > 0 && { renamed: JSON.stringify(renamed) }),
      };
      const data = await send(sheetId, file, params, onProgress, signal);
      return answerWith<VersionAnswer>(data, { version: isRecord, difference: isRecord });
    },
    async restore(sheetId, n, signal) {
      const { data } = await uploads.post<unknown>(apiPaths.driveVersionRestore(sheetId, n), undefined, { signal });
      return answerWith<VersionAnswer>(data, { version: isRecord, difference: isRecord });
    },
  };
}
