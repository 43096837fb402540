import { posix } from 'node:path';
import { limits } from '../../../contract/limits';
import { codeOfFormat, type MomentKind, momentOfFormat } from '../../rawTab/numberFormat';
import type { RawTabHead } from '../../rawTab/rawTab';
import { readingLimits } from '../readingLimits';
import { tooLarge, unsafe } from '../refusals';
import { type Attributes, localName, readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';

/** How one part of an Office package names another (ECMA-376 part 2, section 9.3). */
export interface Relationship {
  readonly id: string;
  /** Last word of its type, the same in both dialects of the format: `worksheet`, `sharedStrings`, … */
  readonly type: string;
  /** Name of the part, from the root of the package. */
  readonly target: string;
}

/** The relationships of a part; none when it has no list of them. `''` is the package itself. */
export async function relationshipsOf(zip: Zip, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part);
  const list = posix.join(dir, '_rels', `${base}.rels`);
  const found: Relationship[] = [];
  if (!zip.has(list)) return found;
  await readXml(zip.read(list), list, {
    open(name, { Id, Type, Target, TargetMode }) {
      if (localName(name) !== 'Relationship' || TargetMode === 'External') return;
      if (found.length === readingLimits.listed) throw unsafe(`its part ${list} does not end`);
      if (Id === undefined || Type === undefined || Target === undefined) return;
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      found.push({ id: Id, type, target: posix.resolve('/', dir, Target).slice(1) });
    },
  });
  return found;
}

/** A sheet as the workbook lists it. */
export interface ListedSheet extends Pick<RawTabHead, 'sheetId' | 'title' | 'hidden'> {
  /** Id of the relationship that leads to its part. */
  readonly relationship: string | undefined;
}

/** With those that hold no cells and are left out later. */
const SHEETS_MOST = 1000;

/**
 * Reads the list of sheets (ECMA-376 part 1, section 18.2).
 *
 * @returns these in the order of the workbook, and whether days are counted from 1904-01-01 instead of 1900
 */
export async function readWorkbookPart(zip: Zip, part: string) {
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

const isTrue = (value: string | undefined) => value === '1' || value === 'true' || value === 'on';

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

/** How a style that cells name by number shows numbers. */
export interface NumberStyle {
  /** What these are, where they are moments. */
  readonly moment: MomentKind | undefined;
  /** The code of its number format; undefined for the usual one, and for those that every country shows otherwise. */
  readonly code: string | undefined;
}

/** Excel itself stops at 65,490. */
const STYLES_MOST = 100_000;

/** Reads the number formats of the cell styles (ECMA-376 part 1, section 18.8). */
export async function readStyles(zip: Zip, part: string): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCellFormats = false;
  await readXml(zip.read(part), part, {
    open(name, attributes) {
      const local = localName(name);
      if (local === 'cellXfs') inCellFormats = true;
      if (local === 'numFmt' && codes.size < STYLES_MOST) {
        codes.set(Number(attributes.numFmtId), (attributes.formatCode ?? '').slice(0, 1000));
      }
      if (local === 'xf' && inCellFormats && formats.length < STYLES_MOST)
        formats.push(Number(attributes.numFmtId ?? 0));
    },
    close(name) {
      if (localName(name) === 'cellXfs') inCellFormats = false;
    },
  });
  return formats.map((id) => {
    const code = codes.get(id);
    return { moment: momentOfFormat(id, code), code: codeOfFormat(id, code) };
  });
}
