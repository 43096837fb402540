import { limits } from '../../../contract/limits';
import type { Plan } from '../../../contract/plans';
import type { ProblemLine } from '../../../contract/problems';
import type { Column } from '../../../contract/rows';
import { noRoomForWrite } from '../../plans/planRefusals';
import { rowsDeltaOf, type RowWrite, sheetColumnOf, type Work, type WritableTab } from '../../store/log/work';
import { Refusal } from '../../refusal';
import type { Steps } from '../../yieldToEventLoop';
import { cellReference } from '../cellReference';
import { compared, type TabView } from '../../store/memory/engine';
import type { ColumnNames } from '../query/columnNames';
import { columnNamed } from '../query/queryRefusals';
import type { GivenRows } from './bodies';
import { changedRow, type NamesOf, type PlannedRows, staysAsItIs } from './changeRows';
import { checkedCell, type FittingCell, type GivenCell, type ResolvedRow, resolveRow, RowProblems } from './givenCells';
import { KeyChecks, refuseLocked } from './protectedCells';
import { refuseSeveral } from './targets';

/** The column whose values say which rows are there already. */
export class UpsertKey {
  readonly #seen = new Set<unknown>();
  readonly #column: Column;

  constructor(
    private readonly view: TabView,
    private readonly place: number,
    private readonly names: ColumnNames,
    private readonly problems: RowProblems,
  ) {
    this.#column = names.column(place);
  }

  /**
   * The place of the row that has the value.
   *
   * @param fieldOf where a column stands in the body
   * @returns `new` when no row has it, `wrong` when the value is missing or given twice, which is added to the problems
   * @throws Refusal `duplicate_key` when several rows have it
   */
  find(cells: ReadonlyMap<number, GivenCell>, fieldOf: (name: string) => string): number | 'new' | 'wrong' {
    const given = cells.get(this.place);
    const field = given?.field ?? fieldOf(this.#column.key);
    const fitting = given && checkedCell(this.place, given, this.names, this.problems);
    if (given !== undefined && fitting === undefined) return 'wrong';
    const value = fitting?.value ?? null;
    if (value === null) return this.#wrong(field, `_upsert=${this.#column.key} needs a value for ${this.#column.key}.`);
    if (this.#seen.has(value)) {
      return this.#wrong(field, `Another row of this request has the same ${this.#column.key}.`);
    }
    this.#seen.add(value);
    const places = this.view.all({ where: compared(this.place, 'eq', value) });
    if (places.length > 1) this.#refuseSeveral(value, places, field);
    return places[0] ?? 'new';
  }

  #wrong(field: string, detail: string): 'wrong' {
    this.problems.add({ field, detail });
    return 'wrong';
  }

  #refuseSeveral(value: unknown, places: Uint32Array, field: string): never {
    const { key } = this.#column;
    const column = sheetColumnOf(this.#column) + 1;
    const cells = [...places.slice(0, 20)].map((place) =>
      cellReference(this.names, this.view.rowNumber(place), column),
    );
    const detail = `${places.length} rows have the ${key} “${String(value)}”, so none of them is meant: ${cells.map(({ where }) => where).join(', ')}.`;
    throw new Refusal('duplicate_key', detail, {
      errors: cells.map(({ line }) => ({ field, ...line, detail: `This cell holds “${String(value)}”.` })),
      hint: 'Give each row another value in this column, or upsert by another one.',
    });
  }
}

/** `_upsert=_id`: rows that name their `_id` are there already, those that name none are new. */
class UpsertId {
  readonly #seen = new Set<string>();

  constructor(
    private readonly tab: WritableTab,
    private readonly names: ColumnNames,
    private readonly problems: RowProblems,
  ) {}

  /**
   * The place of the row that is named.
   *
   * @returns `wrong` for an id that no row has, or that is given twice, which is added to the problems
   * @throws Refusal `duplicate_key` when several rows have it
   */
  find(named: GivenCell | undefined): number | 'new' | 'wrong' {
    if (named === undefined || named.given === null || named.given === '') return 'new';
    const { field, given } = named;
    const id = typeof given === 'string' ? given : JSON.stringify(given);
    this.tab.settle(id);
    const places = this.tab.view.find(id);
    const [place] = places;
    if (place === undefined) return this.#wrong(field, `No row has the _id “${id}”. Leave _id out to add a row.`);
    if (places.length > 1) refuseSeveral(this.tab, this.names, id, places);
    if (this.#seen.has(id)) return this.#wrong(field, `Another row of this request has the _id “${id}” too.`);
    this.#seen.add(id);
    return place;
  }

  #wrong(field: string, detail: string): 'wrong' {
    this.problems.add({ field, detail });
    return 'wrong';
  }
}

export interface CreateRequest {
  readonly given: GivenRows;
  /** The columns that exist for the caller. */
  readonly namesOf: NamesOf;
  /** Name of the column whose values say which rows are there already; `_id` where their ids do. */
  readonly upsert?: string | undefined;
  readonly ignoreUnknown: boolean;
  /** The plan of the project's owner, where the server has plans. */
  readonly plan: Plan | undefined;
}

