import type { Column } from '../../../contract/rows';
import { type Caller, may } from '../../access/caller';
import { zonedOf } from '../../normalise/readCell';
import { newRowId } from '../../rawTab/rowIds';
import { Refusal } from '../../refusal';
import { findTab, type ReadTab } from '../../store/log/endpointsRepository';
import type { OpenedTab, WritableTab } from '../../store/log/work';
import type { ServedTab } from '../../store/memory/engine';
import { ColumnNames } from '../query/columnNames';
import { namesFor } from '../query/plans';
import { openTab, type Reading } from '../reading';
import type { NamesOf } from './rowPlanner';

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
  const shown = names.visible.flatMap((at) => columns[at] ?? []);
  const without = new ColumnNames(columns, shown, names.visibilityKey);
  known.set(names, without);
  return without;
}

/**
 * The columns that exist for the caller of a write. To a key that may not read, no refusal gives away what is in a cell: its columns
 * have no examples of their own.
 */
export const writerNamesOf =
  (caller: Caller, tab: ReadTab): NamesOf =>
  (columns) => {
    const names = namesFor(caller, tab, columns);
    return may(caller, 'read') ? names : unseen(names);
  };

const noColumns = () =>
  new Refusal('read_only', 'This sheet has no columns yet, so no row can be written.', {
    hint: 'Put column names above the rows in the spreadsheet first.',
  });

/**
 * A tab in memory as writes need it.
 *
 * @returns undefined where it has no columns
 */
export function openedTab(served: ServedTab, { id: tabId, key_column }: ReadTab): OpenedTab | undefined {
  const { state } = served;
  if (state === undefined) return undefined;
  state.keyAt = key_column === null ? -1 : served.columns.findIndex(({ key }) => key === key_column);
  return { tabId, served, state };
}

/** A tab as a write to it is worked out: new rows come after its last one. */
export function writableOf({ served, state }: OpenedTab): WritableTab {
  let { lastRow } = state;
  return { view: served.view(), state, newRow: () => (lastRow += 1), newId: newRowId, settle: () => undefined };
}

/** Opens a tab: as it was found at first, and as it is stored by now whenever it is asked again. */
export function opener(reading: Reading, id: string, found?: ReadTab): () => Promise<OpenedTab> {
  let first = found;
  return async () => {
    const tab = first ?? (await findTab(reading.db, id));
    first = undefined;
    if (tab === undefined) throw new Refusal('gone', 'This endpoint has been removed. Nothing was written.');
    const opened = openedTab(await openTab(reading, tab), tab);
    if (opened === undefined) throw noColumns();
    return opened;
  };
}
