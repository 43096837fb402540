import { localName, readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';
import { codeOfFormat, type MomentKind, momentOfFormat } from './numberFormats';

/** For each style a cell can name by number: what numbers of it are, where they are moments. */
export type Styles = readonly (MomentKind | undefined)[];

/** For each style the code of its number format; undefined for the usual one, and for those that every country shows otherwise. */
export type FormatCodes = readonly (string | undefined)[];

/** Excel itself stops at 65,490. */
const STYLES_MOST = 100_000;

/** Reads the number formats of the cell styles (ECMA-376 part 1, section 18.8). */
export async function readStyles(zip: Zip, part: string): Promise<{ styles: Styles; formats: FormatCodes }> {
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
  return {
    styles: formats.map((id) => momentOfFormat(id, codes.get(id))),
    formats: formats.map((id) => codeOfFormat(id, codes.get(id))),
  };
}
