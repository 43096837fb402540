import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { ImportedTab } from '../../workbook/importWorkbook';
import type { FetchedSpreadsheet, FetchedTab } from '../source';
import { notReadable } from './googleRefusals';

/** Bytes of an endpoint's rows up to which they are held beside the raw tab: more are derived anew. */
const HELD_MOST = 1024 * 1024;

/** What was derived, where it is held. Rows as they are answered are not: those that are recognised have other ids there. */
const heldOf = ({ derived }: ImportedTab) =>
  derived.packed.length <= HELD_MOST && derived.ready === undefined ? derived : undefined;

/** A tab that was read from Google: it knows no ids of rows. */
function fetchedTab(tab: ImportedTab, place: number): FetchedTab {
  const { head, rows, columns, warnings, raw, mark = '' } = tab;
  const derived = heldOf(tab);
  return {
    sheetId: head.sheetId,
    title: cleanTitle(head.title) || `Sheet ${place + 1}`,
    hidden: head.hidden,
    rows,
    columns,
    headers: tab.derived.columns.map(({ header }) => header),
    warnings,
    mark,
    raw: async () => ({ packed: raw, foreign: { mark }, ...(derived && { derived }) }),
  };
}

const bytesOf = (tab: ImportedTab) => tab.raw.length + (heldOf(tab)?.packed.length ?? 0);

/** The tabs of a spreadsheet that was read from Google. */
export const fetchedTabs = (tabs: readonly ImportedTab[]): Pick<FetchedSpreadsheet, 'bytes' | 'tabs'> => ({
  bytes: tabs.reduce((bytes, tab) => bytes + bytesOf(tab), 0),
  tabs: tabs.map(fetchedTab),
});

/** Trouble with a file that Google has made is none of the person's. */
export const refusalOfImport = (error: unknown) =>
  error instanceof Refusal && /_workbook$/.test(error.code) ? notReadable() : error;
