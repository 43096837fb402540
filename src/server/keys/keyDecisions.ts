import type { NewKey } from '../../contract/keys';
import type { ProblemLine } from '../../contract/problems';
import type { Column } from '../../contract/rows';
import { keyScopes, originNamed } from '../../contract/scopes';
import type { ProjectTabsTable } from '../database/tables/projects';
import { ownNames } from '../normalise/headers';
import { Refusal } from '../refusal';
import { cleanTitle } from '../titles';
import type { ColumnAccess } from '../access/columnAccess';
import { type KeyRow, storedAccess } from '../access/keyring';

/** Validated properties of a new key. */
export type KeyDecisions = Pick<
  KeyRow,
  'project_id' | 'name' | 'kind' | 'scopes' | 'tabs' | 'column_access' | 'origins' | 'expires_at'
>;

/** A current tab of a project. */
export type KeyTab = Pick<ProjectTabsTable, 'id' | 'sheet_id' | 'title' | 'columns' | 'key_column'>;

/** Validation errors of a request, one per line. */
type Problems = ProblemLine[];

const noSuchTab = (field: string, sheetId: number): ProblemLine => ({
  field,
  detail: `This project has no sheet with the number ${sheetId}.`,
});

function requestedTabs({ tabs: requested }: NewKey, tabs: readonly KeyTab[], problems: Problems): KeyTab[] | undefined {
  return requested?.flatMap((sheetId, index) => {
    const tab = tabs.find(({ sheet_id }) => sheet_id === sheetId);
    if (tab === undefined) problems.push(noSuchTab(`tabs.${index}`, sheetId));
    return tab ?? [];
  });
}

const secretHasNoOrigins: ProblemLine = {
  field: 'origins',
  detail: 'Only a publishable key is bound to origins. Leave origins out.',
};

/** Checks the limits of a publishable key, which is public in a page: it may only read, or only add rows to one sheet. */
function checkKind({ kind, scopes, tabs, origins }: NewKey, problems: Problems) {
  if (kind === 'secret') {
    if (origins !== undefined) problems.push(secretHasNoOrigins);
    return;
  }
  const [scope, ...others] = scopes;
  if (others.length > 0 || (scope !== 'read' && scope !== 'create')) {
    const detail = 'A publishable key may only read, or only create in one sheet. Make a secret key for anything else.';
    problems.push({ field: 'scopes', detail });
  } else if (scope === 'create' && tabs?.length !== 1) {
    problems.push({ field: 'tabs', detail: 'A publishable key that creates does so in one sheet. Name that one.' });
  }
}

function namedOrigins(origins: readonly string[], problems: Problems): string[] {
  const named = origins.map((text, index) => {
    const origin = originNamed(text);
    const detail = `“${text}” is not an origin. Start with https://, for example https://example.com; http://localhost is allowed.`;
    if (origin === undefined) problems.push({ field: `origins.${index}`, detail });
    return origin ?? text;
  });
  return [...new Set(named)];
}

const requestedOrigins = ({ kind, origins }: NewKey, problems: Problems): string[] | undefined =>
  kind === 'secret' || origins === undefined ? undefined : namedOrigins(origins, problems);

function refuseProblems(problems: Problems): void {
  if (problems[0] !== undefined) throw new Refusal('invalid_key', problems[0].detail, { errors: problems });
}

/** Error for a column whose name would pass to another one when columns are inserted or moved. */
const positionalName = (column: string, { title }: KeyTab) =>
  `“${column}” of “${title}” is named by where it stands, so it cannot be hidden for good. Give it a header that no other column has.`;

function columnProblems(tab: KeyTab, all: readonly Column[], columns: readonly string[], field: string): Problems {
  const keys = all.map(({ key }) => key);
  const named = ownNames(all);
  const problems = columns.flatMap((column, index): Problems => {
    const at = `${field}.columns.${index}`;
    if (column === tab.key_column) {
      const detail = `“${column}” is the key column of “${tab.title}”: every row carries it as _id, so it cannot be hidden.`;
      return [{ field: at, detail }];
    }
    if (named.has(column)) return [];
    if (keys.includes(column)) return [{ field: at, detail: positionalName(column, tab) }];
    const known = keys.slice(0, 20).map((key) => `“${key}”`);
    return [
      { field: at, detail: `The sheet “${tab.title}” has no column “${column}”. Its columns are ${known.join(', ')}.` },
    ];
  });
  if (problems.length > 0 || new Set(columns).size < keys.length) return problems;
  return [{ field, detail: `That hides every column of “${tab.title}”. Leave the sheet out of tabs instead.` }];
}

