import { limits } from '../../contract/limits';
import { isCalendarDate } from '../normalise/readCell';
import type { Merge } from '../rawTab/cellAddress';
import type { RawCell } from '../rawTab/rawCells';
import type { RawTabHead } from '../rawTab/rawTab';
import { DAY_ZERO, odsValue, Paragraphs } from './odsCell';
import { type Budget, readingLimits } from './readingLimits';
import { notAWorkbook } from './refusals';
import { type ImportedTab, TabWriter } from './tabWriter';
import { type Attributes, readXml, type XmlHandlers } from './zip/xml';
import type { Zip } from './zip/zipFile';

/** Passes the cells of one `table:table` to a writer, and expands repeated rows and cells. */
class TableReader {
  private readonly writer: TabWriter;
  private readonly merges: Merge[] = [];
  private paragraphs = new Paragraphs();
  private row = 0;
  private rowRepeats = 1;
  /** Whether the row was started, which happens at its first value: files end with a million empty rows. */
  private isRowStarted = false;
  private column = 0;
  private cell: Attributes | undefined;

  constructor(
    private readonly head: Pick<RawTabHead, 'sheetId' | 'title' | 'hidden'>,
    budget: Budget,
    private readonly dayZero: number,
  ) {
    this.writer = new TabWriter(head.title, budget, { typed: true });
  }

  open(name: string, attributes: Attributes) {
    if (name === 'table:table-row') this.startRow(attributes);
    else if (name === 'table:table-cell') this.startCell(attributes);
    else if (name === 'table:covered-table-cell') this.column += countIn(attributes, 'columns-repeated');
    else if (this.cell !== undefined) this.paragraphs.open(name, attributes);
  }

  text(piece: string) {
    if (this.cell !== undefined) this.paragraphs.text(piece);
  }

  close(name: string) {
    if (name === 'table:table-cell') this.endCell();
    else if (name === 'table:table-row') this.endRow();
    else if (this.cell !== undefined) this.paragraphs.close(name);
  }

  finish(): Promise<ImportedTab> {
    return this.writer.finish({ ...this.head, merges: this.merges });
  }

  private startRow(attributes: Attributes) {
    this.rowRepeats = countIn(attributes, 'rows-repeated');
    this.row += 1;
    this.column = 0;
    this.isRowStarted = false;
  }

  private startCell(attributes: Attributes) {
    this.cell = attributes;
    this.paragraphs = new Paragraphs();
  }

  private endCell() {
    const attributes = this.cell ?? {};
    this.cell = undefined;
    this.merge(attributes);
    const value = odsValue(attributes, this.paragraphs.value(), this.dayZero);
    const count = countIn(attributes, 'columns-repeated');
    if (value !== null) {
      for (let n = 1; n <= count; n += 1) this.put(this.column + n, value);
    }
    this.column += count;
  }

  private put(column: number, value: RawCell) {
    if (!this.isRowStarted) this.writer.startRow(this.row);
    this.isRowStarted = true;
    this.writer.put(column, value);
  }

  private endRow() {
    const last = this.row + this.rowRepeats - 1;
    if (this.isRowStarted) {
      this.writer.endRow();
      this.writer.repeatRows(last);
    }
    this.row = last;
  }

  private merge(attributes: Attributes) {
    const columns = countIn(attributes, 'columns-spanned');
    const rows = countIn(attributes, 'rows-spanned');
    if ((columns === 1 && rows === 1) || this.merges.length >= readingLimits.mergesPerTab) return;
    const firstColumn = this.column + 1;
    this.merges.push([this.row, firstColumn, this.row + rows - 1, firstColumn + columns - 1]);
  }
}

