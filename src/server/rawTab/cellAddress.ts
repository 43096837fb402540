/**
 * Returns the 1-based column of an address such as `AB12`, in any case; 0 if it does not begin with letters, as with `$`.
 */
export function columnOfAddress(address: string): number {
  let column = 0;
  for (let i = 0; i < address.length; i += 1) {
    // Small letters differ from capitals in one bit.
    const letter = (address.charCodeAt(i) & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column;
}

/** Returns the 1-based row of an address such as `AB12`; 0 if it has none. The search is linear in an address of many digits. */
export const rowOfAddress = (address: string) => Number(/^\D*(\d+)$/.exec(address)?.[1] ?? 0);

/** Merged range: `[firstRow, firstColumn, lastRow, lastColumn]`, 1-based. */
export type Merge = readonly [number, number, number, number];

/** Returns whether a merged range covers more than one cell. */
export const isRange = ([top, left, bottom, right]: Merge): boolean => bottom > top || right > left;
