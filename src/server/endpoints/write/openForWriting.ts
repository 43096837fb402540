import type { Column } from '../../../contract/rows';
import { type Caller, hasScope } from '../../access/caller';
import { zonedOf } from '../../normalise/readCell';
import { newRowId } from '../../rawTab/rowIds';
import { Refusal } from '../../refusal';
import { findTab, type ReadTab } from '../../store/log/endpointsRepository';
import type { OpenedTab, RowWrite, WritableTab } from '../../store/log/plannedWrite';
import { Room } from '../../store/log/room';
import type { ServedTab } from '../../store/memory/engine';
import { ColumnNames, namesFor } from '../query/columnNames';
import { openTab, type ReadServices } from '../readServices';
import type { NamesOf } from './rowPlanner';

/** Example datetime in refusals, in place of one from a cell. It shows whether a zone is needed. */
const EXAMPLE_DATETIME = '2009-04-01T12:30:00';

/** Returns a column without examples from its cells. */
function withoutExamples(column: Column): Column {
  const zoned = zonedOf(column);
  return { ...column, examples: zoned === undefined ? [] : [zoned ? `${EXAMPLE_DATETIME}Z` : EXAMPLE_DATETIME] };
}

function blindNames(names: ColumnNames): ColumnNames {
  const columns = names.columns.map(withoutExamples);
  const shown = names.visible.flatMap((at) => columns[at] ?? []);
  return new ColumnNames(columns, shown, names.visibilityKey, true);
}

/**
 * Returns the function that names the columns for the caller of a write. For a key that may not read, the names are blind, and the
 * columns have no examples, so that no refusal reveals a cell's content.
 */
export const writerNamesOf =
  (caller: Caller, tab: ReadTab): NamesOf =>
  (columns) => {
    const names = namesFor(caller, tab, columns);
    return hasScope(caller, 'read') ? names : blindNames(names);
  };

const noColumns = () =>
  new Refusal('read_only', 'This sheet has no columns yet, so no row can be written.', {
    hint: 'Put column names above the rows in the spreadsheet first.',
  });

/**
 * Returns a loaded tab as writes need it.
 *
 * @returns undefined if it has no columns
 */
export function toOpenedTab(served: ServedTab, { id: tabId, key_column }: ReadTab): OpenedTab | undefined {
  const { state } = served;
  if (state === undefined) return undefined;
  state.keyAt = key_column === null ? -1 : served.columns.findIndex(({ key }) => key === key_column);
  return { tabId, served, state };
}

/** Returns the state for planning a write: new rows follow the last one. */
export function writableOf({ served, state }: OpenedTab): WritableTab {
  let { lastRow } = state;
  const view = served.view();
  const newRow = () => (lastRow += 1);
  const room = new Room(served);
  const claim = (rows: readonly RowWrite[]) => room.claim(rows, view.rows);
  return { view, state, plannedRows: view.rows, claim, newRow, newId: newRowId, settle: () => undefined };
}

/** Returns a function that opens a tab: first as already found, then as stored at the time of each call. */
export function createOpener(reading: ReadServices, id: string, found?: ReadTab): () => Promise<OpenedTab> {
  let initial = found;
  return async () => {
    const tab = initial ?? (await findTab(reading.db, id));
    initial = undefined;
    if (tab === undefined) throw new Refusal('gone', 'This endpoint has been removed. Nothing was written.');
    const opened = toOpenedTab(await openTab(reading, tab), tab);
    if (opened === undefined) throw noColumns();
    return opened;
  };
}
