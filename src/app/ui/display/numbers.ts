const numberFormat = new Intl.NumberFormat('en-GB');

/** Formats a number: 12640 is "12,640". */
export const formatNumber = (value: number) => numberFormat.format(value);

/** Formats a number with its noun: "1 row", "2,190 rows". */
export const counted = (value: number, noun: string) => `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`;

const tenths = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 });

const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;

/** Formats a number of bytes: "12.4 MB", "5 GB", "61 KB". */
export function formatBytes(bytes: number): string {
  if (bytes > 0 && bytes < MEBIBYTE) return `${formatNumber(Math.ceil(bytes / KIBIBYTE))} KB`;
  const [size, unit] = bytes >= GIBIBYTE ? [bytes / GIBIBYTE, 'GB'] : [bytes / MEBIBYTE, 'MB'];
  return `${size >= 10 || Number.isInteger(size) ? formatNumber(Math.round(size)) : tenths.format(size)} ${unit}`;
}
