import { hash } from 'node:crypto';
import type { CellValue, Column } from '../../../contract/rows';
import { Matching } from './conditionMatcher';
import type {
  Condition,
  DistinctValue,
  Group,
  Grouping,
  PageSelection,
  SelectedPage,
  Selection,
  TabView,
} from './engine';
import { isOfNumbers } from './foldedTexts';
import { groupPlaces } from './grouping';
import type { Moment } from './moment';
import { selectPage } from './selecting';
import { everything, sheetPage } from './sheetOrder';
import type { IndexName, TabIndexes } from './tabIndexes';
import type { TabStore } from './tabStore';

/** Characters of a row's version: 132 bits of its hash. */
const VERSION = 22;

/** A store at one moment, asked with the help of its indexes. */
export class StoreView implements TabView {
  constructor(
    readonly revision: number,
    private readonly moment: Moment,
    private readonly indexes: TabIndexes,
  ) {}

  get columns(): readonly Column[] {
    return this.moment.store.columns;
  }

  get store(): TabStore {
    return this.moment.store;
  }

  get rows(): number {
    return this.moment.rows;
  }

  prepare({ where, order = [] }: Selection): Promise<void> | undefined {
    const names = where === undefined ? [] : indexesFor(where, this.store);
    const [first] = order;
    if (first !== undefined && first.column !== '_row') names.push({ kind: 'sorted', column: first.column });
    return names.reduce<Promise<void> | undefined>((waiting, name) => this.indexes.expect(name) ?? waiting, undefined);
  }

  select(selection: PageSelection): SelectedPage {
    const matching = new Matching(this.moment.store, this.indexes);
    const matcher = selection.where && matching.matcherOf(selection.where);
    return selectPage({ moment: this.moment, indexes: this.indexes }, matcher, selection);
  }

  all(selection: Selection): Uint32Array {
    return this.select({ ...selection, offset: 0, limit: this.rows }).places;
  }

  distinct(column: number, where?: Condition): DistinctValue[] {
    const groups = this.group({ by: [column], aggregates: [{ fn: 'count' }] }, where);
    return groups.map(({ key, values }) => ({ value: key[0] ?? null, count: Number(values[0]) }));
  }

  group(grouping: Grouping, where?: Condition): Group[] {
    const groups = groupPlaces(this.moment.store, this.all({ where }), grouping);
    return groups.map(({ key, values }) => ({ key, values }));
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
    return hash('sha256', this.rowJson(place), 'base64url').slice(0, VERSION);
  }

  find(id: string): Uint32Array {
    const places = [...this.moment.store.ids.placesOf(id)].filter((place) => this.moment.isThere(place));
    return Uint32Array.from(places.sort((one, other) => this.moment.compare(one, other)));
  }

  rowJson(place: number): Buffer {
    return this.moment.store.json(place);
  }

  writeRows(places: ArrayLike<number>, between: ',' | '\n' = ','): Buffer {
    const { store } = this.moment;
    return between === ',' ? store.write(places) : store.writeLines(places);
  }

  pageJson(offset: number, limit: number) {
    const { rows, moment } = this;
    const count = Math.max(0, Math.min(limit, rows - offset));
    if (moment.ended.length === 0 && offset + count <= moment.indexed && moment.tail.length === 0) {
      return { count, data: moment.store.writeRun(offset, count) };
    }
    return { count, data: this.writeRows(sheetPage(everything(moment), moment.tail, offset, count)) };
  }
}

/** The indexes without which many texts would have to be looked at one by one. */
function indexesFor(condition: Condition, store: TabStore): IndexName[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.parts.flatMap((part) => indexesFor(part, store));
    case 'not':
      return indexesFor(condition.part, store);
    case 'search':
      return condition.columns
        .filter((column) => store.served[column]?.kind === 'codes' || isOfNumbers(condition.text))
        .map((column) => ({ kind: 'accents', column }));
    case 'text':
      return condition.op === 'like' || condition.op === 'ilike' ? [] : [{ kind: 'case', column: condition.column }];
    case 'compare':
      return condition.op === 'eq' || condition.op === 'ne' ? [] : [{ kind: 'sorted', column: condition.column }];
    case 'between':
      return [{ kind: 'sorted', column: condition.column }];
    case 'in':
    case 'nin':
    case 'blank':
    case 'ids':
      return [];
  }
}
