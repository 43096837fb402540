import type { CellValue, Column, ColumnType } from '../../contract/rows';
import { hasZone } from '../normalise/readCell';
import type { Looker } from './looking';

/** How the values of a column of dates or times are written, as the OpenAPI format registry calls it. */
export type ValueFormat = 'date' | 'date-time' | 'date-time-local' | 'time-local';

/** What the values of a column look like, at one revision. */
export interface ColumnForm {
  /** All values of a column of text that holds but a few, again and again. */
  readonly few?: readonly string[] | undefined;
  /** Whether there may be texts among values of another type: those that do not fit a type that was set by hand. */
  readonly mixed: boolean;
  /** Absent where not all values are written in one way. */
  readonly format?: ValueFormat | undefined;
}

/** Most different values that are few, and characters that each may have. */
const FEW = 12;
const LONGEST_FEW = 100;

/** Looks for the few values of a column of text. */
class TextLooker implements Looker<ColumnForm> {
  readonly #seen = new Set<string>();
  #values = 0;
  #isMany = false;

  look(value: CellValue): boolean {
    if (value === null) return true;
    const text = String(value);
    this.#values += 1;
    this.#seen.add(text);
    this.#isMany ||= this.#seen.size > FEW || text.length > LONGEST_FEW;
    return !this.#isMany;
  }

  /** Each stands there twice at least, taken together: names of people that happen to be few are none. */
  found(): ColumnForm {
    const isFew = !this.#isMany && this.#seen.size > 1 && this.#values >= 2 * this.#seen.size;
    return { mixed: false, ...(isFew && { few: [...this.#seen] }) };
  }
}

/** Looks at how the values of another column are written. */
class TypedLooker implements Looker<ColumnForm> {
  #values = 0;
  #zoned = 0;
  #isLong = false;

  /** @param isSet whether the type was set by hand: values that do not fit stay texts then */
  constructor(
    private readonly type: ColumnType,
    private readonly isSet: boolean,
  ) {}

  look(value: CellValue): boolean {
    if (value === null) return !this.isSet;
    this.#values += 1;
    if (typeof value === 'string') this.#lookAt(value);
    return this.type === 'time' && !this.isSet;
  }

  found(): ColumnForm {
    const format = this.isSet ? undefined : this.#format();
    return { mixed: this.isSet, ...(format !== undefined && { format }) };
  }

  #lookAt(text: string) {
    if (hasZone(text)) this.#zoned += 1;
    if (text >= '24') this.#isLong = true;
  }

  #format(): ValueFormat | undefined {
    if (this.type === 'date') return 'date';
    if (this.type === 'time') return this.#isLong ? undefined : 'time-local';
    if (this.type !== 'datetime') return undefined;
    if (this.#zoned === 0) return 'date-time-local';
    return this.#zoned === this.#values ? 'date-time' : undefined;
  }
}

/** @param isSet whether the column's type was set by hand */
export const formLooker = ({ type }: Column, isSet: boolean): Looker<ColumnForm> =>
  type === 'text' ? new TextLooker() : new TypedLooker(type, isSet);
