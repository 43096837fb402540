import type { NewKey } from '../../contract/keys';
import type { ProblemLine } from '../../contract/problems';
import type { Column } from '../../contract/rows';
import { keyScopes, originNamed } from '../../contract/scopes';
import type { ProjectTabsTable } from '../database/tables/projects';
import { ownNames } from '../normalise/headers';
import { Refusal } from '../refusal';
import { cleanTitle } from '../titles';
import type { HiddenColumns, KeyRow } from '../access/keyring';

/** What a person has decided about a new key. */
export type KeyDecisions = Pick<
  KeyRow,
  'project_id' | 'name' | 'kind' | 'scopes' | 'tabs' | 'hidden_columns' | 'origins' | 'expires_at'
>;

/** A tab a project has now. */
export type KeyTab = Pick<ProjectTabsTable, 'id' | 'sheet_id' | 'title' | 'columns' | 'key_column'>;

/** What is wrong with a wish, line by line. */
type Problems = ProblemLine[];

const noSuchTab = (field: string, sheetId: number): ProblemLine => ({
  field,
  detail: `This project has no sheet with the number ${sheetId}.`,
});

function tabsWished({ tabs: wished }: NewKey, tabs: readonly KeyTab[], problems: Problems): KeyTab[] | undefined {
  return wished?.flatMap((sheetId, index) => {
    const tab = tabs.find(({ sheet_id }) => sheet_id === sheetId);
    if (tab === undefined) problems.push(noSuchTab(`tabs.${index}`, sheetId));
    return tab ?? [];
  });
}

const secretHasNoOrigins: ProblemLine = {
  field: 'origins',
  detail: 'Only a publishable key is bound to origins. Leave origins out.',
};

/** A publishable key stands in a page for everybody to read: it reads, or adds rows to one sheet, and nothing else. */
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

const originsWished = ({ kind, origins }: NewKey, problems: Problems): string[] | undefined =>
  kind === 'secret' || origins === undefined ? undefined : namedOrigins(origins, problems);

function refuseProblems(problems: Problems): void {
  if (problems[0] !== undefined) throw new Refusal('invalid_key', problems[0].detail, { errors: problems });
}

/** Said of a column whose name would go over to another one when columns are inserted or moved. */
const namedByPlace = (column: string, { title }: KeyTab) =>
  `“${column}” of “${title}” is named by where it stands, so it cannot be hidden for good. Give it a header that no other column has.`;

function columnProblems(tab: KeyTab, columns: readonly string[], field: string): Problems {
  const all = JSON.parse(tab.columns) as Column[];
  const keys = all.map(({ key }) => key);
  const named = ownNames(all);
  const problems = columns.flatMap((column, index): Problems => {
    const at = `${field}.columns.${index}`;
    if (column === tab.key_column) {
      const detail = `“${column}” is the key column of “${tab.title}”: every row carries it as _id, so it cannot be hidden.`;
      return [{ field: at, detail }];
    }
    if (named.has(column)) return [];
    if (keys.includes(column)) return [{ field: at, detail: namedByPlace(column, tab) }];
    const known = keys.slice(0, 20).map((key) => `“${key}”`);
    return [
      { field: at, detail: `The sheet “${tab.title}” has no column “${column}”. Its columns are ${known.join(', ')}.` },
    ];
  });
  if (problems.length > 0 || new Set(columns).size < keys.length) return problems;
  return [{ field, detail: `That hides every column of “${tab.title}”. Leave the sheet out of tabs instead.` }];
}

function hiddenWished({ hiddenColumns, tabs: only }: NewKey, tabs: readonly KeyTab[], problems: Problems) {
  const hidden: Record<string, readonly string[]> = {};
  for (const [index, { sheetId, columns }] of (hiddenColumns ?? []).entries()) {
    const field = `hiddenColumns.${index}`;
    const tab = tabs.find(({ sheet_id }) => sheet_id === sheetId);
    if (tab === undefined) problems.push(noSuchTab(`${field}.sheetId`, sheetId));
    else if (only !== undefined && !only.includes(sheetId)) {
      problems.push({ field: `${field}.sheetId`, detail: `This key does not know of “${tab.title}” at all.` });
    } else if (tab.id in hidden) {
      problems.push({ field: `${field}.sheetId`, detail: `The sheet “${tab.title}” is named twice.` });
    } else {
      problems.push(...columnProblems(tab, columns, field));
      hidden[tab.id] = [...new Set(columns)].sort();
    }
  }
  return hidden as HiddenColumns;
}

/** ISO 8601, with a time and a zone, or a date alone: then its beginning in UTC. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

function expiryWished({ expiresAt }: NewKey, now: Date, problems: Problems): string | undefined {
  if (expiresAt === undefined) return undefined;
  const time = MOMENT.test(expiresAt) ? Date.parse(expiresAt) : NaN;
  if (time > now.getTime()) return new Date(time).toISOString();
  const detail = Number.isNaN(time)
    ? `“${expiresAt}” is not a time. Write it like 2030-04-30T12:00:00Z.`
    : 'This time has passed. Choose one to come, or leave it out for a key that does not expire.';
  problems.push({ field: 'expiresAt', detail });
  return undefined;
}

const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

/**
 * What a wish for a key comes to.
 *
 * @param tabs those the project has now
 * @throws Refusal `invalid_key` naming each field that does not fit
 */
export function keyDecisions(projectId: string, wish: NewKey, tabs: readonly KeyTab[], now: Date): KeyDecisions {
  const problems: Problems = [];
  const name = cleanTitle(wish.name);
  if (name === '') problems.push({ field: 'name', detail: 'Give the key a name.' });
  checkKind(wish, problems);
  const known = tabsWished(wish, tabs, problems)?.map(({ id }) => id);
  const hidden = hiddenWished(wish, tabs, problems);
  const origins = originsWished(wish, problems);
  const expires = expiryWished(wish, now, problems);
  refuseProblems(problems);
  return {
    project_id: projectId,
    name,
    kind: wish.kind,
    scopes: JSON.stringify(keyScopes.filter((scope) => wish.scopes.includes(scope))),
    tabs: json(known),
    hidden_columns: json(Object.keys(hidden).length === 0 ? undefined : hidden),
    origins: json(origins),
    expires_at: expires ?? null,
  };
}

/**
 * The sites that a key is to be bound to from now on, as browsers write them.
 *
 * @throws Refusal `invalid_key` for a secret key, and naming each text that is no origin
 */
export function originDecisions({ kind }: Pick<NewKey, 'kind'>, origins: readonly string[]): string[] {
  const problems: Problems = [];
  if (kind === 'secret') problems.push(secretHasNoOrigins);
  const named = namedOrigins(origins, problems);
  refuseProblems(problems);
  return named;
}
