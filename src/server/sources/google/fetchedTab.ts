import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { ImportedTab } from '../../workbook/importWorkbook';
import type { FetchedTab } from '../source';
import { notReadable } from './googleRefusals';

/** A tab that was read from Google: it knows no ids of rows. */
export const fetchedTab = (
  { head, rows, columns, warnings, raw, derived, mark = '' }: ImportedTab,
  place: number,
): FetchedTab => ({
  sheetId: head.sheetId,
  title: cleanTitle(head.title) || `Sheet ${place + 1}`,
  hidden: head.hidden,
  rows,
  columns,
  headers: derived.columns.map(({ header }) => header),
  warnings,
  mark,
  raw: async () => ({ packed: raw, foreign: { mark } }),
});

/** Trouble with a file that Google has made is none of the person's. */
export const refusalOfImport = (error: unknown) =>
  error instanceof Refusal && /_workbook$/.test(error.code) ? notReadable() : error;
