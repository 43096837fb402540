import { shown } from '../parts/numbers';

const KIB = 1024;

const oneDigit = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

/** A length of time as it is read: "38 ms", "1.4 s". */
export const timeInWords = (milliseconds: number) =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${oneDigit.format(milliseconds / 1000)} s`;

/** A size as it is read: "604 B", "12.5 KB". */
export function sizeInWords(bytes: number): string {
  if (bytes < KIB) return `${shown(bytes)} B`;
  return bytes < KIB * KIB ? `${oneDigit.format(bytes / KIB)} KB` : `${oneDigit.format(bytes / KIB / KIB)} MB`;
}
