import { columnOfAddress } from '../../rawTab/cellAddress';

/** Row in a reference: absolute, such as `$5`, or relative to the formula's row. */
export type RowReference = { readonly fixed: number } | { readonly offset: number };

/** Range of cells that a formula reads. A whole column has every row, a whole row every column. */
export interface RangeRead {
  /** Name of the sheet in lower case, as written; missing for the formula's own sheet. */
  readonly sheet?: string;
  /** 1-based. */
  readonly columns: readonly [first: number, last: number];
  readonly rows: readonly [RowReference, RowReference];
}

/** Cells that a formula reads. */
export interface FormulaReads {
  readonly ranges: readonly RangeRead[];
  /** Whether it reads cells that its text does not name: by a name, a table's column, INDIRECT or OFFSET, over several sheets. */
  readonly readsUnknown: boolean;
}

/** Reads of a formula that cannot be analyzed. */
export const UNKNOWN_READS: FormulaReads = { ranges: [], readsUnknown: true };

/** Maximum length of a formula to analyze; Excel allows no longer one. */
const MAX_FORMULA_LENGTH = 8_192;

const LETTERS = String.raw`\$?[A-Za-z]{1,3}`;
const DIGITS = String.raw`\$?[1-9]\d{0,7}`;
const CELL = `${LETTERS}${DIGITS}`;
const RANGE = `${CELL}(?::${CELL})?|${LETTERS}:${LETTERS}|${DIGITS}:${DIGITS}`;
const QUOTED = `'(?:[^']|'')*'`;
const NAME = String.raw`[\p{L}_\\][\p{L}\p{N}_.\\?]*`;

/** Sheet before a reference: `Sheet2!`, `'My sheet'!`, `[1]Sheet2!` of another file, `One:Three!` of several. */
const SHEET = String.raw`(?:${QUOTED}|\[\d+\][\p{L}\p{N}_.]*|[\p{L}\p{N}_.\\]+(?::[\p{L}\p{N}_.\\]+)?)!`;

/** Sheet in OpenDocument, where references are in brackets: `[.A1]`, `[$'My sheet'.A1:.B3]`, `['file:///x.ods'#$Sheet2.A1]`. */
const ODS_SHEET = String.raw`(?:${QUOTED}#)?(?:\$?(?:${QUOTED}|[^\s'"\[\].:#!$]+))?`;
const ODS_CELL = `${CELL}|${LETTERS}|${DIGITS}`;

const TOKEN = new RegExp(
  [
    String.raw`"(?:[^"]|"")*"?`,
    String.raw`\[(?<odsSheet>${ODS_SHEET})\.(?<odsFrom>${ODS_CELL})(?::(?<odsOther>${ODS_SHEET})\.(?<odsTo>${ODS_CELL}))?\]`,
    String.raw`(?<![\p{L}\p{N}_.\\])(?<sheet>${SHEET})?(?<![\p{L}\p{N}_.\\])(?<range>${RANGE})(?![\p{L}\p{N}_.\\(\[!])`,
    String.raw`(?<call>${NAME})\(`,
    // A colon that is not part of a range has a computed end: `A1:INDEX(…)`, `(…):B3`.
    String.raw`(?<name>${QUOTED}|${NAME}|\[[^\]]*\]?|:)`,
    String.raw`#[A-Z/\d]+[!?]?`,
    String.raw`\d+(?:\.\d*)?(?:[eE][+-]?\d+)?`,
  ].join('|'),
  'gu',
);

/** Functions that read cells which their arguments do not name. */
const UNKNOWN_CALLS = /^(?:_xlfn\.)?(?:INDIRECT|OFFSET)$/i;

/** Names that are not references. */
const CONSTANTS = /^(?:TRUE|FALSE)$/i;

/** Sums whose last range is extended to the size of the first: `SUMIF(A1:A9,1,B1)` reads `B1:B9`. */
const EXTENDED_RANGE = /(?:SUMIF|AVERAGEIF)\([^()]*[,;]\s*(?:[^\s,;()]*!)?\[?[$.]*[A-Z]{1,3}\$?\d+\]?\s*\)/iu;

/** Row and column number that no cell of a sheet exceeds. */
export const LAST_ROW = 1e9;
export const LAST_COLUMN = 1e6;