const columnsOf = ({ columns }: KeyTab) => JSON.parse(columns) as Column[];

/** Returns the access to the current columns of a tab, without those to hide. */
const accessTo = (tab: KeyTab, hidden: readonly string[] = []): ColumnAccess => ({
  hidden: new Set(hidden.toSorted()),
  known: new Set(columnsOf(tab).map(({ key }) => key)),
});

/** Returns the key's access to columns of the tabs in which it hides some, by id of the tab. */
function requestedAccess({ hiddenColumns, tabs: only }: NewKey, tabs: readonly KeyTab[], problems: Problems) {
  const access = new Map<string, ColumnAccess>();
  for (const [index, { sheetId, columns }] of (hiddenColumns ?? []).entries()) {
    const field = `hiddenColumns.${index}`;
    const tab = tabs.find(({ sheet_id }) => sheet_id === sheetId);
    if (tab === undefined) problems.push(noSuchTab(`${field}.sheetId`, sheetId));
    else if (only !== undefined && !only.includes(sheetId)) {
      problems.push({ field: `${field}.sheetId`, detail: `This key does not know of “${tab.title}” at all.` });
    } else if (access.has(tab.id)) {
      problems.push({ field: `${field}.sheetId`, detail: `The sheet “${tab.title}” is named twice.` });
    } else {
      problems.push(...columnProblems(tab, columnsOf(tab), columns, field));
      access.set(tab.id, accessTo(tab, columns));
    }
  }
  return access;
}

/** ISO 8601: date, time and zone, or a date alone, which means its start in UTC. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

function requestedExpiry({ expiresAt }: NewKey, now: Date, problems: Problems): string | undefined {
  if (expiresAt === undefined) return undefined;
  const time = DATE_TIME.test(expiresAt) ? Date.parse(expiresAt) : NaN;
  if (time > now.getTime()) return new Date(time).toISOString();
  const detail = Number.isNaN(time)
    ? `“${expiresAt}” is not a time. Write it like 2030-04-30T12:00:00Z.`
    : 'This time has passed. Choose one to come, or leave it out for a key that does not expire.';
  problems.push({ field: 'expiresAt', detail });
  return undefined;
}

/** Maximum characters of the stored access to columns, as every server holds all keys in memory. */
const MAX_ACCESS_LENGTH = 250_000;

const tooManyColumns: ProblemLine = {
  field: 'hiddenColumns',
  detail: 'The sheets of this key have too many columns for a key that hides some. Restrict it to fewer sheets.',
};

const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

/**
 * Validates the request for a new key. A key that hides columns is restricted to the current tabs and their current columns: of those
 * that come later it is not known whether they have data that the owner has hidden.
 *
 * @param tabs the project's current tabs
 * @throws Refusal `invalid_key` naming each invalid field
 */
export function keyDecisions(projectId: string, request: NewKey, tabs: readonly KeyTab[], now: Date): KeyDecisions {
  const problems: Problems = [];
  const name = cleanTitle(request.name);
  if (name === '') problems.push({ field: 'name', detail: 'Give the key a name.' });
  checkKind(request, problems);
  const access = requestedAccess(request, tabs, problems);
  const named = requestedTabs(request, tabs, problems) ?? (access.size === 0 ? undefined : tabs);
  const origins = requestedOrigins(request, problems);
  const expires = requestedExpiry(request, now, problems);
  if (access.size > 0) for (const tab of named ?? []) access.set(tab.id, access.get(tab.id) ?? accessTo(tab));
  const column_access = storedAccess(access);
  if (column_access !== null && column_access.length > MAX_ACCESS_LENGTH) problems.push(tooManyColumns);
  refuseProblems(problems);
  return {
    project_id: projectId,
    name,
    kind: request.kind,
    scopes: JSON.stringify(keyScopes.filter((scope) => request.scopes.includes(scope))),
    tabs: json(named?.map(({ id }) => id)),
    column_access,
    origins: json(origins),
    expires_at: expires ?? null,
  };
}

/**
 * Validates the sites of a key, and normalizes them to origins as browsers send them.
 *
 * @throws Refusal `invalid_key` for a secret key, and naming each text that is not an origin
 */
export function originDecisions({ kind }: Pick<NewKey, 'kind'>, origins: readonly string[]): string[] {
  const problems: Problems = [];
  if (kind === 'secret') problems.push(secretHasNoOrigins);
  const named = namedOrigins(origins, problems);
  refuseProblems(problems);
  return named;
}
