import type { RowVersions } from '../../../../contract/problems';
import type { CellValue } from '../../../../contract/rows';
import type { TabView } from '../../../endpoints/engine/engine';
import { isLocked } from '../../../endpoints/write/locks';
import { rowChanged } from '../../../google/write/writeRefusals';
import type { SheetFacts } from '../../../normalise/sheetFacts';
import type { RowWrite } from '../../../records/work';

type Values = Readonly<Record<string, CellValue>>;

/** The rows as they are by now. */
interface CurrentRows {
  readonly view: TabView;
  readonly sheet: SheetFacts;
}

const valuesOf = (view: TabView, place: number): Values =>
  Object.fromEntries(view.columns.map(({ key }, column) => [key, view.value(place, column)]));

/** Keys of what people have written into a row: what its formulas have come to changes by itself. */
const writtenKeys = ({ view, sheet }: CurrentRows, place: number) =>
  view.columns.filter((column) => !isLocked(sheet, view.rowNumber(place), column)).map(({ key }) => key);

/** The id that a row had before. */
const formerId = (row: RowWrite) => (row.kind === 'update' ? (row.formerId ?? row.id) : row.id);

function onlyPlace(view: TabView, id: string): number | undefined {
  const places = view.find(id);
  return places.length === 1 ? places[0] : undefined;
}

function versionsOf(seen: TabView, current: CurrentRows, row: RowWrite): RowVersions | undefined {
  const id = formerId(row);
  const place = row.kind === 'append' ? undefined : onlyPlace(current.view, id);
  if (place === undefined) return undefined;
  const before = onlyPlace(seen, id);
  if (before === undefined) return { _id: id, served: null, current: valuesOf(current.view, place) };
  const [served, now] = [valuesOf(seen, before), valuesOf(current.view, place)];
  const isSame = writtenKeys(current, place).every((key) => (served[key] ?? null) === now[key]);
  return isSame ? undefined : { _id: id, served, current: now };
}

/**
 * Sees that the rows that are changed or removed are what they were when the caller could last read them: one that was not there
 * then may be one that was, which somebody has moved and changed.
 *
 * @param seen the rows as they were served
 * @param current the rows as they are in the spreadsheet by now
 * @throws Refusal `row_changed` with both versions
 */
export function refuseChanged(seen: TabView, current: CurrentRows, rows: readonly RowWrite[]): void {
  const versions = rows.flatMap((row) => versionsOf(seen, current, row) ?? []);
  if (versions.length > 0) throw rowChanged(versions);
}