const unquoted = (name: string) => (name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name);

function rowReference(reference: string, ownRow: number, fallback: number): RowReference {
  const [, dollar = '', digits] = /(\$?)(\d+)$/.exec(reference) ?? [];
  if (digits === undefined) return { fixed: fallback };
  return dollar === '' ? { offset: Number(digits) - ownRow } : { fixed: Number(digits) };
}

const columnNumber = (reference: string, fallback: number) =>
  columnOfAddress(reference.replaceAll('$', '').toUpperCase()) || fallback;

function rangeOf(sheet: string | undefined, from: string, to: string, ownRow: number): RangeRead {
  const fromColumn = columnNumber(from, 1);
  const toColumn = columnNumber(to, LAST_COLUMN);
  return {
    ...(sheet !== undefined && { sheet: sheet.toLowerCase() }),
    columns: [Math.min(fromColumn, toColumn), Math.max(fromColumn, toColumn)],
    rows: [rowReference(from, ownRow, 1), rowReference(to, ownRow, LAST_ROW)],
  };
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Result of a token: a range, nothing, or unknown cells. */
type TokenRead = RangeRead | 'nothing' | 'unknown';

function odsRead({ odsSheet = '', odsFrom = '', odsOther = '', odsTo = odsFrom }: Groups, ownRow: number): TokenRead {
  if (odsSheet.includes('#')) return 'nothing';
  const [sheet, lastSheet] = [odsSheet, odsOther].map((name) => unquoted(name.replace(/^\$/, '')));
  if (lastSheet !== '' && lastSheet !== sheet) return 'unknown';
  return rangeOf(sheet === '' ? undefined : sheet, odsFrom, odsTo, ownRow);
}

function excelRead({ sheet, range = '' }: Groups, ownRow: number): TokenRead {
  const name = sheet === undefined ? undefined : unquoted(sheet.slice(0, -1));
  if (name?.includes('[') === true) return 'nothing';
  if (name?.includes(':') === true) return 'unknown';
  const [from = '', to = from] = range.split(':');
  return rangeOf(name, from, to, ownRow);
}

function readOf(groups: Groups, ownRow: number): TokenRead {
  const { odsFrom, range, call, name } = groups;
  if (odsFrom !== undefined) return odsRead(groups, ownRow);
  if (range !== undefined) return excelRead(groups, ownRow);
  if (call !== undefined) return UNKNOWN_CALLS.test(call) ? 'unknown' : 'nothing';
  return name === undefined || CONSTANTS.test(name) ? 'nothing' : 'unknown';
}

/**
 * Finds the cells that a formula reads, by its text alone, in the syntax of Excel and of OpenDocument. Cells that the text does not
 * name count as unknown, so that no input is missed. References to other files are ignored.
 *
 * @param formula without its `=`
 * @param row of its cell
 */
export function readsOf(formula: string, row: number): FormulaReads {
  if (formula.length > MAX_FORMULA_LENGTH) return UNKNOWN_READS;
  const ranges: RangeRead[] = [];
  let readsUnknown = EXTENDED_RANGE.test(formula);
  for (const { groups = {} } of formula.matchAll(TOKEN)) {
    const read = readOf(groups, row);
    if (read === 'unknown') readsUnknown = true;
    else if (read !== 'nothing') ranges.push(read);
  }
  return { ranges, readsUnknown };
}

/** Names that are constants, or arguments of LET and LAMBDA. */
const OWN_NAMES = /^(?:TRUE|FALSE|_xlpm\..*|:)$/i;

/**
 * Returns whether an .xlsx workbook without defined names, tables and links to other files has all that a formula names.
 *
 * @param formula in the syntax of Excel
 * @param sheets names of the workbook's sheets in lower case
 */
export function isSelfContained(formula: string, sheets: ReadonlySet<string>): boolean {
  if (formula.length > MAX_FORMULA_LENGTH) return false;
  for (const { groups = {} } of formula.matchAll(TOKEN)) {
    const { sheet = '', odsFrom, name = ':' } = groups;
    if (odsFrom !== undefined || !OWN_NAMES.test(name)) return false;
    const names = sheet === '' ? [] : unquoted(sheet.slice(0, -1)).toLowerCase().split(':');
    if (!names.every((title) => sheets.has(title))) return false;
  }
  return true;
}
