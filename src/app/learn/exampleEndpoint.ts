import type { CellValue, Column, Row } from '../../contract/rows';
import { KEY_PLACEHOLDER, type SnippetRequest } from '../snippets/snippetRequest';
import type { GuideRequest } from './article';

/** The example endpoint of the guides. */
export const EXAMPLE_ORIGIN = 'https://tabpoint.example';
export const EXAMPLE_PROJECT = 'k3v9tq2mxa7rfw5d';
export const EXAMPLE_TAB = 'beans';
/** Placeholder for the id of a row. */
export const EXAMPLE_ROW = 'r_8k2fw0q3hx7m';

const EXAMPLE_ADDRESS = `${EXAMPLE_ORIGIN}/v1/${EXAMPLE_PROJECT}`;

/** The endpoint of a snippet: the example or the user's. */
interface SnippetTarget {
  /** URL of the endpoint. */
  readonly url: string;
  readonly row: string;
  /** Whether reading needs a key. */
  readonly isPrivate: boolean;
}

const exampleTarget = (tab: string): SnippetTarget => ({
  url: `${EXAMPLE_ADDRESS}/${tab}`,
  row: EXAMPLE_ROW,
  isPrivate: false,
});

/** Returns a guide's request as a snippet for an endpoint. */
export function snippetAt(request: GuideRequest, { url, row, isPrivate }: SnippetTarget): SnippetRequest {
  const { origin, pathname } = new URL(url);
  return {
    method: request.method,
    origin,
    path: pathname + (request.ofRow ? `/${row}` : ''),
    query: request.query,
    ...((isPrivate || request.needsKey) && { key: KEY_PLACEHOLDER }),
    ...(request.body !== undefined && { body: request.body }),
    answer: request.answer,
  };
}

/** Returns a guide's request as a snippet for the example endpoint. */
export const exampleSnippet = (request: GuideRequest) => snippetAt(request, exampleTarget(request.tab));

/** Matches the example's addresses in a text: of the example tab, and of its project. */
const ADDRESSES = new RegExp(`${EXAMPLE_ADDRESS.replaceAll('.', '\\.')}(/${EXAMPLE_TAB}\\b|(?![\\w/])|(?=/_))`, 'g');

/** Replaces the example's addresses in a text by the user's. */
export const withOwnAddress = (text: string, { project, tab }: { readonly project: string; readonly tab: string }) =>
  text.replace(ADDRESSES, (_address, ofTab: string) => (ofTab === '' ? project : tab));

/** Columns of the example sheet, with the condition that a column of the user's sheet must meet to replace each. */
const roles: Readonly<Record<string, (column: Column) => boolean>> = {
  origin: ({ type, unique }) => type === 'text' && !unique,
  name: ({ type }) => type === 'text',
  price: ({ type }) => type === 'number' || type === 'integer',
  in_stock: ({ type }) => type === 'boolean',
  harvested: ({ type }) => type === 'date' || type === 'datetime',
};

/** Returns the role of a column name; guides also write the header `in stock` for `in_stock`. */
const roleOf = (name: string) => (name === 'in stock' ? 'in_stock' : name);

/** Columns of the user's sheet by the name of the example column they replace. */
type ColumnMap = Readonly<Record<string, Column | undefined>>;

/** Assigns a column of the user's sheet to each example column; uses no column twice. */
function mapColumns(columns: readonly Column[]): ColumnMap {
  const used = new Set<Column>();
  const map: Record<string, Column | undefined> = {};
  for (const [role, fits] of Object.entries(roles)) {
    const column = columns.find(
      (candidate) => fits(candidate) && !used.has(candidate) && candidate.examples.some(isFilled),
    );
    if (column) used.add(column);
    map[role] = column;
  }
  return map;
}

const isFilled = (value: CellValue) => value !== null && value !== '';

const examplesOf = ({ examples }: Column) => examples.filter(isFilled).map(String);

/** Encodes an item of a list: in double quotes if it has a comma or quotes. */
const listed = (item: string) => (/[,"]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item);

const valueOf = (column: Column, operator: string | undefined, value: string) => {
  if (operator === 'isblank') return value;
  const examples = examplesOf(column);
  if (operator === 'in') return examples.slice(0, 2).map(listed).join(',');
  return examples[0] ?? '';
};

/** Translates the names of a list such as `-price,name`; undefined if a name has no counterpart. */
function namesIn(value: string, map: ColumnMap): string | undefined {
  const names = value.split(',').map((name) => {
    const [, sign = '', bare = ''] = /^(-|\w+:)?(.*)$/.exec(name) ?? [];
    if (bare.startsWith('_') || bare === 'count') return name;
    const column = map[roleOf(bare)];
    return column && `${sign}${column.slug}`;
  });
  return names.includes(undefined) ? undefined : names.join(',');
}

const LISTS: readonly string[] = ['_sort', '_fields', '_group', '_distinct', '_agg', '_upsert'];

/** Translates the names of a list parameter. `_fields` drops names without a counterpart; the other parameters then become undefined. */
function listedNames(name: string, value: string, map: ColumnMap): string | undefined {
  if (name !== '_fields') return namesIn(value, map);
  const names = value.split(',').flatMap((entry) => namesIn(entry, map) ?? []);
  return names.length === 0 ? undefined : names.join(',');
}

type Pair = readonly [name: string, value: string];

function ownPair([name, value]: Pair, map: ColumnMap): Pair | undefined {
  if (LISTS.includes(name)) {
    const names = listedNames(name, value, map);
    return names === undefined ? undefined : [name, names];
  }
  const text = map.name ?? map.origin;
  if (name === '_q') return text && [name, (examplesOf(text)[0] ?? '').split(' ')[0] ?? ''];
  if (name.startsWith('_')) return [name, value];
  const [column = '', operator] = name.split('__');
  const own = map[roleOf(column)];
  return own && [operator ? `${own.key}__${operator}` : own.key, valueOf(own, operator, value)];
}

/** Translates a row; fields without a counterpart are dropped. @returns undefined if no field is left */
function ownRow(row: Readonly<Record<string, unknown>>, map: ColumnMap, first: Row | null): object | undefined {
  const entries = Object.keys(row).flatMap((name) => {
    const column = map[roleOf(name)];
    return column ? [[column.key, first?.[column.key] ?? column.examples.find(isFilled) ?? null] as const] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function ownBody(body: string, map: ColumnMap, first: Row | null): string | undefined {
  const value = JSON.parse(body) as Record<string, unknown> | Record<string, unknown>[];
  const own = Array.isArray(value) ? value.map((row) => ownRow(row, map, first)) : ownRow(value, map, first);
  const lacks = own === undefined || (Array.isArray(own) && own.includes(undefined));
  return lacks ? undefined : JSON.stringify(own, null, 2);
}

/**
 * Translates a guide's request to the columns and values of the user's sheet. The first query parameter needs a counterpart, the others are
 * dropped without one. @returns undefined if the sheet has no suitable columns
 */
export function ownRequest(
  request: GuideRequest,
  columns: readonly Column[],
  first: Row | null,
): GuideRequest | undefined {
  const map = mapColumns(columns);
  const query = request.query.map((pair) => ownPair(pair, map));
  const body = request.body === undefined ? undefined : ownBody(request.body, map, first);
  const lacksFirst = query.length > 0 && query[0] === undefined;
  if (lacksFirst || (request.body !== undefined && body === undefined)) return undefined;
  return { ...request, query: query.filter((pair) => pair !== undefined), ...(body !== undefined && { body }) };
}
