import type { AxiosInstance } from 'axios';
import { apiPaths } from '../../contract/paths';
import type { DriveVersion, DriveVersionsAnswer, VersionAnswer, VersionDifference } from '../../contract/versions';
import { ask, fileRequest, isList, isRecord, type OnProgress } from '../http/answer';

/** The user's choices about a new version. */
export interface AgreedChanges {
  /** Whether rows added by the API are removed. */
  readonly dropApiRows: boolean;
  /** Sheets that were renamed: old title to new title. */
  readonly renamed: Readonly<Record<string, string>>;
}

const changed = { version: isRecord, difference: isRecord };

/**
 * Creates the calls about the versions of a workbook. Each takes a signal as its last argument and rejects with an `ApiError`.
 *
 * @param uploads the client without JSON and timeout
 */
export const versionsApi = (http: AxiosInstance, uploads: AxiosInstance) => ({
  /** Returns the versions, newest first. */
  list: async (sheetId: string, signal: AbortSignal): Promise<readonly DriveVersion[]> => {
    const request = { url: apiPaths.driveVersions(sheetId), signal };
    return (await ask<DriveVersionsAnswer>(http, request, { versions: isList })).versions;
  },
  /** Returns what a file would change; the server does not store the file. */
  compare: (sheetId: string, file: File, onProgress: OnProgress, signal: AbortSignal) => {
    const request = fileRequest(apiPaths.driveVersions(sheetId), file, onProgress, signal);
    return ask<VersionDifference>(uploads, { ...request, params: { dry_run: 1 } }, { tabs: isList });
  },
  apply: (sheetId: string, file: File, agreed: AgreedChanges, signal: AbortSignal) => {
    const { dropApiRows, renamed } = agreed;
    const params = {
      ...(dropApiRows && { drop_api_rows: 1 }),
      ...(Object.keys(renamed).length > 0 && { renamed: JSON.stringify(renamed) }),
    };
    const request = fileRequest(apiPaths.driveVersions(sheetId), file, () => undefined, signal);
    return ask<VersionAnswer>(uploads, { ...request, params }, changed);
  },
  restore: (sheetId: string, n: number, signal: AbortSignal) =>
    ask<VersionAnswer>(uploads, { method: 'post', url: apiPaths.driveVersionRestore(sheetId, n), signal }, changed),
});
