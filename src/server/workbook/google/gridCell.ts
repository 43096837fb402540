import { type BareCell, gridMoment, rawCell } from '../cells';
import type { RawCell } from '../../rawTab/rawCells';
import { codeOfFormat, type MomentKind, momentOfFormat } from '../../rawTab/numberFormat';

/** Requested fields of a cell ("Cells" of the Sheets API: CellData, ExtendedValue, NumberFormat). */
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

/** Displayed text of each ErrorType. */
const ERRORS: Readonly<Record<string, string>> = {
  NULL_VALUE: '#NULL!',
  DIVIDE_BY_ZERO: '#DIV/0!',
  VALUE: '#VALUE!',
  REF: '#REF!',
  NAME: '#NAME?',
  NUM: '#NUM!',
  N_A: '#N/A',
};

/** Built-in workbook formats that match sheet formats with a type but no pattern. */
const BUILT_IN: Readonly<Record<string, number>> = { DATE: 14, TIME: 19, DATE_TIME: 22 };

/** Format id for patterns, lower than every id of a built-in format. */
const NO_ID = -1;

/** Returns the kind of date or time a cell shows; undefined if it shows a number. */
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

/** Returns the code of a cell's number format; undefined for General. */
export function formatOf({ effectiveFormat }: GridCell): string | undefined {
  const { type = '', pattern = '' } = effectiveFormat?.numberFormat ?? {};
  return pattern === '' ? codeOfFormat(BUILT_IN[type] ?? NO_ID, undefined) : codeOfFormat(NO_ID, pattern);
}

/** Returns whether an array formula or a pivot table in another cell fills this one. */
export const isFilled = ({ effectiveValue, userEnteredValue }: GridCell): boolean =>
  effectiveValue !== undefined && userEnteredValue === undefined;

/**
 * Returns whether a cell is filled from a row above, so perhaps by a formula that also fills rows below. False for a formula to
 * its left, in its own row, even one that fills rows below as well, which cannot be detected.
 */
export function isFilledFromAbove(row: readonly GridCell[], column: number): boolean {
  let at = column;
  while (isFilled(row[at] ?? {})) at -= 1;
  return at < column && row[at]?.userEnteredValue?.formulaValue === undefined;
}

/** Converts a cell to that of an uploaded workbook; a formula has its result. */
export const rawCellOf = (cell: GridCell): RawCell =>
  rawCell(bareCell(cell), cell.userEnteredValue?.formulaValue?.replace(/^=/, ''));