/** Returns a count in the attributes of a row or a cell; 1 if it is missing or none. */
function countIn(attributes: Attributes, what: `${'rows' | 'columns'}-${'repeated' | 'spanned'}`) {
  const count = Number(attributes[`table:number-${what}`] ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

const MANIFEST = 'META-INF/manifest.xml';

/** Reads the tables of an OpenDocument spreadsheet, in order; their ids count from 0. */
export async function readOds(zip: Zip, budget: Budget): Promise<ImportedTab[]> {
  if (zip.has(MANIFEST)) await refuseEncrypted(zip);
  const reader = new ContentReader(budget);
  await readXml(zip.read('content.xml'), 'content.xml', reader);
  return Promise.all(reader.tabs);
}

async function refuseEncrypted(zip: Zip) {
  await readXml(zip.read(MANIFEST), MANIFEST, {
    open(name) {
      if (name !== 'manifest:encryption-data') return;
      throw notAWorkbook('The file is protected with a password.', 'Save it without a password and upload that file.');
    },
  });
}

/** Elements whose cells and texts do not belong to the sheet, besides drawings: notes, history, copies of other files. */
const foreign = new Set([
  'office:annotation',
  'office:forms',
  'table:shapes',
  'table:tracked-changes',
  'table:dde-links',
  'text:ruby-text',
]);

/** Cells of other files that formulas reference are in tables called `'file:///…'#$Sheet`, or by Excel `'file:///…'#Sheet`. */
const COPY_OF_OTHER_FILE = /^'.*'#/;

/** Reads `content.xml` of a spreadsheet (OpenDocument 1.3, section 9): its tables, and which of them are hidden. */
class ContentReader implements XmlHandlers {
  readonly tabs: Promise<ImportedTab>[] = [];
  private readonly hiddenStyles = new Set<string>();
  private tableStyle = '';
  private dayZero = DAY_ZERO;
  private table: TableReader | undefined;
  /** Depth inside a foreign element; 0 outside. */
  private foreignDepth = 0;

  constructor(private readonly budget: Budget) {}

  open(name: string, attributes: Attributes) {
    if (this.foreignDepth > 0 || this.isForeign(name, attributes)) this.foreignDepth += 1;
    else if (this.table !== undefined) this.table.open(name, attributes);
    else if (name === 'table:table') this.table = this.startTable(attributes);
    else if (name === 'table:null-date') this.startDays(attributes['table:date-value'] ?? '');
    else this.openStyle(name, attributes);
  }

  text(piece: string) {
    if (this.foreignDepth === 0) this.table?.text(piece);
  }

  close(name: string) {
    if (this.foreignDepth > 0) this.foreignDepth -= 1;
    else if (name === 'table:table' && this.table !== undefined) this.endTable(this.table);
    else this.table?.close(name);
  }

  private endTable(table: TableReader) {
    const finished = table.finish();
    // Errors are thrown where all tabs are awaited.
    finished.catch(() => undefined);
    this.tabs.push(finished);
    this.table = undefined;
  }

  /** Returns whether an element is foreign. A table inside a table is the content of a cell. */
  private isForeign(name: string, attributes: Attributes) {
    if (foreign.has(name) || name.startsWith('draw:')) return true;
    if (name !== 'table:table') return false;
    return this.table !== undefined || COPY_OF_OTHER_FILE.test(attributes['table:name'] ?? '');
  }

  private startDays(written: string) {
    if (isCalendarDate(written)) this.dayZero = Date.parse(`${written}T00:00:00Z`);
  }

  private openStyle(name: string, attributes: Attributes) {
    if (name === 'style:style') {
      this.tableStyle = attributes['style:family'] === 'table' ? (attributes['style:name'] ?? '') : '';
    }
    const isHidden = name === 'style:table-properties' && attributes['table:display'] === 'false';
    if (isHidden && this.hiddenStyles.size < readingLimits.listed) this.hiddenStyles.add(this.tableStyle);
  }

  private startTable(attributes: Attributes) {
    const sheetId = this.tabs.length;
    const title = (attributes['table:name'] ?? '').slice(0, limits.titleCharacters);
    const hidden = this.hiddenStyles.has(attributes['table:style-name'] ?? '');
    const head = { sheetId, title: title.trim() === '' ? `Sheet${sheetId + 1}` : title, hidden };
    return new TableReader(head, this.budget, this.dayZero);
  }
}
