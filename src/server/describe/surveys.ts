import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { asExample } from '../normalise/derivedColumn';
import { DistinctValues } from '../normalise/distinctValues';
import { hasZone } from '../normalise/readCell';
import type { ServedTab, TabView } from '../store/memory/engine';
import { createYielding } from '../yieldToEventLoop';

/** Format of a column's dates or times, as named in the OpenAPI format registry. */
type ValueFormat = 'date' | 'date-time' | 'date-time-local' | 'time-local';

/** Facts about the values of a column, at one revision. */
export interface ColumnSurvey extends Pick<Column, 'nullable' | 'unique' | 'examples'> {
  /** All distinct values of a text column that repeats a few values. */
  readonly few?: readonly string[] | undefined;
  /** Absent if not all values have the same format. */
  readonly format?: ValueFormat | undefined;
}

/** Survey of each column of a view. */
interface Survey {
  readonly view: TabView;
  readonly columns: readonly ColumnSurvey[];
}

const MAX_EXAMPLES = 3;

/** Number of values after which a column that has one example is not searched for more. */
const EXAMPLE_SEARCH_LIMIT = 10_000;

/** Maximum number of distinct values in `few`, and maximum length of each in characters. */
const MAX_FEW = 12;
const MAX_FEW_LENGTH = 100;

/** Number of values between two checks of the time slice. */
const CHECK_INTERVAL = 512;

/** Returns the format of a column of dates or times. @param sample a value of the column, if it has any */
function formatOf(type: ColumnType, sample: CellValue | undefined, hasLongTimes: boolean): ValueFormat | undefined {
  if (type === 'date') return type;
  if (type === 'time') return hasLongTimes ? undefined : 'time-local';
  if (type !== 'datetime') return undefined;
  return sample !== undefined && hasZone(String(sample)) ? 'date-time' : 'date-time-local';
}

/**
 * Collects facts about a column from its values. A column that had duplicates at the last sync counts as not unique and is not checked
 * again.
 */
class ColumnSurveyor {
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

  /** Adds a value. @returns whether further values could change the result */
  look(value: CellValue): boolean {
    this.#looked += 1;
    if (value !== null) this.#take(value);
    const isTimeOpen = this.column.type === 'time' && !this.#hasLongTimes;
    return this.#distinct?.areUnique === true || this.#wantsExamples() || this.#mayBeFew || isTimeOpen;
  }

  /** Returns the result. @param nullable whether any cell is blank, or the column has no cells */
  found(nullable: boolean): ColumnSurvey {
    const examples = [...this.#examples];
    const unique = examples.length > 0 && this.#distinct?.areUnique === true;
    // Two occurrences per distinct value on average: a short list of names is not a repetitive column.
    const isFew = this.#mayBeFew && this.#texts.size > 1 && this.#values >= 2 * this.#texts.size;
    const format = formatOf(this.column.type, examples[0], this.#hasLongTimes);
    return { nullable, unique, examples, ...(isFew && { few: [...this.#texts] }), ...(format && { format }) };
  }

  #take(value: NonNullable<CellValue>) {
    this.#values += 1;
    if (this.#wantsExamples()) this.#examples.add(asExample(value));
    const text = String(value);
    this.#distinct?.add(text);
    if (text >= '24') this.#hasLongTimes = true;
    if (!this.#mayBeFew) return;
    this.#texts.add(text);
    this.#mayBeFew = this.#texts.size <= MAX_FEW && text.length <= MAX_FEW_LENGTH;
  }

  #wantsExamples() {
    const { size } = this.#examples;
    return size === 0 || (size < MAX_EXAMPLES && this.#looked < EXAMPLE_SEARCH_LIMIT);
  }
}

const hasBlank = (view: TabView, column: number) =>
  view.rows === 0 || view.select({ where: { kind: 'blank', column, is: true }, offset: 0, limit: 1 }).total > 0;

/** Surveys the columns of a view one after another, yielding to the event loop. */
async function surveyColumns(view: TabView): Promise<readonly ColumnSurvey[]> {
  const yielding = createYielding();
  const rows = view.all({});
  const found: ColumnSurvey[] = [];
  for (const [at, column] of view.columns.entries()) {
    const surveyor = new ColumnSurveyor(column);
    for (let n = 0; n < rows.length && surveyor.look(view.value(rows[n] ?? 0, at)); n += 1) {
      const pause = n % CHECK_INTERVAL === 0 ? yielding() : undefined;
      if (pause !== undefined) await pause;
    }
    found.push(surveyor.found(hasBlank(view, at)));
  }
  return found;
}

/** Surveys of tabs, cached per revision. The columns in memory have the facts of the last sync, which later writes may have changed. */
export class Surveys {
  readonly #known = new WeakMap<ServedTab, { readonly view: TabView; readonly columns: Promise<Survey['columns']> }>();

  /** Returns the survey of a tab at its current revision, all writes included. */
  async of(served: ServedTab): Promise<Survey> {
    const before = this.#known.get(served);
    if (before?.view.revision === served.revision) return { view: before.view, columns: await before.columns };
    const view = served.view();
    const columns = surveyColumns(view);
    this.#known.set(served, { view, columns });
    return { view, columns: await columns };
  }
}
