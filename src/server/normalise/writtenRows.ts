import type { Warning } from '../../contract/projects';
import type { Column } from '../../contract/rows';
import type { RawTabHead } from '../rawTab/rawTab';
import type { TabSettings } from './deriveTab';
import { type ChosenColumn, DerivedColumn, isRightGuess } from './derivedColumn';
import { RowIdentity, RowWriter } from './rowWriter';
import type { SheetWatch } from './sheetFacts';
import type { TabRow } from './tabRow';
import { Warnings, warnOfMerges, warnOfUnusedSettings } from './warnings';

interface WritingOptions {
  readonly chosen: readonly ChosenColumn[];
  readonly headerRow: number;
  readonly settings: TabSettings;
  readonly isTyped: boolean;
  /** Whether the columns are not known for certain yet. */
  readonly isGuess: boolean;
}

/** What came of the rows. */
export interface WrittenRows {
  readonly columns: Column[];
  readonly rows: number;
  readonly packed: Buffer;
  readonly warnings: Warning[];
}

/** The rows of an endpoint while they are written, with certain columns. */
export class RowsInWriting {
  readonly #writer: RowWriter;
  /** Of the rows; those of the columns come before them. */
  readonly #warnings = new Warnings();

  constructor(private readonly options: WritingOptions) {
    const { chosen, settings } = options;
    const columns = chosen.map((column) => new DerivedColumn(column, this.#warnings));
    const key = chosen.find(({ named }) => named.key === settings.keyColumn);
    this.#writer = new RowWriter(columns, new RowIdentity(key?.named, this.#warnings), options);
  }

  /** Writes a row that is not blank; those above the header row are left out. */
  add(row: TabRow): void {
    if (row.row > this.options.headerRow) this.#writer.write(row);
  }

  /** Whether a cell was met that shows that the columns were guessed wrongly. */
  get isRefuted(): boolean {
    return this.#writer.columns.some(({ misfits, chosen }) => misfits && !chosen.isGiven);
  }

  /** Whether the rows are what they would be with these columns. */
  fits(right: readonly ChosenColumn[]): boolean {
    return !this.isRefuted && isRightGuess(this.options.chosen, right);
  }

  /**
   * @param right the columns as they are known by now
   * @param warnings what is warned of already
   */
  async finish(
    right: readonly ChosenColumn[],
    warnings: Warnings,
    head: Pick<RawTabHead, 'merges'>,
    watch: SheetWatch,
  ): Promise<WrittenRows> {
    const { headerRow, settings } = this.options;
    const columns = this.#writer.columns.map((column, at) => column.describe(right[at]?.type));
    warnings.append(this.#warnings);
    warnOfMerges(head.merges, headerRow, settings, warnings);
    warnOfUnusedSettings(settings, columns, warnings);
    const packed = await this.#writer.finish({ columns, sheet: watch.facts(headerRow, head, settings.repeatMerged) });
    return { columns, rows: this.#writer.rows, packed, warnings: warnings.list() };
  }
}
