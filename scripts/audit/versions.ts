/** Numbers of a version; what stands behind a hyphen is left out. */
const partsOf = (version: string) => (version.split('-', 1)[0] ?? '').split('.').map(Number);

function compared(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const holds: Readonly<Record<string, (difference: number) => boolean>> = {
  '>=': (difference) => difference >= 0,
  '<=': (difference) => difference <= 0,
  '>': (difference) => difference > 0,
  '<': (difference) => difference < 0,
  '=': (difference) => difference === 0,
};

/**
 * Whether a version lies in a range such as `>=1.0.0 <1.8.2 || <0.9.0`.
 *
 * @throws Error for a range that is written in another way
 */
export const isAffected = (version: string, range: string): boolean =>
  range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((condition) => {
        const [, sign = '', bound = ''] = /^(>=|<=|>|<|=)(\d+\.\d+\.\d+)$/.exec(condition) ?? [];
        const isTrue = holds[sign];
        if (isTrue === undefined) throw new Error(`Not a range of versions: ${range}`);
        return isTrue(compared(version, bound));
      }),
  );
