/** URLs of all requests of the app, relative to the API host (specification, section 7). */

const part = encodeURIComponent;

export const apiPaths = {
  /** GET → {@link ../contract/about} `About`, public. */
  about: '/api/about',
  /** GET → {@link ../contract/account} `Account` */
  account: '/api/account',
  /** GET → `{ projects }` */
  projects: '/api/projects',
  /** GET → `{ project }`, DELETE → 204: to the trash, or with `?permanently=1` for good */
  project: (projectId: string) => `/api/projects/${part(projectId)}`,
  /** POST `{ sheetId }` → `{ project }` */
  projectsSync: '/api/projects/sync',
  /** POST `{ sheetId }` → `{ title, tabs }` */
  projectsCheck: '/api/projects/check',
  /** PUT `ProjectUpdate` → `{ project }` */
  projectUpdate: (projectId: string) => `/api/projects/${part(projectId)}/update`,
  /** POST → `{ project }` with a new id; the old address stops working immediately. */
  projectNewAddress: (projectId: string) => `/api/projects/${part(projectId)}/new-address`,
  /** POST → `{ project }`: undoes a DELETE of the last 30 days. */
  projectRestore: (projectId: string) => `/api/projects/${part(projectId)}/restore`,
  /** POST → `{ project }`, synced from its spreadsheet */
  projectSyncNow: (projectId: string) => `/api/projects/${part(projectId)}/sync`,
  /** GET → `SyncsAnswer`, the sync history */
  projectSyncs: (projectId: string) => `/api/projects/${part(projectId)}/syncs`,
  /** GET → server-sent events with `SyncProgress` */
  projectProgress: (projectId: string) => `/api/projects/${part(projectId)}/progress`,
  /** GET → `{ keys }`; POST `NewKey` → 201 `{ key, secret }` */
  projectKeys: (projectId: string) => `/api/projects/${part(projectId)}/keys`,
  /** PATCH `KeyChange` → `{ key }`, DELETE → 204 */
  projectKey: (projectId: string, keyId: string) => `/api/projects/${part(projectId)}/keys/${part(keyId)}`,
  /** GET → the project's OpenAPI 3.1 document as a file, for its owner */
  projectOpenapi: (projectId: string) => `/api/projects/${part(projectId)}/openapi.json`,
  /** GET → `OwnerRowsAnswer`, the endpoint's rows for the owner of a public or private project */
  projectTabRows: (projectId: string, sheetId: number) => `/api/projects/${part(projectId)}/tabs/${sheetId}/rows`,
  /** Page navigation: redirects to Google's consent screen, then back to the path `to` of the app. */
  googleConnect: (to: string, writing = false) => `/api/google/connect?to=${part(to)}${writing ? '&write=1' : ''}`,
  /** Redirect URI of the consent screen. */
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
  /** GET → `{ spreadsheet }`, PATCH `DriveChange` → `{ spreadsheet, preview? }`, DELETE → 204: as of a project */
  driveSpreadsheet: (id: string) => `/api/drive/spreadsheets/${part(id)}`,
  /** POST → `{ spreadsheet }`: restores it from the trash */
  driveRestore: (id: string) => `/api/drive/spreadsheets/${part(id)}/restore`,
  /** GET → `TrashAnswer`: items deleted in the last 30 days */
  trash: '/api/trash',
  /** GET `?tab={sheetId}` → `DrivePreviewAnswer` */
  drivePreview: (id: string) => `/api/drive/spreadsheets/${part(id)}/preview`,
  /** GET → the uploaded file, unchanged */
  driveFile: (id: string) => `/api/drive/spreadsheets/${part(id)}/file?format=original`,
  /** GET → the current spreadsheet as a workbook */
  driveExport: (id: string) => `/api/drive/spreadsheets/${part(id)}/file?format=xlsx`,
  /** GET → a tab of the current spreadsheet as CSV */
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
  /** GET → the uploaded file of this version, unchanged */
  driveVersionFile: (id: string, n: number) => `/api/drive/spreadsheets/${part(id)}/versions/${n}/file`,
  /** POST → `VersionAnswer` */
  driveVersionRestore: (id: string, n: number) => `/api/drive/spreadsheets/${part(id)}/versions/${n}/restore`,
} as const;

/** Webhook for Google's notifications of changed spreadsheets, on a server that subscribes to them. */
export const GOOGLE_NOTIFICATIONS = '/google/notifications';

/** Base path of authentication; the server mounts Better Auth here. */
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
  /** POST `{ password }` → `SecondFactorSetUp`; not active until its first code is verified. */
  enableSecondFactor: `${AUTH_BASE_PATH}/two-factor/enable`,
  /** POST `{ code }`: turns it on, or is the second step of signing in. */
  verifyCode: `${AUTH_BASE_PATH}/two-factor/verify-totp`,
  /** POST `{ code }`: the second step of signing in with a recovery code. */
  verifyRecoveryCode: `${AUTH_BASE_PATH}/two-factor/verify-backup-code`,
  /** POST `{ password }` → `RecoveryCodes`; invalidates the previous ones. */
  renewRecoveryCodes: `${AUTH_BASE_PATH}/two-factor/generate-backup-codes`,
  /** POST `{ password }` */
  disableSecondFactor: `${AUTH_BASE_PATH}/two-factor/disable`,
} as const;

/** Returns the path of a project in the data API, or of one of its endpoints. `tab` is a title or a slug. */
export const endpointPath = (projectId: string, tab?: string) =>
  tab === undefined ? `/v1/${part(projectId)}` : `/v1/${part(projectId)}/${part(tab)}`;

/** Prefix of data API paths for the owner's requests from the app, which are authenticated by session. */
export const OWN_CALLS_BEFORE = '/api';

/** Base path of these requests. */
export const OWN_CALLS = `${OWN_CALLS_BEFORE}/v1`;

/** Header that these requests set to `1`: pages of other sites cannot send it without a CORS preflight, which is refused. */
export const OWN_CALL_HEADER = 'x-tabpoint-own-call';

/** Returns the path of a drive spreadsheet's page. With the origin, it is the URL that people paste into the create flow. */
export const driveSheetPath = (sheetId: string) => `/spreadsheets/d/${part(sheetId)}`;
