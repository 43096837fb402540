/** How much `GET /api/usage` tells. No schemas here, the app needs it at run time. */
export const usageDays = { least: 7, usual: 30, most: 90 } as const;

/** Endpoints that are answered with their days; a person may have thousands. */
export const USAGE_ENDPOINTS = 200;