function refuseTooMany({ view }: WritableTab, rows: readonly RowWrite[], plan: Plan | undefined) {
  const added = rowsDeltaOf(rows);
  if (plan !== undefined && added > 0 && view.rows + added > plan.rowsPerTab) throw noRoomForWrite(plan, view.rows);
  if (added === 0 || (view.rows + added) * view.columns.length <= limits.cellsPerWorkbook) return;
  throw new Refusal('too_large', 'A sheet has 10 million cells at most, and these rows do not fit any more.', {
    hint: 'Remove rows that are not needed, or write to another sheet.',
  });
}

/** Works out one request: which rows are new, and which are there already. */
class Creation {
  readonly #rows: RowWrite[] = [];
  readonly #unchanged: number[] = [];
  readonly #ignored = new Set<string>();
  readonly #problems = new RowProblems();
  readonly #locked: ProblemLine[] = [];
  readonly #keys: KeyChecks;
  readonly #names: ColumnNames;
  readonly #upsert: UpsertKey | UpsertId | undefined;

  constructor(
    private readonly tab: WritableTab,
    private readonly request: CreateRequest,
  ) {
    const { upsert, namesOf } = request;
    const names = namesOf(tab.view.columns);
    this.#names = names;
    this.#keys = new KeyChecks(names);
    if (upsert === undefined) return;
    if (upsert === '_id' && names.find(upsert) === undefined) this.#upsert = new UpsertId(tab, names, this.#problems);
    else this.#upsert = new UpsertKey(tab.view, columnNamed('_upsert', upsert, names), names, this.#problems);
  }

  *plan(): Steps<PlannedRows> {
    const { given, ignoreUnknown } = this.request;
    const ignored = ignoreUnknown ? this.#ignored : undefined;
    for (const [at, row] of given.rows.entries()) {
      const index = given.isList ? at : undefined;
      const resolving = { names: this.#names, isText: given.isText, index, ignored };
      this.#add(resolveRow(row, resolving, this.#problems), index);
      yield;
    }
    this.#problems.refuse();
    this.#keys.judge(this.tab);
    refuseLocked(this.#locked);
    refuseTooMany(this.tab, this.#rows, this.request.plan);
    return { view: this.tab.view, rows: this.#rows, ignored: [...this.#ignored], unchanged: this.#unchanged };
  }

  #add(row: ResolvedRow, index: number | undefined) {
    const fieldOf = (name: string) => (index === undefined ? name : `${index}.${name}`);
    const isById = this.#upsert instanceof UpsertId;
    for (const [name, own] of [['_id', isById ? undefined : row.id] as const, ['_row', row.row] as const]) {
      if (own !== undefined) {
        const isNew = this.#upsert === undefined;
        const detail = isNew ? `A new row is given its ${name}. Leave it out.` : staysAsItIs(name);
        this.#problems.add({ field: own.field, detail });
      }
    }
    const known = this.#knownRow(row, fieldOf);
    if (known === 'new') this.#append(row.cells, index, fieldOf);
    else if (known !== 'wrong') this.#change(known, row.cells, String(index ?? 'body'));
  }

  #knownRow(row: ResolvedRow, fieldOf: (name: string) => string) {
    if (this.#upsert instanceof UpsertId) return this.#upsert.find(row.id);
    return this.#upsert?.find(row.cells, fieldOf) ?? 'new';
  }

  #change(place: number, cells: ReadonlyMap<number, GivenCell>, field: string) {
    const changing = { names: this.#names, keys: this.#keys, problems: this.#problems, locked: this.#locked };
    const changed = changedRow({ tab: this.tab, ...changing, blanksRest: false }, place, cells, field);
    if (changed === undefined) this.#unchanged.push(place);
    else this.#rows.push(changed);
  }

  #append(given: ReadonlyMap<number, GivenCell>, index: number | undefined, fieldOf: (name: string) => string) {
    const { view, state } = this.tab;
    const fitting = new Map<number, FittingCell>();
    for (const [place, cell] of given) {
      const one = checkedCell(place, cell, this.#names, this.#problems);
      if (one !== undefined) fitting.set(place, one);
    }
    const written = [...fitting].filter(([, { value }]) => value !== null);
    if (written.length === 0 && fitting.size === given.size) {
      this.#problems.add({ field: String(index ?? 'body'), detail: 'A row needs a value in at least one column.' });
      return;
    }
    const values = view.columns.map((_, place) => fitting.get(place)?.value ?? null);
    const ownId = this.tab.newId();
    const keyField = fieldOf(view.columns[state.keyAt]?.key ?? '');
    const id = this.#keys.idOf(this.tab, values, keyField, this.#problems) ?? ownId;
    const cells = written.map(([place, { cell }]) => [sheetColumnOf(view.columns[place]!), cell] as const);
    this.#rows.push({ kind: 'append', id, ownId, row: this.tab.newRow(), values, cells });
  }
}

/**
 * Adds rows below the last one; with `upsert`, changes those whose value in that column is there. All of them or none.
 *
 * Throws Refusal `invalid_rows` naming each column that is unknown and each value that does not fit, `duplicate_key`,
 * `cell_not_writable`, `too_large`, `plan_limit`.
 */
export const createRows = (request: CreateRequest): Work<PlannedRows> => ({
  needsAll: request.upsert !== undefined,
  plan: (tab) => new Creation(tab, request).plan(),
});
