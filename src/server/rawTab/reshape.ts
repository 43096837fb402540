import type { Merge } from './cellAddress';

/** Insertion or deletion of whole rows or columns. `at` is the first of them, 1-based. */
export interface Reshape {
  readonly kind: 'insertRows' | 'deleteRows' | 'insertColumns' | 'deleteColumns';
  readonly at: number;
  readonly count: number;
}

export const isRowChange = ({ kind }: Reshape): boolean => kind === 'insertRows' || kind === 'deleteRows';

/** Returns the new number of a row or column after an insertion or deletion; undefined if it was deleted. */
export function movedNumber(number: number, { kind, at, count }: Reshape): number | undefined {
  if (number < at) return number;
  if (kind === 'insertRows' || kind === 'insertColumns') return number + count;
  return number < at + count ? undefined : number - count;
}

/** Returns a merged range after the change; an empty array if at most one of its cells remains. */
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
