import type { RawLine } from '../workbook/rawLine';
import type { RawCell } from '../workbook/rawTab';
import type { Covered, MergedCells } from './mergedCells';

const NULL = Buffer.from('null');

/** The JSON that the other cells of a range have: what the first one holds, but not that it works it out. */
function repeatable(json: Buffer): Buffer | undefined {
  const cell = JSON.parse(json.toString()) as RawCell;
  if (cell === null) return undefined;
  if (typeof cell !== 'object' || cell.formula === undefined) return json;
  return cell.value === null ? undefined : Buffer.from(JSON.stringify({ ...cell, formula: undefined }));
}

const jsonAt = ({ bytes, starts, ends, count }: RawLine, at: number): Buffer =>
  at < count ? bytes.subarray(starts[at], ends[at]) : NULL;

const isCovered = (covered: readonly Covered[], at: number) => covered.some(([from, to]) => at >= from && at < to);

/** Keeps what is to be repeated of the ranges that begin in a row. */
function takeFirstCells(line: RawLine, merged: MergedCells, covered: readonly Covered[]): void {
  for (const open of merged.open) {
    const [top, left] = open.range;
    if (top !== line.row || left > line.count || isCovered(covered, left - 1)) continue;
    open.json = repeatable(Buffer.from(jsonAt(line, left - 1)));
  }
}

/**
 * A row's line with the values of merged ranges in all of their cells.
 *
 * @param covered cells of the row that ranges cover
 * @returns undefined where there is nothing to repeat in it
 */
export function repeatedLine(line: RawLine, merged: MergedCells, covered: readonly Covered[]): Buffer | undefined {
  takeFirstCells(line, merged, covered);
  const repeated = merged.open.map(({ json }, at) => ({ json, range: covered[at] ?? [0, 0] }));
  if (repeated.every(({ json }) => json === undefined)) return undefined;
  const width = Math.max(line.count, ...repeated.map(({ json, range: [, to] }) => (json === undefined ? 0 : to)));
  const cells = Array.from({ length: width }, (_, at) => {
    if (!isCovered(covered, at)) return jsonAt(line, at);
    return repeated.find(({ range: [from, to] }) => at >= from && at < to)?.json ?? NULL;
  });
  const id = line.bytes.toString('utf8', line.idStart, line.idEnd);
  return Buffer.from(`{"id":${id},"row":${line.row},"cells":[${cells.join(',')}]}\n`);
}
