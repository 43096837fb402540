/** Minimum, default and maximum number of days of `GET /api/usage`. No schemas here: the app needs this file at run time. */
export const usageDays = { least: 7, usual: 30, most: 90 } as const;

/** Maximum number of endpoints in the response; a person may have thousands. */
export const MAX_USAGE_ENDPOINTS = 200;
