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
  // Of a range that is deleted in part, the rest remains.
  const movedFirst = (number: number) => movedNumber(number, reshape) ?? reshape.at;
  const movedLast = (number: number) => movedNumber(number, reshape) ?? reshape.at - 1;
  const moved: Merge = isRowChange(reshape)
    ? [movedFirst(top), left, movedLast(bottom), right]
    : [top, movedFirst(left), bottom, movedLast(right)];
  const cells = (moved[2] - moved[0] + 1) * (moved[3] - moved[1] + 1);
  return cells > 1 ? [moved] : [];
}
