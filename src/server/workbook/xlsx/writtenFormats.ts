import type { CellValue, ColumnType } from '../../../contract/rows';
import { idOfCode, type MomentKind, momentOfFormat } from '../../rawTab/numberFormat';
import { momentOfSerial, serialOf } from '../cells';
import { escaped } from './xlsxSheet';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Default formats of dates and times, in the order of `defaultStyles` in `xlsxSheet.ts`. */
const defaultCodes = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss', '[hh]:mm:ss'];

/** Number of the first format that a file defines; lower ones are built in (ECMA-376 part 1, section 18.8.30). */
const FIRST_CUSTOM = 164;

/** Maximum formats of a file, and characters of a code ("Excel specifications and limits" of Microsoft: 200 to 250 and 255). */
const MAX_FORMATS = 200;
const MAX_CODE_CHARS = 255;

/** Format of a workbook to write. */
interface WrittenFormat {
  /** Index in the cell styles of `styles.xml`. */
  readonly style: number;
  /** Number by which the style refers to it. */
  readonly id: number;
  readonly moment: MomentKind | undefined;
}

/** Number formats of a workbook to write. Cells refer to them by their index in the cell styles of `styles.xml`. */
export class WrittenFormats {
  readonly #byCode = new Map<string, WrittenFormat>();

  constructor() {
    this.add(defaultCodes);
  }

  /** Adds formats that cells may have; those beyond the limits are left out. */
  add(codes: readonly string[]): void {
    for (const code of codes) {
      const count = this.#byCode.size;
      if (this.#byCode.has(code) || count === MAX_FORMATS || code.length > MAX_CODE_CHARS) continue;
      const id = idOfCode(code) ?? FIRST_CUSTOM + count;
      this.#byCode.set(code, { style: count + 1, id, moment: momentOfFormat(id, code) });
    }
  }

  /**
   * Returns the index of a cell's format; undefined if it has none, or if programs would read another value, for example a date
   * instead of a number.
   *
   * @param type type of a date or time
   */
  styleOf(value: CellValue, type: ColumnType | undefined, code: string | undefined): number | undefined {
    const format = code === undefined ? undefined : this.#byCode.get(code);
    return format !== undefined && isReadAs(value, type, format.moment) ? format.style : undefined;
  }

  /** Writes `styles.xml` (ECMA-376 part 1, section 18.8). */
  stylesXml(): string {
    const formats = [...this.#byCode];
    const custom = formats.filter(([, { id }]) => id >= FIRST_CUSTOM);
    const numFmts = custom.map(([code, { id }]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`);
    const xfs = formats.map(
      ([, { id }]) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    );
    return (
      `<styleSheet xmlns="${MAIN}">` +
      `<numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>` +
      '<fonts count="1"><font/></fonts>' +
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border/></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${xfs.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${xfs.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    );
  }
}

/** Returns whether a value in a format of this kind is read as the same value. */
function isReadAs(value: CellValue, type: ColumnType | undefined, moment: MomentKind | undefined): boolean {
  if (typeof value === 'number') return moment === undefined;
  if (typeof value !== 'string' || (type !== 'date' && type !== 'datetime' && type !== 'time')) return false;
  const serial = serialOf(type, value);
  const read = serial === undefined || moment === undefined ? undefined : momentOfSerial(serial, moment, false);
  return read?.kind === type && read.value === value;
}
