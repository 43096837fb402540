/** The address of every call the app makes, relative to the API host (specification, section 7). */

const part = encodeURIComponent;

export const apiPaths = {
  /** GET → {@link ../contract/about} `About`, public. */
  about: '/api/about',
  /** GET → {@link ../contract/account} `Account` */
  account: '/api/account',
  /** GET → `{ projects }` */
  projects: '/api/projects',
  /** GET → `{ project }`, DELETE → 204: into the trash, with `?permanently=1` for good */
  project: (projectId: string) => `/api/projects/${part(projectId)}`,
  /** POST `{ sheetId }` → `{ project }` */
  projectsSync: '/api/projects/sync',
  /** POST `{ sheetId }` → `{ title, tabs }` */
  projectsCheck: '/api/projects/check',
  /** PUT `ProjectUpdate` → `{ project }` */
  projectUpdate: (projectId: string) => `/api/projects/${part(projectId)}/update`,
  /** POST → `{ project }`, with another id: the old address stops at once. */
  projectNewAddress: (projectId: string) => `/api/projects/${part(projectId)}/new-address`,
  /** POST → `{ project }`: undoes a DELETE of the last 30 days. */
  projectRestore: (projectId: string) => `/api/projects/${part(projectId)}/restore`,
  /** POST → `{ project }`, read anew from its spreadsheet */
  projectSyncNow: (projectId: string) => `/api/projects/${part(projectId)}/sync`,
  /** GET → `SyncsAnswer`, the history */
  projectSyncs: (projectId: string) => `/api/projects/${part(projectId)}/syncs`,
  /** GET → server-sent events, `SyncProgress` each */
  projectProgress: (projectId: string) => `/api/projects/${part(projectId)}/progress`,
  /** GET → `{ keys }`; POST `NewKey` → 201 `{ key, secret }` */
  projectKeys: (projectId: string) => `/api/projects/${part(projectId)}/keys`,
  /** PATCH `KeyChange` → `{ key }`, DELETE → 204 */
  projectKey: (projectId: string, keyId: string) => `/api/projects/${part(projectId)}/keys/${part(keyId)}`,
  /** GET → the project's OpenAPI 3.1 document as a file, for its owner. */
  projectOpenapi: (projectId: string) => `/api/projects/${part(projectId)}/openapi.json`,
  /** GET → `RowsAnswer`, the endpoint's rows for the project's owner, public or not. */
  projectTabRows: (projectId: string, sheetId: number) => `/api/projects/${part(projectId)}/tabs/${sheetId}/rows`,
  /** For the browser to go to: leads to Google, which asks the person, and back to the path `to` of the app. */
  googleConnect: (to: string, writing = false) => `/api/google/connect?to=${part(to)}${writing ? '&write=1' : ''}`,
  /** Where Google sends the person back to. */
  googleCallback: '/api/google/callback',
  /** GET → `GoogleConnectionAnswer`, DELETE → `GoogleDisconnected` */
  googleConnection: '/api/google/connection',
  /** GET → `PlansAnswer` */
  plans: '/api/plans',
  /** PUT `PlanChoice` → `PlansAnswer` */
  plan: '/api/plan',
  /** GET `?days=&projectId=` → `UsageAnswer` */
  usage: '/api/usage',
  /** GET → `TemplatesAnswer` */
  templates: '/api/templates',
  /** GET → `{ spreadsheets }`; POST multipart field `file`, or JSON `TemplateUse` → 201 `{ spreadsheet }` */
  driveSpreadsheets: '/api/drive/spreadsheets',
  /** GET → `{ spreadsheet }`, PATCH `DriveChange` → `{ spreadsheet, preview? }`, DELETE → 204: into the trash, with `?permanently=1` for good */
  driveSpreadsheet: (id: string) => `/api/drive/spreadsheets/${part(id)}`,
  /** POST → `{ spreadsheet }`: puts it back from the trash. */
  driveRestore: (id: string) => `/api/drive/spreadsheets/${part(id)}/restore`,
  /** GET → `TrashAnswer`: what was deleted in the last 30 days */
  trash: '/api/trash',
  /** GET `?tab={sheetId}` → `DrivePreviewAnswer` */
  drivePreview: (id: string) => `/api/drive/spreadsheets/${part(id)}/preview`,
  /** GET → the bytes that were uploaded */
  driveFile: (id: string) => `/api/drive/spreadsheets/${part(id)}/file?format=original`,
  /** GET → the spreadsheet as it is now, as a workbook */
  driveExport: (id: string) => `/api/drive/spreadsheets/${part(id)}/file?format=xlsx`,
  /** GET → a tab as it is now, as CSV */
  driveTabExport: (id: string, sheetId: number) => `/api/drive/spreadsheets/${part(id)}/file?format=csv&tab=${sheetId}`,
  /** POST `NewTab` → 201 `NewTabAnswer` */
  driveTabs: (id: string) => `/api/drive/spreadsheets/${part(id)}/tabs`,
  /** PATCH `GridChange` → `GridChangeAnswer`, DELETE → `RemovedTabAnswer` */
  driveTab: (id: string, sheetId: number) => `/api/drive/spreadsheets/${part(id)}/tabs/${sheetId}`,
  /** GET `?from=&limit=` → `GridRowsAnswer` */
  driveTabRows: (id: string, sheetId: number) => `/api/drive/spreadsheets/${part(id)}/tabs/${sheetId}/rows`,
  /** GET → `StaleAnswer` */
  driveStale: (id: string) => `/api/drive/spreadsheets/${part(id)}/stale`,
  /** GET → `{ versions }`; POST multipart field `file` → 201 `VersionAnswer`, with `dry_run=1` → `VersionDifference`; `drop_api_rows=1`, `renamed={"old":"new"}` */
  driveVersions: (id: string) => `/api/drive/spreadsheets/${part(id)}/versions`,
  /** GET → the bytes that were uploaded as this version */
  driveVersionFile: (id: string, n: number) => `/api/drive/spreadsheets/${part(id)}/versions/${n}/file`,
  /** POST → `VersionAnswer` */
  driveVersionRestore: (id: string, n: number) => `/api/drive/spreadsheets/${part(id)}/versions/${n}/restore`,
} as const;

