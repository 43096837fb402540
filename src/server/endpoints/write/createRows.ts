import type { Plan } from '../../../contract/plans';
import { refuseRowsBeyond } from '../../plans/planRefusals';
import { Refusal } from '../../refusal';
import { rowsDeltaOf, sheetColumnOf, type Work, type WritableTab } from '../../store/log/plannedWrite';
import { compared } from '../../store/memory/engine';
import type { RunQuery, Steps } from '../../yieldToEventLoop';
import { cellReference } from '../cellReference';
import type { ColumnNames } from '../query/columnNames';
import { columnNamed } from '../query/queryRefusals';
import type { GivenRows } from './bodies';
import { fittingCell } from './givenCells';
import {
  type GivenCell,
  type PlannedRows,
  type ResolvedRow,
  RowPlanner,
  type RowRules,
  unchangeable,
} from './rowPlanner';
import { refuseDuplicateIds } from './changeRows';

interface CreateRequest extends Omit<RowRules, 'isText'> {
  readonly given: GivenRows;
  /** Name of the column whose values identify existing rows, or `_id`. */
  readonly upsert?: string | undefined;
  /** Plan of the project's owner, if the server has plans. */
  readonly plan: Plan | undefined;
}

/** Index of the existing row; undefined if it cannot be determined, which has been recorded as a problem. */
type UpsertMatch = number | 'new' | undefined;

/** Returns the index of the identifying column, or `_id`. */
const identifyingColumn = (name: string, names: ColumnNames): number | '_id' =>
  name === '_id' && names.find(name) === undefined ? name : columnNamed('_upsert', name, names);

/** Finds the existing rows among the rows of a request. */
class Upsert {
  readonly #seen = new Set<unknown>();

  constructor(
    private readonly planner: RowPlanner,
    readonly column: number | '_id',
  ) {}

  /** @throws Refusal `duplicate_key` if several rows match */
  find({ cells, id, prefix }: ResolvedRow): UpsertMatch {
    const { column } = this;
    if (column !== '_id') return this.#byValue(column, cells.get(column), prefix);
    return id === undefined || id.given === null || id.given === '' ? 'new' : this.#byId(id);
  }

  #byId({ field, given }: GivenCell): UpsertMatch {
    const { planner } = this;
    const { tab, names } = planner;
    const id = typeof given === 'string' ? given : JSON.stringify(given);
    tab.settle(id);
    const rowIndexes = tab.view.find(id);
    const [rowIndex] = rowIndexes;
    if (rowIndex === undefined)
      return planner.problem(field, `No row has the _id “${id}”. Leave _id out to add a row.`);
    if (rowIndexes.length > 1) refuseDuplicateIds(tab, names, id, rowIndexes);
    if (this.#seen.has(id)) return planner.problem(field, `Another row of this request has the _id “${id}” too.`);
    this.#seen.add(id);
    return rowIndex;
  }

  #byValue(at: number, given: GivenCell | undefined, prefix: string): UpsertMatch {
    const { planner } = this;
    const { key } = planner.names.column(at);
    const field = given?.field ?? prefix + key;
    const fitting = given && planner.fittingCellOf(at, given);
    if (given !== undefined && fitting === undefined) return undefined;
    const value = fitting?.value ?? null;
    if (value === null) return planner.problem(field, `_upsert=${key} needs a value for ${key}.`);
    if (this.#seen.has(value)) return planner.problem(field, `Another row of this request has the same ${key}.`);
    this.#seen.add(value);
    const rowIndexes = planner.tab.view.all({ where: compared(at, 'eq', value) });
    if (rowIndexes.length > 1) this.#refuseDuplicates(at, value, rowIndexes, field);
    return rowIndexes[0] ?? 'new';
  }

  #refuseDuplicates(at: number, value: unknown, rowIndexes: Uint32Array, field: string): never {
    const { names, tab } = this.planner;
    const column = names.column(at);
    const cells = [...rowIndexes.slice(0, 20)].map((rowIndex) =>
      cellReference(names, tab.view.rowNumber(rowIndex), sheetColumnOf(column) + 1),
    );
    const detail = `${rowIndexes.length} rows have the ${column.key} “${String(value)}”, so it is not clear which one is meant: ${cells.map(({ where }) => where).join(', ')}.`;
    throw new Refusal('duplicate_key', detail, {
      errors: cells.map(({ line }) => ({ field, ...line, detail: `This cell holds “${String(value)}”.` })),
      hint: 'Give each row another value in this column, or upsert by another one.',
    });
  }
}

function addRow(planner: RowPlanner, row: ResolvedRow, upsert: Upsert | undefined): void {
  const { id, row: number } = row;
  const detail = (name: '_id' | '_row') =>
    upsert === undefined ? `A new row is given its ${name}. Leave it out.` : unchangeable(name);
  if (id !== undefined && upsert?.column !== '_id') planner.problem(id.field, detail('_id'));
  if (number !== undefined) planner.problem(number.field, detail('_row'));
  const found = upsert === undefined ? 'new' : upsert.find(row);
  if (found === 'new') planner.append(row);
  else if (found !== undefined) planner.change(found, row);
}

function* planCreation(tab: WritableTab, { given, upsert: name, plan, ...rules }: CreateRequest): Steps<PlannedRows> {
  const planner = new RowPlanner(tab, { ...rules, isText: given.isText });
  const upsert = name === undefined ? undefined : new Upsert(planner, identifyingColumn(name, planner.names));
  for (const [index, row] of given.rows.entries()) {
    addRow(planner, planner.resolve(row, given.isList ? index : undefined), upsert);
    yield;
  }
  const planned = planner.planned();
  refuseRowsBeyond(plan, tab.plannedRows, rowsDeltaOf(planned.rows));
  yield* tab.claim(planned.rows);
  return planned;
}

/** Prepares the index of the identifying column, so that `plan` does not scan all rows for each row of the request. */
async function prepareUpsert({ view }: WritableTab, { given, upsert, namesOf }: CreateRequest, run: RunQuery) {
  const names = namesOf(view.columns);
  const at = upsert === undefined ? '_id' : identifyingColumn(upsert, names);
  if (at === '_id') return;
  const cell = given.rows[0]?.find(([name]) => names.find(name) === at);
  const fitting = cell && fittingCell(cell[1], names.column(at), given.isText);
  if (typeof fitting !== 'object' || fitting.value === null) return;
  await view.prepare({ where: compared(at, 'eq', fitting.value) }, run);
}

/**
 * Adds rows below the last one. With `upsert`, changes rows whose value in that column exists already. All of them or none.
 *
 * Throws Refusal `invalid_rows` naming each unknown column and each invalid value, `duplicate_key`, `cell_not_writable`,
 * `too_large`, `plan_limit`.
 */
export const createRows = (request: CreateRequest): Work<PlannedRows> => ({
  needsAll: request.upsert !== undefined,
  prepare: (tab, run) => prepareUpsert(tab, request, run),
  plan: (tab) => planCreation(tab, request),
});
