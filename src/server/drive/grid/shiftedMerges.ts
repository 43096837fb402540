import type { RawTabHead } from '../../workbook/rawTab';
import type { Reshape } from './reshapeRaw';

type Merge = RawTabHead['merges'][number];

/** The first and the last of a stretch after others were inserted before or inside it. */
const widened = (first: number, last: number, { at, count }: Reshape): readonly [number, number] => [
  first >= at ? first + count : first,
  last >= at ? last + count : last,
];

/** The first and the last of a stretch after some were removed; undefined when nothing of it is left. */
function narrowed(first: number, last: number, { at, count }: Reshape): readonly [number, number] | undefined {
  const before = (number: number) => Math.min(count, Math.max(0, number - at));
  const left = last + 1 - before(last + 1) - (first - before(first));
  const start = first - before(first);
  return left > 0 ? [start, start + left - 1] : undefined;
}

function shifted([top, left, bottom, right]: Merge, reshape: Reshape): Merge | undefined {
  const isRows = reshape.kind === 'insertRows' || reshape.kind === 'deleteRows';
  const change = reshape.kind === 'insertRows' || reshape.kind === 'insertColumns' ? widened : narrowed;
  const stretch = isRows ? change(top, bottom, reshape) : change(left, right, reshape);
  if (stretch === undefined) return undefined;
  const merge: Merge = isRows ? [stretch[0], left, stretch[1], right] : [top, stretch[0], bottom, stretch[1]];
  return merge[0] === merge[2] && merge[1] === merge[3] ? undefined : merge;
}

/** The merged ranges of a tab after rows or columns were inserted or removed. */
export const shiftedMerges = (merges: readonly Merge[], reshape: Reshape): Merge[] =>
  merges.flatMap((merge) => {
    const moved = shifted(merge, reshape);
    return moved === undefined ? [] : [moved];
  });
