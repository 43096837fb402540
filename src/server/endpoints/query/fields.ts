import type { Order } from '../engine/engine';
import type { ColumnNames } from './columnNames';
import type { Parameters } from './parameters';
import type { Field } from './plan';
import { columnNamed, invalid } from './queryRefusals';

/** A name, and whether a `-` stands before it. */
interface Signed {
  readonly name: string;
  readonly minus: boolean;
}

/** A column that is really called `-Name` is meant before the `-` is. */
const signedOf = (item: string, isKnown: (name: string) => boolean): Signed =>
  item.startsWith('-') && !isKnown(item) ? { name: item.slice(1), minus: true } : { name: item, minus: false };

const fieldNamed = (field: string, name: string, names: ColumnNames): Field =>
  name === '_id' || name === '_row' ? name : columnNamed(field, name, names);

const everything = ({ visible }: ColumnNames): readonly Field[] => visible;

/** The fields named without a `-`, or every column when there are none. `*` is every column. */
function chosen(field: string, items: readonly Signed[], names: ColumnNames): Field[] {
  const wanted = items.filter(({ minus }) => !minus);
  if (wanted.length === 0) return [...everything(names)];
  return wanted.flatMap(({ name }) =>
    name === '*' && names.find(name) === undefined ? everything(names) : [fieldNamed(field, name, names)],
  );
}

/**
 * What each row is answered with: `_fields=Name,City` chooses, `_fields=-Secret` leaves out. `_id` comes first unless it is
 * left out or stands elsewhere in the list.
 *
 * @returns undefined for `_id` and every column of the tab
 */
export function fieldsOf(parameters: Parameters, names: ColumnNames): readonly Field[] | undefined {
  const field = parameters.field('fields');
  const list = parameters.list('fields');
  if (list === undefined) return names.areAll ? undefined : ['_id', ...everything(names)];
  const items = list.map((item) => signedOf(item, (name) => names.find(name) !== undefined));
  const left = new Set(items.filter(({ minus }) => minus).map(({ name }) => fieldNamed(field, name, names)));
  const wanted = chosen(field, items, names);
  const all = new Set<Field>(wanted.includes('_id') ? wanted : ['_id', ...wanted]);
  const fields = [...all].filter((one) => !left.has(one));
  if (fields.length === 0) return invalid(field, `${field} leaves nothing of the rows.`, 'Name the columns you want.');
  return fields;
}

/**
 * The order of rows: `_sort=-Founded,Name`, a `-` before what falls.
 *
 * @throws Refusal `unknown_column`
 */
export function orderOf(parameters: Parameters, names: ColumnNames): Order[] {
  const field = parameters.field('sort');
  const items = (parameters.list('sort') ?? []).map((item) => signedOf(item, (name) => names.find(name) !== undefined));
  return items.map(({ name, minus }) => ({
    column: name === '_row' ? name : columnNamed(field, name, names),
    descending: minus,
  }));
}

/**
 * The order of what is not rows, by the names that it has.
 *
 * @throws Refusal `invalid_parameter` naming them
 */
export function recordOrderOf(parameters: Parameters, known: readonly string[], others: ReadonlyMap<string, number>) {
  const field = parameters.field('sort');
  const placeOf = (name: string) => {
    const at = known.indexOf(name);
    return at >= 0 ? at : others.get(name);
  };
  return (parameters.list('sort') ?? []).map((item) => {
    const { name, minus } = signedOf(item, (one) => placeOf(one) !== undefined);
    const at = placeOf(name);
    if (at === undefined) {
      return invalid(field, `There is nothing called “${name}” to sort by.`, `Sort by ${known.join(', ')}.`);
    }
    return { at, descending: minus };
  });
}
