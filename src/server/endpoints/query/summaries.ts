import { slugOf, UniqueNames } from '../../normalise/headers';
import type { Aggregate } from '../../store/memory/engine';
import type { ColumnNames } from './columnNames';
import { type Parameters, parseSign } from './parameters';
import type { GroupTask } from './plan';
import { columnNamed, didYouMean, invalid, refuse } from './queryRefusals';

const functions = ['count', 'sum', 'avg', 'min', 'max'] as const;
type Function = (typeof functions)[number];

const isFunction = (name: string): name is Function => (functions as readonly string[]).includes(name);

/** Aggregate, and its name in the response and in the query. */
interface NamedAggregate {
  readonly aggregate: Aggregate;
  readonly name: string;
}

/** Rejects `_fields`, which applies only to rows. */
function refuseFields(parameters: Parameters, name: 'distinct' | 'group' | 'agg') {
  if (!parameters.has('fields')) return;
  const field = parameters.field('fields');
  invalid(field, `${field} is for rows, and ${parameters.field(name)} does not return rows.`, `Leave ${field} out.`);
}

/**
 * Returns the order of groups or distinct values, by the names of their fields.
 *
 * @param known field names
 * @param aliases further names of fields, with their indexes
 * @throws Refusal `invalid_parameter` listing the field names
 */
function recordOrderOf(parameters: Parameters, known: readonly string[], aliases: ReadonlyMap<string, number>) {
  const field = parameters.field('sort');
  const indexOf = (name: string) => {
    const at = known.indexOf(name);
    return at >= 0 ? at : aliases.get(name);
  };
  return (parameters.list('sort') ?? []).map((item) => {
    const { name, minus } = parseSign(item, (fieldName) => indexOf(fieldName) !== undefined);
    const at = indexOf(name);
    if (at === undefined) {
      return invalid(field, `There is nothing called “${name}” to sort by.`, `Sort by ${known.join(', ')}.`);
    }
    return { at, descending: minus };
  });
}

/** Returns the task for the distinct values of a column and their counts: `_distinct=City`. */
export function distinctTaskOf(parameters: Parameters, names: ColumnNames): GroupTask {
  const field = parameters.field('distinct');
  refuseFields(parameters, 'distinct');
  for (const other of ['group', 'agg'] as const) {
    const name = parameters.field(other);
    if (parameters.has(other)) invalid(field, `${field} and ${name} cannot be used together.`, `Leave ${name} out.`);
  }
  const text = parameters.text('distinct') ?? '';
  const exactColumn = names.find(text);
  const items = exactColumn === undefined ? (parameters.list('distinct') ?? []) : [text];
  if (items.length > 1) {
    invalid(
      field,
      `${field} takes one column.`,
      `For several, ask for ${parameters.field('group')}=${items.join(',')}.`,
    );
  }
  const column = exactColumn ?? columnNamed(field, items[0] ?? '', names);
  const fields = ['value', 'count'];
  const order = recordOrderOf(parameters, fields, new Map());
  return { kind: 'group', by: [column], aggregates: [{ fn: 'count' }], names: fields, order };
}

function aggregateOf(parameters: Parameters, item: string, names: ColumnNames): NamedAggregate {
  const field = parameters.field('agg');
  const colon = item.indexOf(':');
  const fn = colon < 0 ? item : item.slice(0, colon);
  if (!isFunction(fn)) {
    const hint = didYouMean(fn, functions) ?? 'Write it like count,sum:Price.';
    return refuse('unknown_operator', field, `“${fn}” is none of ${functions.join(', ')}.`, hint);
  }
  if (fn === 'count') {
    if (colon < 0) return { aggregate: { fn }, name: fn };
    return invalid(field, 'count counts rows and takes no column.', 'Write count alone.');
  }
  if (colon < 0) return invalid(field, `${fn} needs a column.`, `Write it like ${fn}:${names.keys[0] ?? 'Price'}.`);
  const columnIndex = columnNamed(field, item.slice(colon + 1), names);
  const { key, type } = names.column(columnIndex);
  if ((fn === 'sum' || fn === 'avg') && type !== 'integer' && type !== 'number') {
    const detail = `${fn} needs a column of numbers, and the type of ${key} is ${type}.`;
    return invalid(field, detail, 'min and max take every type.');
  }
  return { aggregate: { fn, column: columnIndex }, name: `${fn}_${key}` };
}

/** Returns the task for groups and their aggregates: `_group=City&_agg=count,sum:Total`. Without `_agg`, groups are counted. */
export function groupTaskOf(parameters: Parameters, names: ColumnNames, slugKeys: boolean): GroupTask {
  refuseFields(parameters, parameters.has('group') ? 'group' : 'agg');
  const field = parameters.field('group');
  const by = [...new Set((parameters.list('group') ?? []).map((name) => columnNamed(field, name, names)))];
  const items = [...new Set(parameters.list('agg') ?? ['count'])];
  const aggregates = items.map((item) => aggregateOf(parameters, item, names));
  const unique = new UniqueNames();
  const keys = by.map((column) => unique.claim(slugKeys ? names.column(column).slug : names.column(column).key));
  const results = aggregates.map(({ name }) => unique.claim(slugKeys ? slugOf(name) : name));
  const aliases = new Map<string, number>();
  for (const [at, column] of by.entries()) {
    const { slug, key } = names.column(column);
    aliases.set(slug, at).set(key, at);
  }
  for (const [at, item] of items.entries()) aliases.set(item, by.length + at);
  const fields = [...keys, ...results];
  return {
    kind: 'group',
    by,
    aggregates: aggregates.map(({ aggregate }) => aggregate),
    names: fields,
    order: recordOrderOf(parameters, fields, aliases),
  };
}
