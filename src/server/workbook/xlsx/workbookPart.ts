import { limits } from '../../../contract/limits';
import { tooLarge } from '../refusals';
import { type Attributes, localName, readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';

/** A sheet as the workbook lists it. */
export interface ListedSheet {
  readonly sheetId: number;
  readonly title: string;
  readonly hidden: boolean;
  /** Id of the relationship that leads to its part. */
  readonly relationship: string | undefined;
}

export interface WorkbookPart {
  /** In the order of the workbook. */
  readonly sheets: readonly ListedSheet[];
  /** Whether days are counted from 1904-01-01 instead of 1900. */
  readonly date1904: boolean;
}

/** With those that hold no cells and are left out later. */
const SHEETS_MOST = 1000;

/** Reads the list of sheets (ECMA-376 part 1, section 18.2). */
export async function readWorkbookPart(zip: Zip, part: string): Promise<WorkbookPart> {
  const sheets: ListedSheet[] = [];
  let date1904 = false;
  await readXml(zip.read(part), part, {
    open(name, attributes) {
      const local = localName(name);
      if (local === 'workbookPr') date1904 = isTrue(attributes.date1904);
      if (local !== 'sheet') return;
      if (sheets.length === SHEETS_MOST) throw tooLarge(`The workbook has more than ${limits.tabsPerWorkbook} tabs.`);
      sheets.push(sheetOf(attributes, sheets));
    },
  });
  return { sheets, date1904 };
}

export const isTrue = (value: string | undefined) => value === '1' || value === 'true' || value === 'on';

function sheetOf(attributes: Attributes, before: readonly ListedSheet[]): ListedSheet {
  const title = (attributes.name ?? '').slice(0, limits.titleCharacters);
  return {
    sheetId: freeId(Number(attributes.sheetId), before),
    title: title.trim() === '' ? `Sheet${before.length + 1}` : title,
    hidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
    relationship: Object.entries(attributes).find(([name]) => /^[^:]+:id$/.test(name))?.[1],
  };
}

/** The number the file gives, unless it gives none or gives it twice. */
function freeId(given: number, before: readonly ListedSheet[]) {
  const taken = before.map(({ sheetId }) => sheetId);
  const usable = Number.isSafeInteger(given) && given >= 0 && given <= 0x7fffffff;
  return usable && !taken.includes(given) ? given : Math.max(0, ...taken) + 1;
}
