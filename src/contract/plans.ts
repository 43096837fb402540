/** The plans, enforced by the server and shown in the app. No schemas here: the app needs this file at run time. */

const MEBIBYTE = 1024 * 1024;

/** Limits of a plan. Sizes are in bytes, times in seconds unless the name says otherwise. */
export interface Plan {
  readonly name: string;
  /** Price per month, in whole units of currency. */
  readonly price: number;
  readonly projects: number;
  /** Requests to the data API in a calendar month (UTC); 304 responses do not count. */
  readonly requestsPerMonth: number;
  /** Requests per minute of one key, or of one client address without a key. */
  readonly requestsPerMinute: number;
  readonly rowsPerTab: number;
  readonly uploadBytes: number;
  readonly shortestRefresh: number;
  readonly historyDays: number;
}

/** Plans of a server with `PLANS=tiered`. */
export const plans = {
  free: {
    name: 'Free',
    price: 0,
    projects: 3,
    requestsPerMonth: 10_000,
    requestsPerMinute: 60,
    rowsPerTab: 5_000,
    uploadBytes: 5 * MEBIBYTE,
    shortestRefresh: 60,
    historyDays: 7,
  },
  pro: {
    name: 'Pro',
    price: 9,
    projects: 25,
    requestsPerMonth: 250_000,
    requestsPerMinute: 600,
    rowsPerTab: 50_000,
    uploadBytes: 25 * MEBIBYTE,
    shortestRefresh: 15,
    historyDays: 30,
  },
  business: {
    name: 'Business',
    price: 29,
    projects: 100,
    requestsPerMonth: 2_000_000,
    requestsPerMinute: 3_000,
    rowsPerTab: 250_000,
    uploadBytes: 100 * MEBIBYTE,
    shortestRefresh: 5,
    historyDays: 365,
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof plans;

/** Names of the plans, in ascending order. */
export const planNames = ['free', 'pro', 'business'] as const satisfies readonly PlanName[];

/** Returns the maximum age of sync history, in days: that of the largest plan, or of a server without plans. */
export const longestHistoryDays = (mode: 'unlimited' | 'tiered'): number =>
  mode === 'tiered' ? plans.business.historyDays : UNLIMITED_HISTORY_DAYS;

/** Default plan. */
export const FIRST_PLAN: PlanName = 'free';

/**
 * Requests per minute of one key or client address on a server without plans (`PLANS=unlimited`). Far above normal use; it keeps a runaway
 * loop from exhausting the server.
 */
export const UNLIMITED_REQUESTS_PER_MINUTE = 12_000_000;

/** Maximum total size of a person's uploads in bytes, with or without plans, so that one account cannot fill the disk. */
export const DRIVE_BYTES = 5 * 1024 * MEBIBYTE;

/** Age of sync history on a server without plans, in days. */
export const UNLIMITED_HISTORY_DAYS = 30;

/** Fraction of the monthly requests that may be exceeded: requests are served up to 110 %. */
export const MONTHLY_GRACE = 0.1;

/** Fraction of a plan's limit above which the app shows a warning. */
export const PLAN_WARNING = 0.8;
