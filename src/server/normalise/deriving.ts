import type { CellReading, RawTabHead } from '../rawTab/rawTab';
import type { DerivedTab, TabSettings } from './deriveTab';
import { chooseColumns, type ChosenColumn, decidedHeaderRow } from './derivedColumn';
import { headerAsShown, NO_HEADER } from './headers';
import { MergedCells } from './mergedCells';
import { createPackedRows } from './packedRows';
import { SheetWatch } from './sheetFacts';
import { Surveyor } from './survey';
import { TabRow } from './tabRow';
import { Warnings, warnOfNoHeader, warnOfSkippedRows } from './warnings';
import { RowsInWriting } from './writtenRows';

/** Rows between two words about how far the reading is. */
const ROWS_A_WORD = 2_000;

/** So many rows that are not blank, or so many bytes, are looked at before the columns are guessed. */
const SAMPLE = { rows: 1_000, bytes: 8 * 1024 ** 2 };

/**
 * Derives an endpoint's rows while the raw rows come by. What a column is only the last row can tell; it is guessed from the
 * first ones, and where that proves wrong in the end the rows are written once more, with the right columns.
 */
export class Deriving {
  readonly #surveyor: Surveyor;
  readonly #watch = new SheetWatch();
  readonly #merged: MergedCells;
  readonly #row: TabRow;
  /** The first lines, while they are being gathered. */
  #sample: Buffer[] | undefined = [];
  #sampled = { rows: 0, bytes: 0 };
  #guess: RowsInWriting | undefined;

  #rows = 0;

  /**
   * @param head merged ranges and formats that are not known yet are told at the end
   * @param onRows hears now and then how many rows are read
   */
  constructor(
    private readonly head: CellReading & Pick<RawTabHead, 'merges' | 'formats'>,
    private readonly settings: TabSettings = {},
    private readonly onRows: (rows: number) => void = () => undefined,
  ) {
    this.#surveyor = new Surveyor(decidedHeaderRow(settings));
    this.#merged = this.#mergedCells();
    this.#row = new TabRow(head);
  }

  /** Takes whole lines of a raw tab (`../rawTab/rawLine.ts`), in order. */
  feed(lines: Buffer): void {
    for (let at = 0; at < lines.length;) {
      at = this.#row.read(lines, at, this.#merged);
      this.#watch.see(this.#row.row, this.#row.formulas);
      if (this.#row.isBlank()) continue;
      this.#rows += 1;
      if (this.#rows % ROWS_A_WORD === 1) this.onRows(this.#rows);
      this.#surveyor.add(this.#row);
      if (this.#sample === undefined) this.#guess?.add(this.#row);
      else this.#sampled.rows += 1;
    }
    if (this.#sample !== undefined) this.#gather(lines, this.#sample);
    if (this.#guess?.isRefuted === true) this.#guess = undefined;
  }

  /**
   * @param head with its merged ranges
   * @param again reads the lines once more
   */
  async finish(head: RawTabHead, again: () => AsyncIterable<Buffer>): Promise<DerivedTab> {
    this.#surveyor.end();
    if (this.#sample !== undefined) this.#makeGuess(this.#sample);
    const { header } = this.#surveyor;
    const warnings = new Warnings();
    const columns = this.#choose(head, warnings);
    const headerRow = header?.row ?? null;
    if (columns.length === 0) return emptyTab(headerRow);
    if (headerRow === NO_HEADER && this.settings.headerRow !== NO_HEADER) warnOfNoHeader(warnings);
    warnOfSkippedRows(this.#surveyor, warnings);
    const rows = this.#guess?.fits(columns) === true ? this.#guess : await this.#written(columns, again());
    return { headerRow, ...(await rows.finish(columns, warnings, head, this.#watch)) };
  }

  #gather(lines: Buffer, sample: Buffer[]) {
    sample.push(lines);
    this.#sampled.bytes += lines.length;
    const { rows, bytes } = this.#sampled;
    if (rows >= SAMPLE.rows || bytes >= SAMPLE.bytes) this.#makeGuess(sample);
  }

  #makeGuess(sample: readonly Buffer[]) {
    const chosen = this.#choose(this.head, new Warnings());
    this.#sample = undefined;
    if (chosen.length === 0) return;
    this.#guess = this.#inWriting(chosen, true);
    const merged = this.#mergedCells();
    for (const lines of sample) this.#write(this.#guess, lines, merged);
  }

  #choose({ typed, formats }: Pick<RawTabHead, 'typed' | 'formats'>, warnings: Warnings) {
    const { header, facts } = this.#surveyor;
    const shown = header && headerAsShown(header, formats);
    return chooseColumns({ header: shown, facts }, typed, this.settings, warnings);
  }

  async #written(columns: readonly ChosenColumn[], again: AsyncIterable<Buffer>) {
    this.#guess = undefined;
    const rows = this.#inWriting(columns, false);
    const merged = this.#mergedCells();
    for await (const lines of again) this.#write(rows, lines, merged);
    return rows;
  }

  #mergedCells() {
    return new MergedCells(this.head.merges, this.settings.repeatMerged);
  }

  #inWriting(chosen: readonly ChosenColumn[], isGuess: boolean) {
    const headerRow = this.#surveyor.header?.row ?? 0;
    return new RowsInWriting({ chosen, headerRow, settings: this.settings, isTyped: this.head.typed, isGuess });
  }

  #write(rows: RowsInWriting, lines: Buffer, merged: MergedCells) {
    for (let at = 0; at < lines.length;) {
      at = this.#row.read(lines, at, merged);
      if (!this.#row.isBlank()) rows.add(this.#row);
    }
  }
}

function emptyTab(headerRow: number | null): DerivedTab {
  const packed = createPackedRows([]).finish({ columns: [], rows: 0 });
  return { columns: [], rows: 0, headerRow, warnings: [], packed };
}
