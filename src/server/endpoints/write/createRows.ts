import { limits } from '../../../contract/limits';
import type { Plan } from '../../../contract/plans';
import type { ProblemLine } from '../../../contract/problems';
import { noRoomForWrite } from '../../plans/planRefusals';
import { sheetColumnsOf } from '../../records/tabState';
import { type RowWrite, rowsDeltaOf, type WritableTab, type Work } from '../../records/work';
import { Refusal } from '../../refusal';
import type { ColumnNames } from '../query/columnNames';
import { columnNamed } from '../query/queryRefusals';
import { changedRow } from './changedRow';
import type { FittingCell } from './cellValue';
import { checkedCell, type GivenCell, type ResolvedRow, resolveRow, RowProblems } from './givenCells';
import type { GivenRows } from './givenRows';
import { KeyChecks } from './keyChecks';
import { refuseLocked } from './locks';
import { appendOf, plainAppend } from './plainAppend';
import type { NamesOf, PlannedRows } from './plannedRows';
import { UpsertKey } from './upsertKey';

export interface CreateRequest {
  readonly given: GivenRows;
  /** The columns that exist for the caller. */
  readonly namesOf: NamesOf;
  /** Name of the column whose values say which rows are there already. */
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
  readonly #upsert: UpsertKey | undefined;

  constructor(
    private readonly tab: WritableTab,
    private readonly request: CreateRequest,
  ) {
    const { upsert, namesOf } = request;
    const names = namesOf(tab.view.columns);
    this.#names = names;
    this.#keys = new KeyChecks(names);
    if (upsert === undefined) return;
    this.#upsert = new UpsertKey(tab.view, columnNamed('_upsert', upsert, names), names, this.#problems);
  }

  plan(): PlannedRows {
    const { given, ignoreUnknown } = this.request;
    const ignored = ignoreUnknown ? this.#ignored : undefined;
    for (const [at, row] of given.rows.entries()) {
      const plain = this.#upsert === undefined && plainAppend(this.tab, this.#names, row, given.isText);
      if (plain) {
        this.#rows.push(plain);
        continue;
      }
      const index = given.isList ? at : undefined;
      const resolving = { names: this.#names, isText: given.isText, index, ignored };
      this.#add(resolveRow(row, resolving, this.#problems), index);
    }
    this.#problems.refuse();
    this.#keys.judge(this.tab);
    refuseLocked(this.#locked);
    refuseTooMany(this.tab, this.#rows, this.request.plan);
    return { view: this.tab.view, rows: this.#rows, ignored: [...this.#ignored], unchanged: this.#unchanged };
  }

  #add(row: ResolvedRow, index: number | undefined) {
    const fieldOf = (name: string) => (index === undefined ? name : `${index}.${name}`);
    for (const [name, own] of [['_id', row.id] as const, ['_row', row.row] as const]) {
      if (own !== undefined) {
        this.#problems.add({ field: own.field, detail: `A new row is given its ${name}. Leave it out.` });
      }
    }
    const known = this.#upsert?.find(row.cells, fieldOf) ?? 'new';
    if (known === 'new') this.#append(row.cells, index, fieldOf);
    else if (known !== 'wrong') this.#change(known, row.cells, String(index ?? 'body'));
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
    const sheetColumns = sheetColumnsOf(view.columns);
    const cells = written.map(([place, { cell }]) => [sheetColumns[place] ?? 0, cell] as const);
    this.#rows.push(appendOf(this.tab, { id, ownId, values, cells: JSON.stringify(cells) }));
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
  plan: (tab) => planOneRow(tab, request) ?? new Creation(tab, request).plan(),
});

const NONE: readonly never[] = [];

/** One row that there is nothing to say about, as most are. */
export function planOneRow(tab: WritableTab, { given, namesOf, upsert, plan }: CreateRequest): PlannedRows | undefined {
  const [first] = given.rows;
  if (given.rows.length !== 1 || first === undefined || upsert !== undefined) return undefined;
  const { view } = tab;
  const row = plainAppend(tab, namesOf(view.columns), first, given.isText);
  if (row === undefined) return undefined;
  const rows = [row];
  refuseTooMany(tab, rows, plan);
  return { view, rows, ignored: NONE, unchanged: NONE };
}
