import type { CellValue, Column } from '../../../contract/rows';
import { Matching } from './conditionMatcher';
import type { Condition, FoundRows, Grouping, Groups, PageSelection, SelectedPage, Selection, TabView } from './engine';
import { groupPlaces } from './grouping';
import type { Moment } from './moment';
import { exactList, FoundInCopy, FoundList, FoundStretch, sharedList } from './foundRows';
import { Prepared } from './prepared';
import { findPage, placesOf } from './selecting';
import { stretchAt } from './sheetOrder';
import { runAtOnce } from './steps';
import type { StoreContent } from './storeContent';
import { jsonOfRows, linesOfRows } from './storeJson';
import type { TabIndexes } from './tabIndexes';
import type { TabStore } from './tabStore';
import { versionOfJson } from './version';

/** So few rows are gathered as fast as they are looked up. */
const FEW = 8;

/** A store at one moment, asked with the help of its indexes. */
export class StoreView implements TabView {
  readonly #prepared: Prepared;

  constructor(
    readonly revision: number,
    private readonly moment: Moment,
    private readonly indexes: TabIndexes,
    private readonly content: StoreContent,
  ) {
    this.#prepared = new Prepared(moment, indexes);
  }

  get columns(): readonly Column[] {
    return this.moment.store.columns;
  }

  get store(): TabStore {
    return this.moment.store;
  }

  get rows(): number {
    return this.moment.rows;
  }

  prepare(selection: Selection, grouping?: Grouping): Promise<void> | undefined {
    return this.#prepared.prepare(selection, grouping);
  }

  select(selection: PageSelection): SelectedPage {
    const found = this.#find(selection, exactList);
    return { places: placesOf(found), total: found.total };
  }

  page(selection: PageSelection): FoundRows {
    const { where, order = [], offset, limit } = selection;
    if (where === undefined && order.length === 0) {
      const count = Math.max(0, Math.min(limit, this.rows - offset));
      const first = stretchAt(this.moment, offset, count);
      if (first >= 0) return new FoundStretch(this.store, first, count, this.rows);
    }
    const found = this.#find(selection, sharedList);
    const { count, along } = found;
    const copy = along === undefined || count < FEW ? undefined : this.indexes.copies.of(along);
    if (copy !== undefined) return new FoundInCopy(this.store, found, copy);
    return new FoundList(this.store, placesOf(found), count, found.total);
  }

  all(selection: Selection): Uint32Array {
    return this.select({ ...selection, offset: 0, limit: this.rows }).places;
  }

  group(grouping: Grouping, where?: Condition): Groups {
    const groups = this.#prepared.groups(grouping, where);
    return groups ?? runAtOnce(groupPlaces(this.moment.store, this.all({ where }), grouping));
  }

  value(place: number, column: number): CellValue {
    return this.moment.store.value(place, column);
  }

  id(place: number): string {
    return this.moment.store.id(place);
  }

  rowNumber(place: number): number {
    return this.moment.store.rowNumbers[place]!;
  }

  version(place: number): string {
    return versionOfJson(this.rowJson(place));
  }

  contentMark(columns: readonly number[]): Promise<string> {
    return this.content.markAt(this.moment, columns);
  }

  find(id: string): Uint32Array {
    const all = this.moment.store.ids.placesOf(id);
    const [first] = all;
    if (first !== undefined && all.length === 1 && this.moment.isThere(first)) return Uint32Array.of(first);
    const places = all.filter((place) => this.moment.isThere(place));
    return Uint32Array.from(places.sort((one, other) => this.moment.compare(one, other)));
  }

  rowJson(place: number): Buffer {
    return this.moment.store.json(place);
  }

  writeRows(places: ArrayLike<number>, between: ',' | '\n' = ','): Buffer {
    return between === ',' ? jsonOfRows(this.store, places) : linesOfRows(this.store, places);
  }

  #find(selection: PageSelection, listFor: (length: number) => Uint32Array) {
    const { moment, indexes } = this;
    const matcher = selection.where && new Matching(moment.store, indexes).matcherOf(selection.where);
    const ready = this.#prepared.matched(selection.where);
    return findPage({ moment, indexes, ready }, matcher, selection, listFor);
  }
}
