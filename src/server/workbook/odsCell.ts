import { limits } from '../../contract/limits';
import type { RawCell, RichCell } from '../rawTab/rawCells';
import { type BareCell, isoMoment, momentOfSerial, rawCell, secondsOfDuration, timeOf, withoutMidnight } from './cells';
import type { Attributes } from './zip/xml';

const ERROR = /^(?:#(?:REF!|DIV\/0!|N\/A|NAME\?|NUM!|VALUE!|NULL!)|Err:\d{3})$/;
const BOOLEAN = /^(?:TRUE|FALSE)$/i;

/**
 * Converts a `table:table-cell` (OpenDocument 1.3, section 9.1.4); a formula has its cached result.
 *
 * @param shown its joined paragraphs
 * @param dayZero day 0 of the file, in milliseconds since 1970
 */
export function odsValue(attributes: Attributes, shown: string | undefined, dayZero: number): RawCell {
  const formula = attributes['table:formula']?.replace(/^[\w.-]+:(?==)/, '').replace(/^=/, '');
  const bare = bareValue(attributes, shown, formula, dayZero);
  const isDifferent = shown !== undefined && differs(bare?.value ?? null, shown);
  return rawCell(bare, formula, isDifferent ? shown : '');
}

function bareValue(
  attributes: Attributes,
  shown: string | undefined,
  formula: string | undefined,
  dayZero: number,
): BareCell | undefined {
  const isCalculated = formula !== undefined;
  const isError = attributes['calcext:value-type'] === 'error' || (isCalculated && ERROR.test(shown ?? ''));
  if (isError) return { kind: 'error', value: shown || '#VALUE!' };
  const type = attributes['office:value-type'] ?? '';
  if (type === 'float' && isCalculated && isBoolean(formula, shown)) {
    return { kind: 'boolean', value: Number(attributes['office:value']) !== 0 };
  }
  if (['float', 'percentage', 'currency'].includes(type)) return numberOf(attributes['office:value'], shown);
  if (type === 'boolean') return { kind: 'boolean', value: isTrue(attributes['office:boolean-value'] ?? '') };
  if (type === 'date') return dateOf(attributes['office:date-value'] ?? '', shown);
  if (type === 'time') return timeOfDuration(attributes['office:time-value'] ?? '', shown, dayZero);
  return textOf(attributes['office:string-value'] ?? shown);
}

const textOf = (value: string | undefined): BareCell | undefined =>
  value === undefined ? undefined : { kind: 'text', value };

function numberOf(written: string | undefined, shown: string | undefined): BareCell | undefined {
  const value = Number(written);
  return written === undefined || written === '' || !Number.isFinite(value) ? textOf(shown) : { kind: 'number', value };
}

/** LibreOffice writes a number that is displayed as TRUE with its value. */
const isTrue = (written: string) => written === 'true' || Math.abs(Number(written)) > 0;

/** In files converted from Excel, LibreOffice writes booleans as numbers, with formulas such as `TRUE()`. */
const isBoolean = (formula: string, shown = '') => BOOLEAN.test(shown) || BOOLEAN.test(formula.replace(/\(\)$/, ''));

const dateOf = (written: string, shown = ''): BareCell =>
  withoutMidnight(isoMoment(written), shown !== '' && !/\d:\d|[ap]\.?m/i.test(shown));

const DAY_MS = 86_400_000;

/** Default day 0 of files that do not declare it, in milliseconds since 1970. */
export const DAY_ZERO = Date.UTC(1899, 11, 30);

/** 1900-03-01: programs disagree on the numbers of earlier days. */
const FIRST_DAYS_MS = 61 * DAY_MS;

/**
 * Converts a duration. Files write a time of day as the duration since midnight, and a datetime of which only the time is shown
 * as the duration since day 0. The displayed text tells such a datetime from a real duration, which begins with all of its hours,
 * minutes or seconds. A negative time becomes a number of days, as in other files.
 */
function timeOfDuration(written: string, shown = '', dayZero: number): BareCell {
  const seconds = secondsOfDuration(written);
  if (seconds === undefined) return { kind: 'text', value: written };
  if (seconds < 0) return { kind: 'number', value: seconds / 86_400 };
  const time = Math.round(seconds * 1000);
  const isMoment = time >= FIRST_DAYS_MS && Number(/\d+/.exec(shown)?.[0] ?? 24) < 24;
  const moment = isMoment ? momentOfSerial((dayZero - DAY_ZERO + time) / DAY_MS, 'datetime', false) : undefined;
  return moment ?? { kind: 'time', value: timeOf(time) };
}

/** Returns whether the displayed text differs from the value; TRUE for true does not. */
const differs = (value: RichCell['value'], shown: string) =>
  typeof value === 'boolean' ? shown.toLowerCase() !== String(value) : shown !== String(value);

const MAX_SPACES = limits.charactersPerCell + 1;

/** What is before the next text: nothing in its line, white space that indents the XML, or other text. */
type Before = 'start' | 'indent' | 'text';

/**
 * Joins the paragraphs (`text:p`) of one cell with line feeds, and converts space, tab and break elements in them. White
 * space with a line break or tab indents the XML and collapses to one space, and to none at the start of a paragraph (OpenDocument
 * 1.3, section 6.1.2). Spaces alone stay: LibreOffice writes them so in cells of several paragraphs.
 */
export class Paragraphs {
  #joined: string | undefined;
  #depth = 0;
  #after: Before = 'start';

  open(name: string, attributes: Attributes): void {
    if (name === 'text:p') {
      this.#depth += 1;
      this.#append(this.#joined === undefined ? '' : '\n', 'start');
    }
    if (this.#depth === 0) return;
    if (name === 'text:tab') this.#append('\t', 'text');
    if (name === 'text:line-break') this.#append('\n', 'start');
    if (name !== 'text:s') return;
    const count = Number(attributes['text:c'] ?? 1) || 1;
    this.#append(' '.repeat(Math.max(0, Math.min(count, MAX_SPACES))), 'text');
  }

  text(piece: string): void {
    if (this.#depth === 0) return;
    let after: Before = 'text';
    const shown = piece.replace(/[ \t\r\n]+/g, (run, at: number) => {
      const isIndent = /[\t\r\n]/.test(run);
      if (isIndent && at + run.length === piece.length) after = 'indent';
      if (at === 0 && (this.#after === 'indent' || (isIndent && this.#after === 'start'))) return '';
      return isIndent ? ' ' : run;
    });
    this.#append(shown, after);
  }

  close(name: string): void {
    if (name === 'text:p') this.#depth -= 1;
  }

  /** Returns the joined text; undefined without a paragraph. */
  value(): string | undefined {
    return this.#joined;
  }

  #append(text: string, after: Before) {
    // Text beyond the limit of a cell is cut later anyway.
    if (this.#joined === undefined || this.#joined.length <= limits.charactersPerCell) {
      this.#joined = (this.#joined ?? '') + text;
    }
    this.#after = after;
  }
}
