import type { CellValue, Column } from '../../../contract/rows';
import { type PackedRow, readPackedHead, readPackedRows } from '../../normalise/packedRows';
import { Refusal } from '../../refusal';
import { createBreathing } from './breathing';
import { ColumnValues } from './columnValues';
import type { Filter, FoundRow, RowsPage, RowsPlan, ServedTab } from './engine';
import { RowTexts } from './rowTexts';

/** What an id and its place cost in memory, in bytes, beside its characters. */
const BYTES_PER_ID = 100;

/** Rows that a filter looks at before others get their turn. */
const SCANNED_AT_ONCE = 4096;

/** Plain arrays: a filter looks at every row. */
class PlainTab implements ServedTab {
  readonly #texts = new RowTexts();
  readonly #numbers: number[] = [];
  readonly #ids: string[] = [];
  readonly #values: readonly ColumnValues[];
  readonly #keys: readonly string[];
  #places: Promise<ReadonlyMap<string, readonly number[]>> | undefined;
  #bytes = 0;

  constructor(readonly columns: readonly Column[]) {
    this.#values = columns.map(() => new ColumnValues());
    this.#keys = columns.map(({ key }) => `,${JSON.stringify(key)}:`);
  }

  get rows(): number {
    return this.#ids.length;
  }

  get bytes(): number {
    return this.#texts.bytes + this.#bytes;
  }

  add([id, row, ...values]: PackedRow): void {
    let text = `{"_id":${JSON.stringify(id)}`;
    for (let column = 0; column < this.#keys.length; column += 1) {
      const value: CellValue = values[column] ?? null;
      this.#bytes += this.#values[column]?.add(value) ?? 0;
      text += `${this.#keys[column]}${JSON.stringify(value)}`;
    }
    this.#texts.add(`${text}}`);
    this.#ids.push(id);
    this.#numbers.push(row);
    this.#bytes += id.length + BYTES_PER_ID;
  }

  async select({ filters, limit, offset }: RowsPlan): Promise<RowsPage> {
    const places: number[] = [];
    const end = offset + limit;
    if (filters.length === 0) {
      for (let place = offset; place < Math.min(end, this.rows); place += 1) places.push(place);
      return { total: this.rows, count: places.length, data: this.#texts.join(places) };
    }
    let total = 0;
    const breathe = createBreathing();
    for (let from = 0; from < this.rows; from += SCANNED_AT_ONCE) {
      for (const place of this.#matching(filters, from, Math.min(from + SCANNED_AT_ONCE, this.rows))) {
        if (total >= offset && total < end) places.push(place);
        total += 1;
      }
      const pause = breathe();
      if (pause) await pause;
    }
    return { total, count: places.length, data: this.#texts.join(places) };
  }

  async find(id: string): Promise<readonly FoundRow[]> {
    this.#places ??= this.#findPlaces();
    const places = (await this.#places).get(id) ?? [];
    return places.map((place) => ({ row: this.#numbers[place] ?? 0, data: this.#texts.join([place]) }));
  }

  #matching(filters: readonly Filter[], from: number, to: number): number[] {
    const [first, ...rest] = filters.map(({ column, value }) => ({ values: this.#values[column], value }));
    const found = first?.values?.placesOf(first.value, from, to) ?? [];
    return rest.reduce((left, { values, value }) => left.filter((place) => values?.at(place) === value), found);
  }

  async #findPlaces() {
    const places = new Map<string, number[]>();
    const breathe = createBreathing();
    for (const [place, id] of this.#ids.entries()) {
      const others = places.get(id);
      if (others === undefined) places.set(id, [place]);
      else others.push(place);
      const pause = breathe();
      if (pause) await pause;
    }
    return places;
  }
}

/**
 * Loads packed rows (`../../normalise/packedRows.ts`) in small steps, between which others get their turn.
 *
 * @param most bytes in memory that it may take
 * @throws Refusal `too_large` when it would take more
 */
export async function loadServedTab(packed: Buffer, most: number): Promise<ServedTab> {
  const { columns } = await readPackedHead(packed);
  const tab = new PlainTab(columns);
  const breathe = createBreathing();
  for await (const row of readPackedRows(packed)) {
    tab.add(row);
    if (tab.bytes > most) throw tooLarge(most);
    const pause = breathe();
    if (pause) await pause;
  }
  return tab;
}

const tooLarge = (most: number) =>
  new Refusal(
    'too_large',
    `This sheet takes more than ${Math.floor(most / 1024 / 1024)} MB of memory, the most this server keeps for one.`,
    {
      hint: 'Split it into several sheets.',
    },
  );
