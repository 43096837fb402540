import { type BareCell, gridMoment, rawCell } from '../cells';
import type { RawCell } from '../../rawTab/rawCells';
import { codeOfFormat, type MomentKind, momentOfFormat } from '../../rawTab/numberFormat';

/** What is asked of a cell ("Cells" of the Sheets API: CellData, ExtendedValue, NumberFormat). */
export interface GridCell {
  readonly effectiveValue?: {
    readonly numberValue?: number;
    readonly stringValue?: string;
    readonly boolValue?: boolean;
    readonly errorValue?: { readonly type?: string };
  };
  readonly userEnteredValue?: { readonly formulaValue?: string };
  readonly effectiveFormat?: { readonly numberFormat?: { readonly type?: string; readonly pattern?: string } };
}

/** What a sheet shows for each ErrorType. */
const ERRORS: Readonly<Record<string, string>> = {
  NULL_VALUE: '#NULL!',
  DIVIDE_BY_ZERO: '#DIV/0!',
  VALUE: '#VALUE!',
  REF: '#REF!',
  NAME: '#NAME?',
  NUM: '#NUM!',
  N_A: '#N/A',
};

/** The built-in formats of a workbook that look like those of a sheet whose format has a type only. */
const BUILT_IN: Readonly<Record<string, number>> = { DATE: 14, TIME: 19, DATE_TIME: 22 };

/** Formats that files name by number only start below this; a pattern needs none. */
const NO_ID = -1;

/** As what kind of moment a cell shows its number; undefined where it is shown as a number. */
export function shownMoment({ effectiveFormat }: GridCell): MomentKind | undefined {
  const { type = '', pattern = '' } = effectiveFormat?.numberFormat ?? {};
  return (pattern === '' ? undefined : momentOfFormat(NO_ID, pattern)) ?? momentOfFormat(BUILT_IN[type] ?? NO_ID);
}

function bareCell(cell: GridCell): BareCell | undefined {
  const { numberValue, stringValue, boolValue, errorValue } = cell.effectiveValue ?? {};
  if (stringValue !== undefined) return { kind: 'text', value: stringValue };
  if (boolValue !== undefined) return { kind: 'boolean', value: boolValue };
  if (errorValue !== undefined) return { kind: 'error', value: ERRORS[errorValue.type ?? ''] ?? '#ERROR!' };
  if (numberValue === undefined) return undefined;
  const moment = shownMoment(cell);
  return (moment && gridMoment(numberValue, moment)) ?? { kind: 'number', value: numberValue };
}

/** The code of a cell's number format; undefined for the usual one. */
export function formatOf({ effectiveFormat }: GridCell): string | undefined {
  const { type = '', pattern = '' } = effectiveFormat?.numberFormat ?? {};
  return pattern === '' ? codeOfFormat(BUILT_IN[type] ?? NO_ID, undefined) : codeOfFormat(NO_ID, pattern);
}

/** Whether a cell has its value from another one: an array formula fills it, or a pivot table. */
export const isFilled = ({ effectiveValue, userEnteredValue }: GridCell): boolean =>
  effectiveValue !== undefined && userEnteredValue === undefined;

/**
 * Whether what fills a cell of a row reaches down to it, and so perhaps further; not what a formula to the left of it fills, which
 * is of this row. Of a formula that does both, in its own row, that cannot be told.
 */
export function isFilledFromAbove(row: readonly GridCell[], column: number): boolean {
  let at = column;
  while (isFilled(row[at] ?? {})) at -= 1;
  return at < column && row[at]?.userEnteredValue?.formulaValue === undefined;
}

/** What a cell holds, as an uploaded workbook would have it. For a formula that is the value it has come to. */
export const rawCellOf = (cell: GridCell): RawCell =>
  rawCell(bareCell(cell), cell.userEnteredValue?.formulaValue?.replace(/^=/, ''));
