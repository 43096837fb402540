/** The one table of plans: the server holds people to it, the screens show it. No schemas here, the app needs it at run time. */

const MEBIBYTE = 1024 * 1024;

/** What a plan allows. Sizes are bytes, times are seconds unless the name says otherwise. */
export interface Plan {
  readonly name: string;
  /** Whole units of money a month. */
  readonly price: number;
  readonly projects: number;
  /** Calls of the data API in a calendar month (UTC); a 304 does not count. */
  readonly requestsPerMonth: number;
  /** Calls a minute of one key, or of one address that sends none. */
  readonly requestsPerMinute: number;
  readonly rowsPerTab: number;
  readonly uploadBytes: number;
  readonly shortestRefresh: number;
  readonly historyDays: number;
}

/** Where the server has plans (`PLANS=tiered`). */
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

/** From the smallest on. */
export const planNames = ['free', 'pro', 'business'] as const satisfies readonly PlanName[];

/** Days after which no history is left: that of the largest plan, or of a server without plans. */
export const longestHistoryDays = (mode: 'unlimited' | 'tiered'): number =>
  mode === 'tiered' ? plans.business.historyDays : UNLIMITED_HISTORY_DAYS;

/** The plan of a person who has not chosen another. */
export const FIRST_PLAN: PlanName = 'free';

/**
 * Where the server has none (`PLANS=unlimited`): calls a minute of one key or address. No honest use comes near it; it keeps
 * one runaway loop from taking everything.
 */
export const UNLIMITED_REQUESTS_PER_MINUTE = 12_000_000;

/** Bytes that one person's uploads may take together, with plans or without: one account must not fill the disk. */
export const DRIVE_BYTES = 5 * 1024 * MEBIBYTE;

/** History where the server has no plans, in days. */
export const UNLIMITED_HISTORY_DAYS = 30;

/** Calls over the month's number that are still answered, as a share of it: 110 % are. */
export const MONTHLY_GRACE = 0.1;

/** The share of a plan from which on the screens warn. */
export const PLAN_WARNING = 0.8;
