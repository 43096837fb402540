import type { PlanName } from '../../../contract/plans';

/** Who may call, how often it was done, and what a person has chosen to pay for. */
export interface AccessTables {
  api_keys: ApiKeysTable;
  usage_counts: UsageCountsTable;
  usage_times: UsageTimesTable;
  person_plans: PersonPlansTable;
}

/** A key of the data API. The key itself is not kept. */
export interface ApiKeysTable {
  id: string;
  project_id: string;
  name: string;
  kind: 'publishable' | 'secret';
  /** SHA-256 of the key, as base64url. */
  hash: string;
  prefix: string;
  suffix: string;
  /** As JSON. */
  scopes: string;
  /** Ids of the tabs it knows of, as JSON; null for all. */
  tabs: string | null;
  /** By id of the tab: keys of the columns that do not exist for it, as JSON. */
  hidden_columns: string | null;
  /** The only sites that may use it, as JSON; null for all. */
  origins: string | null;
  expires_at: string | null;
  created_at: string;
  last_used_at: string | null;
  /** Set when it was revoked; kept for a while, so that every server hears of it. */
  revoked_at: string | null;
  /** When it was made, revoked, or moved to another address. */
  changed_at: string;
}

/** How often the data API was called. */
export interface UsageCountsTable {
  project_id: string;
  /** Empty for calls of the project itself, and of tabs it does not have. */
  tab_id: string;
  /** In UTC, for example `2026-03-04T05`. */
  hour: string;
  method: string;
  /** `2xx`, `304`, `4xx` or `5xx`. */
  outcome: '2xx' | '304' | '4xx' | '5xx';
  /** 1 when a finished body was sent again. */
  from_cache: number;
  requests: number;
}

/** How long the data API took, 304 apart: requests by hour and bucket of time (`usage/timeBuckets`). */
export interface UsageTimesTable {
  project_id: string;
  /** In UTC, for example `2026-03-04T05`. */
  hour: string;
  bucket: number;
  requests: number;
}

/** The plan that somebody has chosen. */
export interface PersonPlansTable {
  person_id: string;
  plan: PlanName;
  chosen_at: string;
}

/** Statements that make {@link AccessTables}. */
export const createAccessTables: readonly string[] = [
  `create table api_keys (
    id text primary key not null,
    project_id text not null references projects (id) on delete cascade,
    name text not null,
    kind text not null,
    hash text not null unique,
    prefix text not null,
    suffix text not null,
    scopes text not null,
    tabs text,
    hidden_columns text,
    origins text,
    expires_at text,
    created_at text not null,
    last_used_at text,
    revoked_at text,
    changed_at text not null
  )`,
  `create table usage_counts (
    project_id text not null references projects (id) on delete cascade,
    tab_id text not null,
    hour text not null,
    method text not null,
    outcome text not null,
    from_cache integer not null,
    requests bigint not null,
    primary key (project_id, hour, tab_id, method, outcome, from_cache)
  )`,
  `create table usage_times (
    project_id text not null references projects (id) on delete cascade,
    hour text not null,
    bucket integer not null,
    requests bigint not null,
    primary key (project_id, hour, bucket)
  )`,
  `create table person_plans (
    person_id text primary key not null references "user" (id) on delete cascade,
    plan text not null,
    chosen_at text not null
  )`,
  'create index api_keys_project on api_keys (project_id, created_at)',
  'create index api_keys_changed on api_keys (changed_at)',
  'create index usage_counts_hour on usage_counts (hour)',
  'create index usage_times_hour on usage_times (hour)',
];
