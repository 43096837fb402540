import type { CellValue } from '../../contract/rows';

const DATETIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d$/;
const TIME = /^(\d\d:\d\d):\d\d$/;

/** A value as a spreadsheet shows it. */
export function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return String(value).replace(DATETIME, '$1 $2').replace(TIME, '$1');
}
