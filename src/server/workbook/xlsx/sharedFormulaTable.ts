import { movedFormula, sharedFormula, type SharedFormula } from './sharedFormulas';

/** The formulas that cells of a sheet share: only the first cell of those that share one holds its text. */
export class SharedFormulaTable {
  private readonly known = new Map<string, SharedFormula>();
  /** What was known before this row of the formulas that it has given. */
  private readonly before: (readonly [sharing: string, known: SharedFormula | undefined])[] = [];

  startRow(): void {
    this.before.length = 0;
  }

  /** Forgets what the row has given. */
  dropRow(): void {
    for (const [sharing, known] of this.before.reverse()) {
      if (known === undefined) this.known.delete(sharing);
      else this.known.set(sharing, known);
    }
  }

  /**
   * A cell's own formula.
   *
   * @param sharing number of the formula that is shared, where one is
   */
  whole(written: string, sharing: string | undefined, row: number, column: number): string | undefined {
    if (sharing === undefined) return written;
    if (written !== '') {
      this.before.push([sharing, this.known.get(sharing)]);
      this.known.set(sharing, sharedFormula(written, row, column));
    }
    const shared = this.known.get(sharing);
    return shared === undefined ? undefined : movedFormula(shared, row, column);
  }
}
