import type { Condition } from '../engine/engine';
import type { ColumnNames } from './columnNames';
import { conditionOf } from './condition';
import { type Cursor, readCursor } from './cursor';
import type { Digest } from './digest';
import { fingerprintOf } from './fingerprint';
import type { Operator } from './operators';
import type { Plan } from './plan';
import { PLACE_LENGTH, scannedQuery } from './queryScan';
import { decoded } from './rawQuery';

/** What a value of a query is for. */
export type ValueUse =
  | { readonly kind: 'condition'; readonly name: string; readonly column: number; readonly op: Operator }
  | { readonly kind: 'offset' | 'cursor' };

/** What queries have in common that differ in nothing but their values. */
export interface PlanShape {
  /** What stands before each value, and behind the last. */
  readonly pieces: readonly string[];
  readonly uses: readonly ValueUse[];
  /** The places among the values at which conditions stand, in the order in which a plan has them. */
  readonly tidy: readonly number[];
  /** A plan of such a query, but for its values. */
  readonly like: Plan;
  readonly task: Digest;
}

/** Whether the query that was just scanned has this shape. */
export function isOfShape({ pieces, uses }: PlanShape, text: string): boolean {
  const { starts, ends, count } = scannedQuery;
  if (count !== uses.length) return false;
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    const piece = pieces[n]!;
    if (starts[n] !== at + piece.length || !text.startsWith(piece, at)) return false;
    at = ends[n]!;
  }
  const last = pieces[count]!;
  return at + last.length === text.length && text.startsWith(last, at);
}

/** A value of the query that was just scanned. */
function valueAt(text: string, n: number): string {
  const { starts, ends, coded } = scannedQuery;
  const raw = text.slice(starts[n], ends[n]);
  return coded[n] === 0 ? raw : decoded(raw);
}

const LONGEST_OFFSET = 15;

/** @returns -1 where it is not written plainly */
function offsetAt(text: string, n: number): number {
  const start = scannedQuery.starts[n]!;
  const end = scannedQuery.ends[n]!;
  if (end === start || end - start > LONGEST_OFFSET) return -1;
  let offset = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    offset = offset * 10 + digit;
  }
  return offset;
}

/**
 * The condition that a value of the query that was just scanned makes.
 *
 * @throws Refusal what the condition refuses
 */
export function conditionAt(
  { name, column, op }: ValueUse & { readonly kind: 'condition' },
  text: string,
  n: number,
  names: ColumnNames,
): Condition {
  return conditionOf(names.column(column), column, op, { field: name, value: valueAt(text, n), isText: true });
}

function whereOf({ uses, tidy }: PlanShape, text: string, names: ColumnNames): Condition | undefined {
  const conditions: (Condition | undefined)[] = [];
  for (let n = 0; n < uses.length; n += 1) {
    const use = uses[n]!;
    if (use.kind !== 'condition') continue;
    conditions[n] = conditionAt(use, text, n, names);
  }
  if (tidy.length < 2) return conditions[tidy[0] ?? 0];
  return { kind: 'and', parts: tidy.map((n) => conditions[n]!) };
}

/**
 * The plan of the query that was just scanned, which has this shape.
 *
 * @returns undefined where something is not written plainly
 * @throws Refusal what the conditions and the cursor refuse
 */
export function shapedPlan(shape: PlanShape, text: string, names: ColumnNames): Plan | undefined {
  const { uses, like } = shape;
  const place = uses.findIndex(({ kind }) => kind !== 'condition');
  const where = whereOf(shape, text, names);
  const fingerprint = where === undefined ? like.fingerprint : fingerprintOf(shape.task, where);
  let offset = like.offset;
  let cursor: Cursor | undefined;
  if (place >= 0 && uses[place]!.kind === 'cursor') {
    cursor = readCursor('_cursor', valueAt(text, place), fingerprint);
    offset = cursor.offset;
  } else if (place >= 0) offset = offsetAt(text, place);
  if (offset < 0) return undefined;
  return { ...like, where, offset, cursor, fingerprint };
}

/** The query that was just scanned without what says where its page begins. */
export function restOf({ uses }: PlanShape, text: string): string {
  const place = uses.findIndex(({ kind }) => kind !== 'condition');
  if (place < 0) return text;
  const start = scannedQuery.starts[place]! - PLACE_LENGTH;
  const end = scannedQuery.ends[place]!;
  if (end === text.length) return text.slice(0, Math.max(0, start - 1));
  return text.slice(0, start) + text.slice(end + 1);
}
