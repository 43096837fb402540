import type { Merge } from '../../normalise/mergedCells';
import type { RawCell, RawTabHead } from '../../rawTab/rawTab';
import { type Budget, readingLimits } from '../readingLimits';
import { type ImportedTab, TabWriter } from '../tabWriter';
import type { Attributes } from '../zip/xml';
import { odsValue, Paragraphs } from './odsCell';

/** Hands the cells of one `table:table` to a writer. Rows and cells that say they are repeated are written out. */
export class TableReader {
  private readonly writer: TabWriter;
  private readonly merges: Merge[] = [];
  private readonly paragraphs = new Paragraphs();
  private row = 0;
  private rowRepeats = 1;
  /** A row is started when its first value comes: files end with a million empty ones. */
  private rowStarted = false;
  private column = 0;
  private cell: Attributes | undefined;

  constructor(
    private readonly head: Pick<RawTabHead, 'sheetId' | 'title' | 'hidden'>,
    budget: Budget,
  ) {
    this.writer = new TabWriter(head.title, budget, { typed: true });
  }

  open(name: string, attributes: Attributes) {
    if (name === 'table:table-row') this.startRow(attributes);
    else if (name === 'table:table-cell') this.startCell(attributes);
    else if (name === 'table:covered-table-cell') this.column += repeats(attributes, 'columns');
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
    this.rowRepeats = repeats(attributes, 'rows');
    this.row += 1;
    this.column = 0;
    this.rowStarted = false;
  }

  private startCell(attributes: Attributes) {
    this.cell = attributes;
    this.paragraphs.clear();
  }

  private endCell() {
    const attributes = this.cell ?? {};
    this.cell = undefined;
    this.merge(attributes);
    const value = odsValue(attributes, this.paragraphs.value());
    const count = repeats(attributes, 'columns');
    for (let at = 1; value !== null && at <= count; at += 1) this.put(this.column + at, value);
    this.column += count;
  }

  private put(column: number, value: RawCell) {
    if (!this.rowStarted) this.writer.startRow(this.row);
    this.rowStarted = true;
    this.writer.put(column, value);
  }

  private endRow() {
    const last = this.row + this.rowRepeats - 1;
    if (this.rowStarted) {
      this.writer.endRow();
      this.writer.repeatRows(last);
    }
    this.row = last;
  }

  private merge(attributes: Attributes) {
    const columns = Number(attributes['table:number-columns-spanned'] ?? 1);
    const rows = Number(attributes['table:number-rows-spanned'] ?? 1);
    if (!(columns > 1 || rows > 1) || this.merges.length >= readingLimits.mergesPerTab) return;
    const [row, column] = [this.row, this.column + 1];
    this.merges.push([row, column, row + Math.max(1, rows) - 1, column + Math.max(1, columns) - 1]);
  }
}

function repeats(attributes: Attributes, what: 'rows' | 'columns') {
  const count = Number(attributes[`table:number-${what}-repeated`] ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}
