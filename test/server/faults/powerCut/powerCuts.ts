import { after, type Change, type Files, type Recording } from './fileSteps';

/** A possible state after a power cut. */
export interface PowerCut {
  /** Number of acknowledgements before the power cut. */
  readonly acknowledged: number;
  /** Describes what happened to the unsynchronised changes. */
  readonly left:
    | 'nothing'
    | 'all'
    | 'all, the last one torn'
    | 'the last one'
    | 'all but the first'
    | 'every other one';
  /** Index of the step before the power cut. */
  readonly step: number;
  /** Returns the files; only valid until the next power cut. */
  readonly files: () => Files;
}

/** Returns the first half of a write. */
const torn = (change: Change): Change =>
  change.kind === 'write' ? { ...change, bytes: change.bytes.subarray(0, change.bytes.length >> 1) } : change;

type Left = readonly [left: PowerCut['left'], changes: readonly Change[]];

/** Lists possible subsets of changes: a disk writes them in any order, and the last one in part. */
function leftOf(pending: readonly Change[]): Left[] {
  const last = pending.at(-1);
  if (last === undefined) return [];
  const one: Left[] = [
    ['all', pending],
    ['all, the last one torn', [...pending.slice(0, -1), torn(last)]],
  ];
  if (pending.length === 1) return one;
  const several: Left[] = [
    ['the last one', [last]],
    ['all but the first', pending.slice(1)],
    ['every other one', pending.filter((_, at) => (pending.length - at) % 2 === 1)],
  ];
  return [...one, ...several.slice(0, pending.length)];
}

/** Lists possible states after a power cut at each step of a recording: the synchronised changes, with any of the later ones. */
export function* powerCuts({ start, steps }: Recording): Generator<PowerCut, void, undefined> {
  let kept = start;
  let pending: Change[] = [];
  let acknowledged = 0;
  for (const [step, one] of steps.entries()) {
    if (one.kind === 'acknowledged') acknowledged += 1;
    if (one.kind === 'sync') {
      const { file } = one;
      kept = after(
        kept,
        pending.filter((change) => change.file === file),
      );
      pending = pending.filter((change) => change.file !== file);
    }
    const files = kept;
    if (one.kind === 'acknowledged' || one.kind === 'sync') {
      yield { acknowledged, left: 'nothing', step, files: () => files };
      continue;
    }
    pending = [...pending, one];
    for (const [left, changes] of leftOf(pending)) {
      yield { acknowledged, left, step, files: () => after(files, changes) };
    }
  }
}
