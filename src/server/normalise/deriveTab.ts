import { readRawHead, readRawRows } from '../rawTab/packedRaw';
import type { RawRow } from '../rawTab/rawCells';
import type { CellReading, RawTabHead } from '../rawTab/rawTab';
import { chooseColumns, type ChosenColumn, configuredHeaderRow } from './derivedColumn';
import type { DerivedTab, TabSettings } from './derivedTab';
import { headerAsShown, NO_HEADER } from './headers';
import { MergedCells } from './mergedCells';
import { createPackedRows } from './packedRows';
import { isNothing, readCells } from './readCell';
import { type ReadRow, RowWriter } from './rowWriter';
import { SheetFactsCollector } from './sheetFacts';
import { Surveyor, warnOfSkippedRows } from './survey';
import { Warnings } from './warnings';

/** Rows between two progress reports. */
const ROWS_PER_REPORT = 2_000;

/** Maximum size of the sample from which the columns are guessed. */
const MAX_SAMPLE_ROWS = 1_000;
const MAX_SAMPLE_CHARACTERS = 8 * 1024 ** 2;

/**
 * Derives an endpoint's rows while raw rows stream in. The columns are known only after the last row. They are guessed from the
 * first rows; if the guess turns out wrong, the rows are written again with the right columns.
 */
export class Deriving {
  readonly #surveyor: Surveyor;
  readonly #sheetFacts = new SheetFactsCollector();
  readonly #merged: MergedCells;
  /** Sample rows, until the columns are guessed. */
  #sample: ReadRow[] | undefined = [];
  #sampledCharacters = 0;
  #guess: RowWriter | undefined;
  #rows = 0;

  /**
   * @param head merged ranges and formats; those not known yet are passed at the end
   * @param onRows called periodically with the number of rows read
   */
  constructor(
    private readonly head: CellReading & Pick<RawTabHead, 'title' | 'merges' | 'formats'>,
    private readonly settings: TabSettings = {},
    private readonly onRows: (rows: number) => void = () => undefined,
  ) {
    this.#surveyor = new Surveyor(configuredHeaderRow(settings));
    this.#merged = this.#createMergedCells();
  }

  /** Adds a row of a raw tab, in order. @throws Refusal `too_large` */
  add(raw: RawRow): void {
    this.#sheetFacts.add(raw);
    const read = this.#read(raw, this.#merged);
    if (read === undefined) return;
    this.#rows += 1;
    if (this.#rows % ROWS_PER_REPORT === 1) {
      this.onRows(this.#rows);
      if (this.#guess?.isRefuted === true) this.#guess = undefined;
    }
    this.#surveyor.add(read);
    if (this.#sample === undefined) this.#guess?.add(read);
    else this.#addToSample(read, this.#sample);
  }

  /**
   * Ends the tab.
   *
   * @param head complete head, with merged ranges
   * @param readAgain reads the rows a second time
   */
  async finish(head: RawTabHead, readAgain: () => AsyncIterable<RawRow>): Promise<DerivedTab> {
    const derived = await this.#derive(head, readAgain);
    // Warnings of the file reader come first.
    return { ...derived, warnings: [...(head.warnings ?? []), ...derived.warnings] };
  }

  async #derive(head: RawTabHead, readAgain: () => AsyncIterable<RawRow>): Promise<DerivedTab> {
    this.#surveyor.end();
    if (this.#sample !== undefined) this.#makeGuess(this.#sample);
    const warnings = new Warnings();
    const columns = this.#choose(head, warnings);
    const headerRow = this.#surveyor.header?.row ?? null;
    if (columns.length === 0) return emptyTab(headerRow);
    if (headerRow === NO_HEADER && this.settings.headerRow !== NO_HEADER) {
      warnings.add('no_header', 'No row looks like a header row, so the columns are called by their letters: A, B, C.');
    }
    warnOfSkippedRows(this.#surveyor, warnings);
    const isRight = this.#guess?.fits(columns) === true;
    const writer = isRight ? this.#guess! : await this.#writeAgain(columns, readAgain());
    return { headerRow, ...(await writer.finish(warnings, head, this.#sheetFacts)) };
  }

  /** Parses a row. @returns undefined for a blank row; repeated values of merged ranges alone make no row */
  #read({ id, row, cells }: RawRow, merged: MergedCells): ReadRow | undefined {
    const applied = merged.apply(row, cells);
    const own = readCells(applied.own, this.head);
    if (own.every(isNothing)) return undefined;
    return { id, row, own, cells: applied.cells === applied.own ? own : readCells(applied.cells, this.head) };
  }

  #addToSample(read: ReadRow, sample: ReadRow[]) {
    sample.push(read);
    this.#sampledCharacters += read.cells.reduce((sum, { text }) => sum + text.length, 0);
    const isFull = sample.length >= MAX_SAMPLE_ROWS || this.#sampledCharacters >= MAX_SAMPLE_CHARACTERS;
    if (isFull) this.#makeGuess(sample);
  }

  #makeGuess(sample: readonly ReadRow[]) {
    const chosen = this.#choose(this.head, new Warnings());
    this.#sample = undefined;
    if (chosen.length === 0) return;
    this.#guess = this.#createWriter(chosen);
    for (const row of sample) this.#guess.add(row);
  }

  #choose({ formats, ...reading }: Pick<RawTabHead, 'typed' | 'decimals' | 'formats'>, warnings: Warnings) {
    const { header, facts } = this.#surveyor;
    const shown = header && headerAsShown(header, formats);
    return chooseColumns({ header: shown, facts }, reading, this.settings, warnings);
  }

  async #writeAgain(columns: readonly ChosenColumn[], rows: AsyncIterable<RawRow>) {
    this.#guess = undefined;
    const writer = this.#createWriter(columns);
    const merged = this.#createMergedCells();
    for await (const raw of rows) {
      const read = this.#read(raw, merged);
      if (read !== undefined) writer.add(read);
    }
    return writer;
  }

  #createMergedCells() {
    return new MergedCells(this.head.merges, this.settings.repeatMerged);
  }

  #createWriter(chosen: readonly ChosenColumn[]) {
    return new RowWriter(chosen, this.#surveyor.header?.row ?? NO_HEADER, this.settings, this.head.title);
  }
}

async function emptyTab(headerRow: number | null): Promise<DerivedTab> {
  const packed = await createPackedRows().finish({ columns: [], rows: 0 });
  return { columns: [], rows: 0, headerRow, warnings: [], packed };
}

/**
 * Derives an endpoint's rows from a raw tab, by the rules of the data API: in one pass, or in two if the first rows do not
 * determine the columns.
 *
 * Repeated values of the key column cause warnings with the code `duplicate_key`.
 *
 * @throws Refusal `too_large` for more cells or longer rows than an endpoint may have
 * @param packedRaw a packed raw tab (`../rawTab/packedRaw.ts`)
 * @param onRows called periodically with the number of rows read
 */
export async function deriveTab(
  packedRaw: Buffer,
  settings: TabSettings = {},
  onRows?: (rows: number) => void,
): Promise<DerivedTab> {
  const head = await readRawHead(packedRaw);
  const deriving = new Deriving(head, settings, onRows);
  for await (const row of readRawRows(packedRaw)) deriving.add(row);
  return deriving.finish(head, () => readRawRows(packedRaw));
}
