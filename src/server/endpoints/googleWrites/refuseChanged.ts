import type { RowVersions } from '../../../contract/problems';
import type { CellValue } from '../../../contract/rows';
import type { TabView } from '../../store/memory/engine';
import { isLocked } from '../write/protectedCells';
import { rowChanged } from '../../google/write/writeRefusals';
import type { SheetFacts } from '../../normalise/sheetFacts';
import type { RowWrite } from '../../store/log/work';
import { formerId, type MeantRows } from './meantRows';

/** Values of a row by the keys of its columns. */
export type Values = Readonly<Record<string, CellValue>>;

export const rowValues = (view: TabView, place: number): Values =>
  Object.fromEntries(view.columns.map(({ key }, column) => [key, view.value(place, column)]));

/** The rows as they are by now. */
interface CurrentRows {
  readonly view: TabView;
  readonly sheet: SheetFacts;
}

/** Keys of what people have written into a row: what its formulas have come to changes by itself. */
const writtenKeys = ({ view, sheet }: CurrentRows, place: number) =>
  view.columns.filter((column) => !isLocked(sheet, view.rowNumber(place), column)).map(({ key }) => key);

function onlyPlace(view: TabView, id: string): number | undefined {
  const places = view.find(id);
  return places.length === 1 ? places[0] : undefined;
}

/** The rows as the caller could last read them. */
export interface SeenRows {
  readonly view: TabView;
  /** As they were when the write first came, where it is repeated. */
  readonly meant: MeantRows;
}

function seenValues({ view, meant }: SeenRows, id: string): Values | undefined {
  const place = onlyPlace(view, id);
  return meant.get(id) ?? (place === undefined ? undefined : rowValues(view, place));
}

function changeOf(seen: SeenRows, current: CurrentRows, row: RowWrite): RowVersions | undefined {
  const id = formerId(row);
  const place = row.kind === 'append' ? undefined : onlyPlace(current.view, id);
  if (place === undefined) return undefined;
  const [served, now] = [seenValues(seen, id), rowValues(current.view, place)];
  if (served === undefined) return { _id: id, served: null, current: now };
  const isSame = writtenKeys(current, place).every((key) => (served[key] ?? null) === now[key]);
  return isSame ? undefined : { _id: id, served, current: now };
}

/** What is told of a row: columns that are not shown are in neither version. */
function told({ _id, served, current }: RowVersions, keys: readonly string[]): RowVersions {
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { _id, served: served && only(served), current: only(current) };
}

/**
 * Sees that the rows that are changed or removed are what they were when the caller could last read them: one that was not there
 * then may be one that was, which somebody has moved and changed.
 *
 * @param seen the rows as they were served
 * @param current the rows as they are in the spreadsheet by now
 * @param shown keys of the columns that the caller is shown
 * @throws Refusal `row_changed` with both versions
 */
export function refuseChanged(
  seen: SeenRows,
  current: CurrentRows,
  rows: readonly RowWrite[],
  shown: (view: TabView) => readonly string[],
): void {
  const changes = rows.flatMap((row) => changeOf(seen, current, row) ?? []);
  if (changes.length === 0) return;
  const keys = shown(current.view);
  throw rowChanged(
    changes.map((change) => told(change, keys)),
    seen.meant.size > 0,
  );
}
