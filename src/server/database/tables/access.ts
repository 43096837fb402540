import type { PlanName } from '../../../contract/plans';
import { bigint, integer, nullable, statementsOf, type TablesOf, text } from './columns';

/** Who may call, how often it was done, and what a person has chosen to pay for. */
const accessTables = {
  /** A key of the data API. The key itself is not kept. */
  api_keys: {
    id: text('primary key'),
    project_id: text('references projects (id) on update cascade on delete cascade'),
    name: text(),
    kind: text<'publishable' | 'secret'>(),
    /** SHA-256 of the key, as base64url. */
    hash: text('unique'),
    prefix: text(),
    suffix: text(),
    /** As JSON. */
    scopes: text(),
    /** Ids of the tabs it knows of, as JSON; null for all. */
    tabs: nullable.text(),
    /** By id of the tab: keys of the columns that do not exist for it, as JSON. */
    hidden_columns: nullable.text(),
    /** The only sites that may use it, as JSON; null for all. */
    origins: nullable.text(),
    expires_at: nullable.text(),
    created_at: text(),
    last_used_at: nullable.text(),
    /** Set when it was revoked; kept for a while, so that every server hears of it. */
    revoked_at: nullable.text(),
    /** When it was made, revoked, or moved to another address. */
    changed_at: text(),
  },
  /** How often the data API was called. */
  usage_counts: {
    project_id: text('references projects (id) on update cascade on delete cascade'),
    /** Empty for calls of the project itself, and of tabs it does not have. */
    tab_id: text(),
    /** In UTC, for example `2026-03-04T05`. */
    hour: text(),
    method: text(),
    /** `2xx`, `304`, `4xx` or `5xx`. */
    outcome: text<'2xx' | '304' | '4xx' | '5xx'>(),
    /** 1 when a finished body was sent again. */
    from_cache: integer(),
    requests: bigint(),
  },
  /** How long the data API took, 304 apart: requests by hour and bucket of time (`usage/answerTimes`). */
  usage_times: {
    project_id: text('references projects (id) on update cascade on delete cascade'),
    /** In UTC, for example `2026-03-04T05`. */
    hour: text(),
    bucket: integer(),
    requests: bigint(),
  },
  /** The plan that a person has chosen. */
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

/** Statements that make {@link AccessTables}. */
export const createAccessTables: readonly string[] = [
  ...statementsOf(accessTables, {
    usage_counts: 'project_id, hour, tab_id, method, outcome, from_cache',
    usage_times: 'project_id, hour, bucket',
  }),
  'create index api_keys_project on api_keys (project_id, created_at)',
  'create index api_keys_changed on api_keys (changed_at)',
  'create index usage_counts_hour on usage_counts (hour)',
  'create index usage_times_hour on usage_times (hour)',
];