/** Where Google tells of spreadsheets that have changed, on a server that has itself told. */
export const GOOGLE_NOTIFICATIONS = '/google/notifications';

/** Base path of the auth calls; the server mounts Better Auth here. */
export const AUTH_BASE_PATH = '/api/auth';

export const authPaths = {
  getSession: `${AUTH_BASE_PATH}/get-session`,
  signInEmail: `${AUTH_BASE_PATH}/sign-in/email`,
  signUpEmail: `${AUTH_BASE_PATH}/sign-up/email`,
  signOut: `${AUTH_BASE_PATH}/sign-out`,
  updateUser: `${AUTH_BASE_PATH}/update-user`,
  changePassword: `${AUTH_BASE_PATH}/change-password`,
  listSessions: `${AUTH_BASE_PATH}/list-sessions`,
  revokeSession: `${AUTH_BASE_PATH}/revoke-session`,
  revokeOtherSessions: `${AUTH_BASE_PATH}/revoke-other-sessions`,
  revokeSessions: `${AUTH_BASE_PATH}/revoke-sessions`,
  deleteUser: `${AUTH_BASE_PATH}/delete-user`,
  /** POST `{ password }` → `SecondFactorSetUp`: made, but not asked for until a code of it has come. */
  enableSecondFactor: `${AUTH_BASE_PATH}/two-factor/enable`,
  /** POST `{ code }`: turns it on, or is the second step of signing in. */
  verifyCode: `${AUTH_BASE_PATH}/two-factor/verify-totp`,
  /** POST `{ code }`: the second step of signing in with a recovery code. */
  verifyRecoveryCode: `${AUTH_BASE_PATH}/two-factor/verify-backup-code`,
  /** POST `{ password }` → `RecoveryCodes`; those from before open nothing any more. */
  renewRecoveryCodes: `${AUTH_BASE_PATH}/two-factor/generate-backup-codes`,
  /** POST `{ password }` */
  disableSecondFactor: `${AUTH_BASE_PATH}/two-factor/disable`,
} as const;

/** Path of a project's public face, and of one of its endpoints. `tab` is a title or a slug. */
export const endpointPath = (projectId: string, tab?: string) =>
  tab === undefined ? `/v1/${part(projectId)}` : `/v1/${part(projectId)}/${part(tab)}`;

/** Addresses of the data API as their owner calls them by session: this before their path. */
export const OWN_CALLS_BEFORE = '/api';

/** Where those begin. */
export const OWN_CALLS = `${OWN_CALLS_BEFORE}/v1`;

/** A header that every such call says `1` in: no page of another site can, without being asked first whether it may. */
export const OWN_CALL_HEADER = 'x-tabpoint-own-call';

/** Path of a drive spreadsheet's page; joined to an origin it is the URL that is pasted into the create flow. */
export const driveSheetPath = (sheetId: string) => `/spreadsheets/d/${part(sheetId)}`;
