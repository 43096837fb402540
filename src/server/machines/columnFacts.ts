import type { CellValue, Column } from '../../contract/rows';
import { DistinctValues } from '../normalise/distinctValues';
import type { Looker } from './looking';

/** What is said of a column's values at one revision. */
export type ColumnFacts = Pick<Column, 'nullable' | 'unique' | 'examples'>;

const EXAMPLES = 3;

/** Values after which it is given up to find as many examples as there may be, where there is one. */
const LOOKED_AT = 10_000;

/**
 * Looks for the first different values of a column, and whether those that were unique still are. A column that held a value
 * twice when its sheet was last read is not looked through again: it counts as not unique.
 */
export class FactsLooker implements Looker<ColumnFacts> {
  readonly #examples = new Set<CellValue>();
  readonly #distinct: DistinctValues | undefined;
  #looked = 0;

  /** @param nullable whether any cell is blank, or there is none */
  constructor(
    { unique }: Column,
    private readonly nullable: boolean,
  ) {
    this.#distinct = unique ? new DistinctValues() : undefined;
  }

  look(value: CellValue): boolean {
    this.#looked += 1;
    if (value !== null) {
      if (this.#examples.size < EXAMPLES) this.#examples.add(value);
      this.#distinct?.add(String(value));
    }
    return this.#distinct?.areUnique === true || this.#examples.size === 0 || this.#wantsMore();
  }

  found(): ColumnFacts {
    const examples = [...this.#examples];
    return { nullable: this.nullable, unique: examples.length > 0 && this.#distinct?.areUnique === true, examples };
  }

  #wantsMore() {
    return this.#examples.size < EXAMPLES && this.#looked < LOOKED_AT;
  }
}
