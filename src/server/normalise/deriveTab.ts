import type { Warning } from '../../contract/projects';
import type { Column, ColumnType } from '../../contract/rows';
import { columnOfAddress, rowOfAddress } from '../workbook/cellAddress';
import { readRawHead, readRawRows } from '../workbook/packedRaw';
import type { RawTabHead } from '../workbook/rawTab';
import { chooseType } from './columnType';
import { DerivedColumn } from './derivedColumn';
import { nameColumns } from './headers';
import { MergedCells } from './mergedCells';
import { createPackedRows } from './packedRows';
import { isNothing, readCell } from './readCell';
import { RowIdentity } from './rowIdentity';
import { SheetWatch } from './sheetFacts';
import { surveyTab, type Survey } from './survey';
import { warnOfMerges, warnOfSkippedRows, warnOfUnusedSettings } from './tabWarnings';
import { Warnings } from './warnings';

/** What a person has decided about a tab; whatever is not decided is found in the tab itself. */
export interface TabSettings {
  /** 1-based row of the sheet that holds the headers; null or absent lets it be found. */
  readonly headerRow?: number | null;
  /** Key of the column whose values become `_id`; null or absent keeps ids of ours. */
  readonly keyColumn?: string | null;
  /** Types by column key. */
  readonly columnTypes?: Readonly<Record<string, ColumnType>>;
  /**
   * The columns it has had. A tab that is written to keeps its header row, its columns and their types, whatever was written:
   * what is found in the tab itself counts only for columns whose header is another one.
   */
  readonly known?: readonly Column[];
}

/** An endpoint's rows, derived from a raw tab. */
export interface DerivedTab {
  readonly columns: Column[];
  readonly rows: number;
  /** 1-based row of the sheet; null when no row looks like a header row, and then there are no columns either. */
  readonly headerRow: number | null;
  readonly warnings: Warning[];
  /** The packed derived rows (`packedRows.ts`). */
  readonly packed: Buffer;
}

/**
 * Makes an endpoint's rows of a raw tab, by the rules of the data API. Reads it in two streaming passes: the header row and
 * what is true of each column first, the rows after it.
 *
 * A key column whose values are not all different is told by warnings with the code `duplicate_key`.
 *
 * @param packedRaw a packed raw tab (`../workbook/packedRaw.ts`)
 */
export async function deriveTab(packedRaw: Buffer, settings: TabSettings = {}): Promise<DerivedTab> {
  const head = await readRawHead(packedRaw);
  const survey = await surveyTab(packedRaw, head, settings.headerRow ?? knownHeaderRow(settings));
  const warnings = new Warnings();
  const columns = survey.header ? columnsOf(survey, survey.header, head, settings, warnings) : [];
  if (columns.length === 0) return emptyTab(survey.header?.row ?? null);
  warnOfSkippedRows(survey, warnings);
  const { rows, packed, described } = await deriveRows(
    packedRaw,
    head,
    survey.header?.row ?? 0,
    columns,
    settings,
    warnings,
  );
  warnOfMerges(head.merges, survey.header?.row ?? 0, warnings);
  warnOfUnusedSettings(settings, described, warnings);
  return { columns: described, rows, headerRow: survey.header?.row ?? null, warnings: warnings.list(), packed };
}

/** The row that the known columns' headers stand in. */
function knownHeaderRow({ known = [] }: TabSettings): number | null {
  const [first] = known;
  return first === undefined ? null : rowOfAddress(first.cell);
}

function emptyTab(headerRow: number | null): DerivedTab {
  const packed = createPackedRows([]).finish({ columns: [], rows: 0 });
  return { columns: [], rows: 0, headerRow, warnings: [], packed };
}

function columnsOf(
  { facts }: Survey,
  header: NonNullable<Survey['header']>,
  { typed }: RawTabHead,
  { columnTypes = {}, known: before = [] }: TabSettings,
  warnings: Warnings,
): DerivedColumn[] {
  const cellsBefore = new Map(before.map((column) => [columnOfAddress(column.cell) - 1, column]));
  const width = Math.max(header.cells.length, facts.length, ...[...cellsBefore.keys()].map((index) => index + 1));
  const hasData = (index: number) => cellsBefore.has(index) || (facts[index]?.hasData ?? false);
  return nameColumns({ ...header, hasData, width }, warnings).map((named) => {
    const known = facts[named.index];
    if (Object.hasOwn(columnTypes, named.key))
      return new DerivedColumn(named, columnTypes[named.key] ?? 'text', warnings);
    const twin = cellsBefore.get(named.index);
    if (twin?.key === named.key) return new DerivedColumn(named, twin.type, warnings);
    return new DerivedColumn(named, known ? chooseType(named, known, typed, warnings) : 'text', warnings);
  });
}

async function deriveRows(
  packedRaw: Buffer,
  head: RawTabHead,
  headerRow: number,
  columns: readonly DerivedColumn[],
  settings: TabSettings,
  warnings: Warnings,
) {
  const keyAt = columns.findIndex(({ named }) => named.key === settings.keyColumn);
  const identity = new RowIdentity(columns[keyAt]?.named, warnings);
  const merged = new MergedCells(head.merges);
  const writer = createPackedRows(columns.map(({ named }) => named));
  const watch = new SheetWatch();
  let rows = 0;
  for await (const raw of readRawRows(packedRaw)) {
    watch.see(raw);
    const cells = merged.cellsOf(raw).map((cell) => readCell(cell, head.typed));
    if (raw.row <= headerRow || cells.every(isNothing)) continue;
    const values = columns.map((column) => column.valueOf(cells[column.named.index] ?? readCell(null, true), raw.row));
    writer.add([identity.idOf(raw.id, raw.row, values[keyAt]), raw.row, ...values]);
    rows += 1;
  }
  const described = columns.map((column) => column.describe());
  return { rows, described, packed: writer.finish({ columns: described, rows, sheet: watch.facts(headerRow, head) }) };
}
