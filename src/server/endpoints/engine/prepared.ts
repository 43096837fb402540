import { Matching } from './conditionMatcher';
import type { Condition, Grouping, Groups, Selection } from './engine';
import { type FoldedOperator, folds, type Folding, isSayable } from './foldedTexts';
import { exactList } from './foundRows';
import { groupPlaces } from './grouping';
import { type Matched, scanned } from './matched';
import type { Moment } from './moment';
import { looksForTexts, tellNeeded } from './neededIndexes';
import { findPage, placesOf } from './selecting';
import type { Steps } from './steps';
import { runInSteps } from './runInSteps';
import type { IndexName, TabIndexes } from './tabIndexes';

/** So many findings of each kind are remembered. */
const MOST = 4;

function remember<T>(known: Map<string, T>, name: string, found: T) {
  if (known.size >= MOST) known.clear();
  known.set(name, found);
}

const nameOf = (where: Condition | undefined, grouping?: Grouping) => JSON.stringify([where, grouping]);

/**
 * What has been found in advance, in small steps, of one moment: where there are many rows, looking for texts and making groups
 * would hold up others for long.
 */
export class Prepared {
  readonly #matched = new Map<string, Matched>();
  readonly #groups = new Map<string, Groups>();

  constructor(
    private readonly moment: Moment,
    private readonly indexes: TabIndexes,
  ) {}

  /** The rows that hold a condition, where they have been found. */
  matched(where: Condition | undefined): Matched | undefined {
    return where === undefined || this.#matched.size === 0 ? undefined : this.#matched.get(nameOf(where));
  }

  groups(grouping: Grouping, where: Condition | undefined): Groups | undefined {
    return this.#groups.size === 0 ? undefined : this.#groups.get(nameOf(where, grouping));
  }

  /** @returns a promise to wait for, where anything takes long; asked again then, there may be more */
  prepare({ where, order = [] }: Selection, grouping: Grouping | undefined): Promise<void> | undefined {
    const [first] = order;
    if (where === undefined && grouping === undefined && first === undefined) return undefined;
    const isMany = this.moment.indexed > this.indexes.tuning.scannedAtOnce;
    return (
      this.#indexed(where, first?.column) ??
      (isMany && where !== undefined ? this.#found(where) : undefined) ??
      (isMany && grouping !== undefined ? this.#grouped(grouping, where) : undefined)
    );
  }

  #indexed(where: Condition | undefined, sorted: number | '_row' | undefined): Promise<void> | undefined {
    let waiting: Promise<void> | undefined;
    const expect = (kind: IndexName['kind'], column: number) => {
      waiting = this.indexes.expect(kind, column) ?? waiting;
    };
    if (where !== undefined) tellNeeded(where, this.moment.store, expect);
    if (typeof sorted === 'number') expect('sorted', sorted);
    return waiting;
  }

  #found(where: Condition): Promise<void> | undefined {
    if (!looksForTexts(where) || this.matched(where) !== undefined) return undefined;
    return runInSteps(this.#find(where)).then((matched) => remember(this.#matched, nameOf(where), matched));
  }

  *#find(where: Condition): Steps<Matched> {
    yield* this.#lookFor(where);
    return yield* scanned(new Matching(this.moment.store, this.indexes).matcherOf(where), this.moment);
  }

  /** Looks for the texts of a condition, so that they are at hand. */
  *#lookFor(where: Condition): Steps<void> {
    if (where.kind === 'and' || where.kind === 'or') for (const part of where.parts) yield* this.#lookFor(part);
    else if (where.kind === 'not') yield* this.#lookFor(where.part);
    else if (where.kind === 'search') {
      for (const column of where.columns) yield* this.#lookIn(column, 'accents', 'contains', where.text);
    } else if (where.kind === 'text' && where.op !== 'like' && where.op !== 'ilike') {
      yield* this.#lookIn(where.column, 'case', where.op, where.text);
    }
  }

  *#lookIn(column: number, folding: Folding, op: FoldedOperator, text: string): Steps<void> {
    const sought = folds[folding](text);
    const folded = isSayable(sought) ? this.indexes.foldedTexts(column, folding) : undefined;
    if (folded !== undefined) yield* folded.findInSteps(op, sought);
  }

  #grouped(grouping: Grouping, where: Condition | undefined): Promise<void> | undefined {
    if (this.groups(grouping, where) !== undefined) return undefined;
    const { moment, indexes } = this;
    const matcher = where && new Matching(moment.store, indexes).matcherOf(where);
    const ground = { moment, indexes, ready: this.matched(where) };
    const places = placesOf(findPage(ground, matcher, { offset: 0, limit: moment.rows }, exactList));
    const groups = runInSteps(groupPlaces(moment.store, places, grouping));
    return groups.then((made) => remember(this.#groups, nameOf(where, grouping), made));
  }
}
