import type { TabWriter } from '../tabWriter';
import type { Book } from './cellValue';
import type { QuickCell } from './quickCell';
import { wholeNumber } from './quickTags';
import { Text, textKindOf } from './quickText';
import { momentOfSerial } from './serialMoments';

const [B, N, S] = [0x62, 0x6e, 0x73];
const [ZERO, ONE, NINE, MINUS, POINT] = [0x30, 0x31, 0x39, 0x2d, 0x2e];
const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')];

/** Digits that a double keeps whatever they are, and decimals that JSON writes without an exponent. */
const DIGITS = 15;
const DECIMALS = 6;

/** Days whose JSON is kept; there are as many as a man lives. */
const DAYS_KEPT = 30_000;

/** Hands the values of usual cells to the writer as the JSON they are, without making anything of them. */
export class QuickValues {
  /** JSON of days, by their serial number. */
  private readonly days = new Map<number, Buffer>();

  constructor(
    private readonly writer: TabWriter,
    private readonly book: Book,
  ) {}

  /** @returns false where the value has to be made as for any cell */
  put(bytes: Buffer, cell: QuickCell, column: number): boolean {
    const { typeFrom, typeTo, from, to } = cell;
    const length = typeTo - typeFrom;
    if (cell.isInline || length > 1) return this.putText(bytes, cell, column);
    const type = length === 0 ? N : bytes[typeFrom]!;
    if (type === S) return this.putShared(wholeNumber(bytes, from, to), column);
    if (type === B) return this.putTruth(bytes, from, to, column);
    return type === N && this.putNumber(bytes, cell, column);
  }

  private putShared(index: number, column: number): boolean {
    const { strings } = this.book;
    if (strings === undefined || index < 0 || index >= strings.count) return false;
    const length = strings.lengthOf(index);
    const from = strings.startOf(index);
    if (length > 0) this.writer.putJson(column, strings.chunkOf(index), from, from + length, true);
    return true;
  }

  private putTruth(bytes: Buffer, from: number, to: number, column: number): boolean {
    if (to - from !== 1) return false;
    const json = bytes[from] === ONE ? TRUE : FALSE;
    this.writer.putJson(column, json, 0, json.length, false);
    return true;
  }

  private putText(bytes: Buffer, { typeFrom, typeTo, from, to, isInline }: QuickCell, column: number): boolean {
    const type = bytes.toString('latin1', typeFrom, typeTo);
    if (isInline ? type !== 'inlineStr' : type !== 'str') return false;
    if (textKindOf(bytes, from, to) !== Text.PLAIN) return false;
    this.writer.putJson(column, bytes, from, to, true);
    return true;
  }

  private putNumber(bytes: Buffer, { from, to, style }: QuickCell, column: number): boolean {
    const moment = this.book.styles[style];
    if (moment === 'date') return this.putDay(wholeNumber(bytes, from, to), column);
    if (moment !== undefined || !isShortest(bytes, from, to)) return false;
    this.writer.putJson(column, bytes, from, to, false);
    return true;
  }

  private putDay(serial: number, column: number): boolean {
    if (serial < 0) return false;
    const json = this.days.get(serial) ?? this.dayOf(serial);
    if (json !== undefined) this.writer.putJson(column, json, 0, json.length, false);
    return json !== undefined;
  }

  private dayOf(serial: number): Buffer | undefined {
    const moment = momentOfSerial(serial, 'date', this.book.date1904);
    if (moment === undefined) return undefined;
    const json = Buffer.from(JSON.stringify(moment));
    if (this.days.size < DAYS_KEPT) this.days.set(serial, json);
    return json;
  }
}

/** Whether a number is written as JSON writes it. */
function isShortest(bytes: Buffer, from: number, to: number): boolean {
  const first = bytes[from] === MINUS ? from + 1 : from;
  let at = first;
  while (bytes[at]! >= ZERO && bytes[at]! <= NINE && at < to) at += 1;
  const whole = at - first;
  if (whole === 0 || whole > DIGITS || (bytes[first] === ZERO && whole > 1)) return false;
  if (at === to) return bytes[first] !== ZERO || first === from;
  if (bytes[at] !== POINT || bytes[to - 1] === ZERO) return false;
  const decimals = to - at - 1;
  for (at += 1; at < to; at += 1) if (bytes[at]! < ZERO || bytes[at]! > NINE) return false;
  return decimals > 0 && decimals <= DECIMALS && whole + decimals <= DIGITS;
}
