import type { PlanName } from '../../../contract/plans';
import { bigint, integer, nullable, statementsOf, type TablesOf, text } from './columns';

/** Keys, usage counts, and the plans people have chosen. */
const accessTables = {
  /** Keys of the data API, without the key itself. */
  api_keys: {
    id: text('primary key'),
    project_id: text('references projects (id) on update cascade on delete cascade'),
    name: text(),
    kind: text<'publishable' | 'secret'>(),
    /** SHA-256 of the key, as base64url. */
    hash: text('unique'),
    prefix: text(),
    suffix: text(),
    /** JSON array. */
    scopes: text(),
    /** Ids of the tabs it may access, as JSON; null for all. */
    tabs: nullable.text(),
    /** Access to columns of tabs, as JSON (`access/keyring`); null if it hides none. */
    column_access: nullable.text(),
    /** Origins that may use it, as JSON; null for all. */
    origins: nullable.text(),
    expires_at: nullable.text(),
    created_at: text(),
    last_used_at: nullable.text(),
    /** Time of revocation. The row stays for a while, so that every server learns of it. */
    revoked_at: nullable.text(),
    /** Time of its creation, change or revocation, or of the project's move to another id. */
    changed_at: text(),
  },
  /** Call counts of the data API. */
  usage_counts: {
    project_id: text('references projects (id) on update cascade on delete cascade'),
    /** Empty for calls of the project itself, and of tabs it does not have. */
    tab_id: text(),
    /** In UTC, for example `2026-03-04T05`. */
    hour: text(),
    method: text(),
    /** `2xx`, `304`, `4xx` or `5xx`. */
    outcome: text<'2xx' | '304' | '4xx' | '5xx'>(),
    /** 1 for responses from the cache. */
    from_cache: integer(),
    requests: bigint(),
  },
  /** Response times of the data API without 304: number of requests by hour and histogram bucket (`usage/answerTimes`). */
  usage_times: {
    project_id: text('references projects (id) on update cascade on delete cascade'),
    /** In UTC, for example `2026-03-04T05`. */
    hour: text(),
    bucket: integer(),
    requests: bigint(),
  },
  /** Requests of people's projects without 304, also of removed ones, which their plans limit. */
  monthly_calls: {
    person_id: text('references "user" (id) on delete cascade'),
    /** In UTC, for example `2026-03`. */
    month: text(),
    requests: bigint(),
  },
  /** Plans that people have chosen. */
  person_plans: {
    person_id: text('primary key references "user" (id) on delete cascade'),
    plan: text<PlanName>(),
    chosen_at: text(),
  },
};

export type AccessTables = TablesOf<typeof accessTables>;
export type ApiKeysTable = AccessTables['api_keys'];
export type UsageCountsTable = AccessTables['usage_counts'];
export type UsageTimesTable = AccessTables['usage_times'];

/** Statements that create {@link AccessTables}. */
export const createAccessTables: readonly string[] = [
  ...statementsOf(accessTables, {
    usage_counts: 'project_id, hour, tab_id, method, outcome, from_cache',
    usage_times: 'project_id, hour, bucket',
    monthly_calls: 'person_id, month',
  }),
  'create index api_keys_project on api_keys (project_id, created_at)',
  'create index api_keys_changed on api_keys (changed_at)',
  'create index usage_counts_hour on usage_counts (hour)',
  'create index usage_times_hour on usage_times (hour)',
];
