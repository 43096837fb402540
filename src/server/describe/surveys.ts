import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { DistinctValues } from '../normalise/distinctValues';
import { hasZone } from '../normalise/readCell';
import type { ServedTab, TabView } from '../store/memory/engine';
import { createYielding } from '../yieldToEventLoop';

/** How the values of a column of dates or times are written, as the OpenAPI format registry calls it. */
export type ValueFormat = 'date' | 'date-time' | 'date-time-local' | 'time-local';

/** What the values of a column look like, at one revision. */
export interface ColumnSurvey extends Pick<Column, 'nullable' | 'unique' | 'examples'> {
  /** All values of a column of text that holds but a few, again and again. */
  readonly few?: readonly string[] | undefined;
  /** Absent where not all values are written in one way. */
  readonly format?: ValueFormat | undefined;
}

/** What was found of each column of a view. */
export interface Survey {
  readonly view: TabView;
  readonly columns: readonly ColumnSurvey[];
}

const EXAMPLES = 3;

/** Values after which a column with one example is not searched for more. */
const LOOKED_AT = 10_000;

/** Most different values that are few, and characters that each may have. */
const FEW = 12;
const LONGEST_FEW = 100;

/** Values between two looks at the time. */
const BETWEEN = 512;

/** @param sample a value of the column, if it has any */
function formatOf(type: ColumnType, sample: CellValue | undefined, hasLongTimes: boolean): ValueFormat | undefined {
  if (type === 'date') return type;
  if (type === 'time') return hasLongTimes ? undefined : 'time-local';
  if (type !== 'datetime') return undefined;
  return sample !== undefined && hasZone(String(sample)) ? 'date-time' : 'date-time-local';
}

/**
 * Looks at the values of a column one by one. A column that held a value twice when its sheet was last read is not searched for
 * repeats again: it counts as not unique.
 */
class ColumnLooker {
  readonly #examples = new Set<CellValue>();
  readonly #distinct: DistinctValues | undefined;
  readonly #texts = new Set<string>();
  #looked = 0;
  #values = 0;
  #mayBeFew: boolean;
  #hasLongTimes = false;

  constructor(private readonly column: Column) {
    this.#distinct = column.unique ? new DistinctValues() : undefined;
    this.#mayBeFew = column.type === 'text';
  }

  /** @returns whether another value could change what is found */
  look(value: CellValue): boolean {
    this.#looked += 1;
    if (value !== null) this.#take(value);
    const isTimeOpen = this.column.type === 'time' && !this.#hasLongTimes;
    return this.#distinct?.areUnique === true || this.#wantsExamples() || this.#mayBeFew || isTimeOpen;
  }

  /** @param nullable whether any cell is blank, or there is none */
  found(nullable: boolean): ColumnSurvey {
    const examples = [...this.#examples];
    const unique = examples.length > 0 && this.#distinct?.areUnique === true;
    // Each stands there twice at least, taken together: names of people that happen to be few are none.
    const isFew = this.#mayBeFew && this.#texts.size > 1 && this.#values >= 2 * this.#texts.size;
    const format = formatOf(this.column.type, examples[0], this.#hasLongTimes);
    return { nullable, unique, examples, ...(isFew && { few: [...this.#texts] }), ...(format && { format }) };
  }

  #take(value: NonNullable<CellValue>) {
    this.#values += 1;
    if (this.#wantsExamples()) this.#examples.add(value);
    const text = String(value);
    this.#distinct?.add(text);
    if (text >= '24') this.#hasLongTimes = true;
    if (!this.#mayBeFew) return;
    this.#texts.add(text);
    this.#mayBeFew = this.#texts.size <= FEW && text.length <= LONGEST_FEW;
  }

  #wantsExamples() {
    const { size } = this.#examples;
    return size === 0 || (size < EXAMPLES && this.#looked < LOOKED_AT);
  }
}

const hasBlank = (view: TabView, column: number) =>
  view.rows === 0 || view.select({ where: { kind: 'blank', column, is: true }, offset: 0, limit: 1 }).total > 0;

/** Looks through the columns of a view, one after the other, in small steps between which others get their turn. */
async function lookThrough(view: TabView): Promise<readonly ColumnSurvey[]> {
  const yielding = createYielding();
  const rows = view.all({});
  const found: ColumnSurvey[] = [];
  for (const [at, column] of view.columns.entries()) {
    const looker = new ColumnLooker(column);
    for (let n = 0; n < rows.length && looker.look(view.value(rows[n] ?? 0, at)); n += 1) {
      const pause = n % BETWEEN === 0 ? yielding() : undefined;
      if (pause !== undefined) await pause;
    }
    found.push(looker.found(hasBlank(view, at)));
  }
  return found;
}

/** Surveys of tabs, made once a revision, however many ask. Columns in memory are those of the last sync; rows were written since. */
export class Surveys {
  readonly #known = new WeakMap<ServedTab, { readonly view: TabView; readonly columns: Promise<Survey['columns']> }>();

  /** What a tab's columns look like now, writes of this moment included. */
  async of(served: ServedTab): Promise<Survey> {
    const before = this.#known.get(served);
    if (before?.view.revision === served.revision) return { view: before.view, columns: await before.columns };
    const view = served.view();
    const columns = lookThrough(view);
    this.#known.set(served, { view, columns });
    return { view, columns: await columns };
  }
}
