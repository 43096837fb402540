import type { Column } from '../../contract/rows';

const DATETIME = /^\d{4,}-\d\d-\d\dT/;
const ENDS_IN_ZONE = /(?:Z|[+-]\d\d:?\d\d)$/;

/** Whether a datetime, as it is read, names its zone. */
export const hasZone = (datetime: string): boolean => ENDS_IN_ZONE.test(datetime);

/** A datetime of a column, where there is one among its examples. */
export const exampleDatetimeOf = ({ type, examples }: Column): string | undefined =>
  type === 'datetime'
    ? examples.find((example): example is string => typeof example === 'string' && DATETIME.test(example))
    : undefined;

function lookForZones(column: Column): boolean | undefined {
  const example = exampleDatetimeOf(column);
  if (example === undefined) return undefined;
  const zoned = hasZone(example);
  const others = column.examples.filter((other) => DATETIME.test(String(other)) && hasZone(String(other)) !== zoned);
  return others.length === 0 ? zoned : undefined;
}

const known = new WeakMap<Column, { readonly zoned: boolean | undefined }>();

/**
 * Whether the datetimes of a column have a zone: all have, or none has, as they could not be put in order otherwise. It is
 * looked for once.
 *
 * @returns undefined where no example tells, and where they differ, which only a type that a person has set can bring about
 */
export function zonedOf(column: Column): boolean | undefined {
  const before = known.get(column);
  if (before !== undefined) return before.zoned;
  const zoned = lookForZones(column);
  known.set(column, { zoned });
  return zoned;
}
