import { posix } from 'node:path';
import { limits } from '../../../contract/limits';
import { codeOfFormat, type MomentKind, momentOfFormat } from '../../rawTab/numberFormat';
import type { RawTabHead } from '../../rawTab/rawTab';
import { readingLimits } from '../readingLimits';
import { tooLarge, unsafe } from '../refusals';
import { type Attributes, localName, readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';

/** Reference from one part of an Office package to another (ECMA-376 part 2, section 9.3). */
export interface Relationship {
  readonly id: string;
  /** Last segment of its type, the same in both dialects of the format: `worksheet`, `sharedStrings`, … */
  readonly type: string;
  /** Path of the part from the root of the package. */
  readonly target: string;
}

/** Returns the relationships of a part; empty if it has no list of them. `''` is the package itself. */
export async function relationshipsOf(zip: Zip, part: string): Promise<Relationship[]> {
  const { dir, base } = posix.parse(part);
  const list = posix.join(dir, '_rels', `${base}.rels`);
  const relationships: Relationship[] = [];
  if (!zip.has(list)) return relationships;
  await readXml(zip.read(list), list, {
    open(name, { Id, Type, Target, TargetMode }) {
      if (localName(name) !== 'Relationship' || TargetMode === 'External') return;
      if (relationships.length === readingLimits.listed) throw unsafe(`its part ${list} does not end`);
      if (Id === undefined || Type === undefined || Target === undefined) return;
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      relationships.push({ id: Id, type, target: posix.resolve('/', dir, Target).slice(1) });
    },
  });
  return relationships;
}

/** Sheet in the workbook's list. */
export interface ListedSheet extends Pick<RawTabHead, 'sheetId' | 'title' | 'hidden'> {
  /** Id of the relationship to its part. */
  readonly relationship: string | undefined;
}

/** Maximum listed sheets, including sheets without cells, which are skipped later. */
const MAX_SHEETS = 1000;

/**
 * Reads the list of sheets (ECMA-376 part 1, section 18.2).
 *
 * @returns the sheets in the order of the workbook, and whether days count from 1904-01-01 instead of 1900
 */
export async function readWorkbookPart(zip: Zip, part: string) {
  const sheets: ListedSheet[] = [];
  let date1904 = false;
  await readXml(zip.read(part), part, {
    open(name, attributes) {
      const local = localName(name);
      // Excel for Mac writes a second one, of another namespace, into the extensions.
      if (local === 'workbookPr') date1904 ||= isTrue(attributes.date1904);
      if (local !== 'sheet') return;
      if (sheets.length === MAX_SHEETS) throw tooLarge(`The workbook has more than ${limits.tabsPerWorkbook} tabs.`);
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

/** Returns the sheet's id in the file, or an unused one if it is missing or a duplicate. */
function freeId(id: number, before: readonly ListedSheet[]) {
  const taken = before.map(({ sheetId }) => sheetId);
  const isValid = Number.isSafeInteger(id) && id >= 0 && id <= 0x7fffffff;
  return isValid && !taken.includes(id) ? id : Math.max(0, ...taken) + 1;
}

/** Number format of a cell style. */
export interface NumberStyle {
  /** Kind of date or time it shows; undefined for other formats. */
  readonly moment: MomentKind | undefined;
  /** Format code; undefined for General, and for formats that differ by country. */
  readonly code: string | undefined;
}

/** Maximum styles; Excel itself supports 65,490. */
const MAX_STYLES = 100_000;

/** Reads the number formats of the cell styles (ECMA-376 part 1, section 18.8). */
export async function readStyles(zip: Zip, part: string): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  /** The list that is being read. Differential formats (`dxfs`) have codes too, under numbers of other formats. */
  let list = '';
  await readXml(zip.read(part), part, {
    open(name, attributes) {
      const local = localName(name);
      if (local === 'numFmts' || local === 'cellXfs') list = local;
      if (local === 'numFmt' && list === 'numFmts' && codes.size < MAX_STYLES) {
        codes.set(Number(attributes.numFmtId), (attributes.formatCode ?? '').slice(0, 1000));
      }
      if (local === 'xf' && list === 'cellXfs' && formats.length < MAX_STYLES) {
        formats.push(Number(attributes.numFmtId ?? 0));
      }
    },
    close(name) {
      if (localName(name) === list) list = '';
    },
  });
  const styles = new Map<number, NumberStyle>();
  for (const id of new Set(formats)) {
    const code = codes.get(id);
    styles.set(id, { moment: momentOfFormat(id, code), code: codeOfFormat(id, code) });
  }
  return formats.map((id) => styles.get(id)!);
}
