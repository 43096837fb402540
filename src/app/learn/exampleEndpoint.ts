import type { CellValue, Column, Row } from '../../contract/rows';
import { KEY_PLACEHOLDER, type SnippetRequest } from '../snippets/snippetRequest';
import type { GuideRequest } from './article';

/** The endpoint that the guides speak of. */
export const EXAMPLE_ORIGIN = 'https://tabpoint.example';
export const EXAMPLE_PROJECT = 'k3v9tq2mxa7rfw5d';
export const EXAMPLE_TAB = 'beans';
/** Stands for the id of a row. */
export const EXAMPLE_ROW = 'r_8k2fw0q3hx7m';

const EXAMPLE_ADDRESS = `${EXAMPLE_ORIGIN}/v1/${EXAMPLE_PROJECT}`;

/** What differs between the guides' endpoint and the person's own. */
interface Place {
  /** Of the endpoint. */
  readonly url: string;
  readonly row: string;
  /** Whether reading needs a key. */
  readonly isPrivate: boolean;
}

const examplePlace = (tab: string): Place => ({
  url: `${EXAMPLE_ADDRESS}/${tab}`,
  row: EXAMPLE_ROW,
  isPrivate: false,
});

/** A call as snippets tell it. */
export function snippetAt(request: GuideRequest, { url, row, isPrivate }: Place): SnippetRequest {
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

/** A call of the guides' own sheet. */
export const exampleSnippet = (request: GuideRequest) => snippetAt(request, examplePlace(request.tab));

/** The guides' addresses in a text: of the tab that is every guide's example, and of its project. */
const ADDRESSES = new RegExp(`${EXAMPLE_ADDRESS.replaceAll('.', '\\.')}(/${EXAMPLE_TAB}\\b|(?![\\w/])|(?=/_))`, 'g');

/** A text with the person's own addresses in the place of the guides'. */
export const withOwnAddress = (text: string, { project, tab }: { readonly project: string; readonly tab: string }) =>
  text.replace(ADDRESSES, (_address, ofTab: string) => (ofTab === '' ? project : tab));

/** The columns of the guides' example sheet, by what they are good for. */
const roles: Readonly<Record<string, (column: Column) => boolean>> = {
  origin: ({ type, unique }) => type === 'text' && !unique,
  name: ({ type }) => type === 'text',
  price: ({ type }) => type === 'number' || type === 'integer',
  in_stock: ({ type }) => type === 'boolean',
  harvested: ({ type }) => type === 'date' || type === 'datetime',
};

/** The header of `in_stock`, which guides write too. */
const roleOf = (name: string) => (name === 'in stock' ? 'in_stock' : name);

type Cast = Readonly<Record<string, Column | undefined>>;

/** A column of their own for each of the guides'; none twice. */
function castOf(columns: readonly Column[]): Cast {
  const taken = new Set<Column>();
  const cast: Record<string, Column | undefined> = {};
  for (const [role, fits] of Object.entries(roles)) {
    const column = columns.find((each) => fits(each) && !taken.has(each) && each.examples.some(isFilled));
    if (column) taken.add(column);
    cast[role] = column;
  }
  return cast;
}

const isFilled = (value: CellValue) => value !== null && value !== '';

const examplesOf = ({ examples }: Column) => examples.filter(isFilled).map(String);

/** An item of a list: one with a comma stands in double quotes. */
const listed = (item: string) => (/[,"]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item);

const valueOf = (column: Column, operator: string | undefined, value: string) => {
  if (operator === 'isblank') return value;
  const examples = examplesOf(column);
  if (operator === 'in') return examples.slice(0, 2).map(listed).join(',');
  return examples[0] ?? '';
};

/** Names in a list such as `-price,name`, translated; undefined where one has no counterpart. */
function namesIn(value: string, cast: Cast): string | undefined {
  const names = value.split(',').map((name) => {
    const [, sign = '', bare = ''] = /^(-|\w+:)?(.*)$/.exec(name) ?? [];
    if (bare.startsWith('_') || bare === 'count') return name;
    const column = cast[roleOf(bare)];
    return column && `${sign}${column.slug}`;
  });
  return names.includes(undefined) ? undefined : names.join(',');
}

const LISTS: readonly string[] = ['_sort', '_fields', '_group', '_distinct', '_agg', '_upsert'];

/** `_fields` does without what a sheet lacks, the others do not. */
function listedNames(name: string, value: string, cast: Cast): string | undefined {
  if (name !== '_fields') return namesIn(value, cast);
  const names = value.split(',').flatMap((each) => namesIn(each, cast) ?? []);
  return names.length === 0 ? undefined : names.join(',');
}

type Pair = readonly [name: string, value: string];

function ownPair([name, value]: Pair, cast: Cast): Pair | undefined {
  if (LISTS.includes(name)) {
    const names = listedNames(name, value, cast);
    return names === undefined ? undefined : [name, names];
  }
  const text = cast.name ?? cast.origin;
  if (name === '_q') return text && [name, (examplesOf(text)[0] ?? '').split(' ')[0] ?? ''];
  if (name.startsWith('_')) return [name, value];
  const [column = '', operator] = name.split('__');
  const own = cast[roleOf(column)];
  return own && [operator ? `${own.key}__${operator}` : own.key, valueOf(own, operator, value)];
}

/** A row without what their sheet has no column for; undefined where that is all of it. */
function ownRow(row: Readonly<Record<string, unknown>>, cast: Cast, first: Row | null): object | undefined {
  const entries = Object.keys(row).flatMap((name) => {
    const column = cast[roleOf(name)];
    return column ? [[column.key, first?.[column.key] ?? column.examples.find(isFilled) ?? null] as const] : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function ownBody(body: string, cast: Cast, first: Row | null): string | undefined {
  const value = JSON.parse(body) as Record<string, unknown> | Record<string, unknown>[];
  const own = Array.isArray(value) ? value.map((row) => ownRow(row, cast, first)) : ownRow(value, cast, first);
  const lacks = own === undefined || (Array.isArray(own) && own.includes(undefined));
  return lacks ? undefined : JSON.stringify(own, null, 2);
}

/**
 * A call of a guide with columns and values of the person's own. What it asks first has to find its column, the rest may
 * fall away; undefined where their sheet has none that would do.
 */
export function ownRequest(
  request: GuideRequest,
  columns: readonly Column[],
  first: Row | null,
): GuideRequest | undefined {
  const cast = castOf(columns);
  const query = request.query.map((pair) => ownPair(pair, cast));
  const body = request.body === undefined ? undefined : ownBody(request.body, cast, first);
  const lacksFirst = query.length > 0 && query[0] === undefined;
  if (lacksFirst || (request.body !== undefined && body === undefined)) return undefined;
  return { ...request, query: query.filter((pair) => pair !== undefined), ...(body !== undefined && { body }) };
}
