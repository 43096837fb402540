import type { Column } from '../../../contract/rows';
import { type Caller, may } from '../../access/caller';
import { zonedOf } from '../../normalise/zones';
import type { ReadTab } from '../endpointsRepository';
import { askedOf } from '../plans';
import { ColumnNames } from '../query/columnNames';
import type { NamesOf } from './plannedRows';

/** What refusals show of a datetime instead of one that is in a cell: it tells whether there is a zone. */
const DATETIME = '2009-04-01T12:30:00';

/** A column without values of its cells. */
function withoutCells(column: Column): Column {
  const zoned = zonedOf(column);
  return { ...column, examples: zoned === undefined ? [] : [zoned ? `${DATETIME}Z` : DATETIME] };
}

const known = new WeakMap<ColumnNames, ColumnNames>();

function unseen(names: ColumnNames): ColumnNames {
  const before = known.get(names);
  if (before !== undefined) return before;
  const columns = names.columns.map(withoutCells);
  const shown = names.visible.flatMap((place) => columns[place] ?? []);
  const without = new ColumnNames(columns, shown, names.sight);
  known.set(names, without);
  return without;
}

/**
 * The columns that exist for whoever writes. To a key that may not read, no refusal gives away what is in a cell: its columns
 * have no examples of their own.
 */
export const writerNamesOf =
  (caller: Caller, tab: ReadTab): NamesOf =>
  (columns) => {
    const { names } = askedOf(caller, tab, columns);
    return may(caller, 'read') ? names : unseen(names);
  };
