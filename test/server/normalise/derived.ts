import { openPackedRows, readPackedRows, type PackedRow } from '../../../src/server/normalise/packedRows';
import { deriveTab } from '../../../src/server/normalise/deriveTab';
import type { DerivedTab, TabSettings } from '../../../src/server/normalise/derivedTab';
import type { RawTabHead } from '../../../src/server/rawTab/rawTab';
import type { RawCell } from '../../../src/server/rawTab/rawCells';
import { packRaw } from '../../fixtures/workbookFiles';

/** A derived tab with its unpacked rows, and its values by column key. */
export interface Derived extends DerivedTab {
  readonly unpacked: readonly PackedRow[];
  readonly values: (key: string) => unknown[];
  readonly column: (key: string) => DerivedTab['columns'][number];
}

/** Packs a raw tab of the rows of a sheet, from row 1 on; an empty array is a row that the file leaves out. */
export const packSheet = (rows: readonly (readonly RawCell[])[], head?: Partial<RawTabHead>): Promise<Buffer> =>
  packRaw(
    rows.flatMap((cells, at) => (cells.length > 0 ? [{ id: `r_${at + 1}`, row: at + 1, cells }] : [])),
    head,
  );

export async function unpack(tab: DerivedTab): Promise<Derived> {
  const unpacked: PackedRow[] = [];
  for await (const row of readPackedRows(tab.packed)) unpacked.push(row);
  const { columns } = (await openPackedRows(tab.packed)).head;
  const at = (key: string) => columns.findIndex((column) => column.key === key);
  const values = (key: string) => unpacked.map((row) => row[at(key) + 2]);
  const column = (key: string) => {
    const found = columns[at(key)];
    if (!found) throw new Error(`There is no column ${key}, only ${columns.map((one) => one.key).join(', ')}.`);
    return found;
  };
  return { ...tab, unpacked, values, column };
}

/** Derives a typed sheet, such as a workbook's. */
export const derive = async (
  rows: readonly (readonly RawCell[])[],
  settings?: TabSettings,
  head?: Partial<RawTabHead>,
) => unpack(await deriveTab(await packSheet(rows, head), settings));

const typedCell = (text: string): RawCell => {
  if (text === '') return null;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { kind: 'date', value: text };
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

/** Derives a typed sheet, given as lines with `;` between the cells; numbers and dates have their types. */
export const deriveSheet = (lines: readonly string[], settings?: TabSettings, head?: Partial<RawTabHead>) =>
  derive(
    lines.map((line) => (line === '' ? [] : line.split(';').map(typedCell))),
    settings,
    head,
  );

/** Derives a CSV, given as lines with `;` between the cells. */
export const deriveCsv = async (lines: readonly string[], settings?: TabSettings) =>
  derive(
    lines.map((line) => (line === '' ? [] : line.split(';'))),
    settings,
    { typed: false },
  );

/** Returns the warnings of a code, as `cell: sentence`. */
export const warned = (tab: DerivedTab, code: string) =>
  tab.warnings.filter((warning) => warning.code === code).map(({ cell, detail }) => `${cell ?? '-'}: ${detail}`);
