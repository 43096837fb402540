import type { Merge } from './cellAddress';

/** Whole rows or columns that are inserted or removed. `at` is the first of them, 1-based. */
export interface Reshape {
  readonly kind: 'insertRows' | 'deleteRows' | 'insertColumns' | 'deleteColumns';
  readonly at: number;
  readonly count: number;
}

export const isRowChange = ({ kind }: Reshape): boolean => kind === 'insertRows' || kind === 'deleteRows';

/** The number of a row, or a column, after others of its kind were inserted or removed; undefined where it was removed itself. */
export function movedNumber(number: number, { kind, at, count }: Reshape): number | undefined {
  if (number < at) return number;
  if (kind === 'insertRows' || kind === 'insertColumns') return number + count;
  return number < at + count ? undefined : number - count;
}

/** A merged range after the change; none where at most one cell of it is left. */
export function movedMerge([top, left, bottom, right]: Merge, reshape: Reshape): Merge[] {
  const { at } = reshape;
  const moved = (from: number, to: number) =>
    [movedNumber(from, reshape) ?? at, movedNumber(to, reshape) ?? at - 1] as const;
  const [rows, columns] = isRowChange(reshape)
    ? [moved(top, bottom), [left, right] as const]
    : [[top, bottom] as const, moved(left, right)];
  const size = (rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1);
  return size > 1 ? [[rows[0], columns[0], rows[1], columns[1]]] : [];
}
