import { put, type SagaGenerator, select } from 'typed-redux-saga';
import { limits } from '../../../contract/limits';
import type { CellValue, LockedCells, Row } from '../../../contract/rows';
import { type ApiFailure, failureText, isUnknown } from '../../http/apiError';
import { noticeShown } from '../../notices/noticesSlice';
import { projectOutdated } from '../../projects/projectsSlice';
import { callApi, request } from '../../sagas/request';
import { counted } from '../../ui/display/numbers';
import { selectColumns, selectLocked, selectTotalRows } from '../rows/endpointSelectors';
import { rowsOutdated, rowsWritten, type TabName } from '../rows/endpointSlice';
import { errorsIn, isTemporary, messageOf, newStep, pickValues, WRITE_FAILED } from './draftSaga';
import type { WrittenRows } from './editApi';
import { againIfChanged, chosenRows, deleteRows, idsOf, type ReadRows, requestRows, rowsOfChoice } from './rowRequests';
import { selectEdits, selectKeyColumn } from './editSelectors';
import {
  changesWritten,
  type cellsPasted,
  type ChosenRows,
  type Pasted,
  type Plan,
  type RowChange,
  type rowsRemoved,
  type Step,
  stepDone,
  stepForgotten,
  undoPressed,
  workBegun,
  workDone,
} from './editSlice';
import { lockOf, valueOf } from './values';

const MAX_ROWS = limits.rowsPerWrite;

export const TOO_MANY = `At most ${MAX_ROWS} rows are written at once. Mark or paste fewer.`;
export const LEFT_ALONE = 'Cells that cannot be written were left as they are.';
export const LEFT_OUT = 'What was to the right of the last column was left out.';
export const CHANGED_ELSEWHERE =
  'Some of these cells were changed elsewhere. Nothing was written; look at them as they are now.';

export const ADDED_STAY = 'Added rows were changed elsewhere. They stay; look at them as they are now.';

const NO_ROWS: ChosenRows = { rows: [], writes: [] };

/** Returns the action with the rows that are on the screen now; an action that is tried again keeps its rows. */
export function* withChosenRows<A extends ReturnType<typeof cellsPasted | typeof rowsRemoved>>(action: A) {
  const { payload } = action;
  if (payload.chosen !== undefined) return action;
  const total = yield* select(selectTotalRows, payload);
  const end = 'last' in payload ? payload.last + 1 : Math.min(payload.first + payload.texts.length, total);
  if (end - payload.first > MAX_ROWS) return action;
  return { ...action, payload: { ...payload, chosen: yield* chosenRows(payload, { ...payload, last: end - 1 }) } };
}

/**
 * Reads rows, each of which has to have the values before its change, or those after it, as an answer about it may have been lost.
 *
 * @returns undefined if others have changed one
 */
function* readUnchanged(tab: TabName, changed: readonly RowChange[]): SagaGenerator<ReadRows | undefined> {
  const read = yield* requestRows(
    tab,
    changed.map(({ id }) => id),
  );
  const byId = new Map(read.rows.map((row) => [row._id, row]));
  const areUnchanged = changed.every(({ id, before, after }) =>
    Object.entries(before).every(
      ([key, value]) => byId.has(id) && [value, after[key]].includes(byId.get(id)?.[key] ?? null),
    ),
  );
  return areUnchanged ? read : undefined;
}

/** Writes a plan in one request. @returns undefined if cells were changed elsewhere meanwhile */
const writePlan = (tab: TabName, { changed, added }: Plan, attempt: string) =>
  againIfChanged(function* (): SagaGenerator<WrittenRows | undefined> {
    const read = yield* readUnchanged(tab, changed);
    if (read === undefined) return undefined;
    const rows = [...changed.map(({ id, after }) => ({ _id: id, ...after })), ...added];
    return yield* callApi('edit', 'write', tab, rows, attempt, read.readAt);
  });

/** Returns the id before the change by the id after it, which differs if the key column is changed. */
function* formerIdsOf(tab: TabName, changed: readonly RowChange[]) {
  const key = yield* select(selectKeyColumn, tab);
  return new Map(changed.map(({ id, after }) => [key === undefined ? id : String(after[key] ?? id), id]));
}

/** Returns a change with the stored values, which may differ from the sent ones: `07:30:00` for `7:30`. */
const asStored = (change: RowChange, row: Row | undefined): RowChange =>
  row === undefined ? change : { ...change, id: row._id, after: pickValues(row, change.after) };

/** Applies written rows to the state, and returns the undo step. */
function* applyWritten(tab: TabName, { changed }: Plan, { rows, revision }: WrittenRows): SagaGenerator<Step> {
  const formerIds = yield* formerIdsOf(tab, changed);
  const added = rows.filter(({ _id }) => !formerIds.has(_id));
  const written = rows.flatMap((row) => {
    const id = formerIds.get(row._id);
    return id === undefined ? [] : [{ id, row }];
  });
  yield* put(rowsWritten({ ...tab, written, ...(added.length === 0 && { revision }) }));
  if (added.length > 0) yield* put(rowsOutdated(tab));
  const stored = new Map(written.map(({ id, row }) => [id, row]));
  const step = newStep({ changed: changed.map((change) => asStored(change, stored.get(change.id))), added });
  yield* put(changesWritten({ ...tab, changed: step.changed }));
  return step;
}

const infoNotice = (text: string, more: object = {}) => noticeShown({ kind: 'info', topic: 'rows', text, ...more });

const errorNotice = (text: string, more: object = {}) => noticeShown({ kind: 'error', topic: 'rows', text, ...more });

const undoOf = (tab: TabName, { id }: Step) => ({ label: 'Undo', event: undoPressed({ ...tab, id }) });

/** Returns the notice about a partial deletion. */
const partialDeletion = (failure: ApiFailure, deletedCount: number, all: number, more: object = {}) =>
  errorNotice(failureText(failure, WRITE_FAILED), {
    detail: `${deletedCount} of ${counted(all, 'row')} were deleted.`,
    ...more,
  });

const changedElsewhere = (tab: TabName) => [errorNotice(CHANGED_ELSEWHERE), rowsOutdated(tab)];

/** Detail of a failure if the write may have been made. */
export const MAYBE_WRITTEN = 'It may have been written all the same. Nothing is written twice if you try again.';

/** Returns what has become of a write, with the number of the row that caused its rejection. */
function detailOf(failure: ApiFailure) {
  if (isUnknown(failure)) return MAYBE_WRITTEN;
  const [field = ''] = Object.keys(errorsIn(failure));
  const index = /^(\d+)\./.exec(field)?.[1];
  if (index === undefined) return 'Nothing was written.';
  return `Row ${Number(index) + 1} of those to be written. Nothing was written.`;
}

/** Returns the notice about a failed write. */
function writeFailure(failure: ApiFailure, again: { readonly type: string }) {
  return errorNotice(messageOf(failure), {
    detail: detailOf(failure),
    ...(isTemporary(failure) && { action: { label: 'Try again', event: again } }),
  });
}

/** Values of some cells of a row, each with the key of its column. */
type Cells = readonly (readonly [key: string, value: CellValue])[];

/** Returns the values of a new row, without empty ones. */
const withoutNulls = (cells: Cells) => Object.fromEntries(cells.filter(([, value]) => value !== null));

/** Returns the change of a row by pasted cells, and whether some of these are read-only, and left as they are. */
function changeOf(row: Row, pasted: Cells, locked: readonly LockedCells[]) {
  const differing = pasted.filter(([key, value]) => (row[key] ?? null) !== value);
  const writable = differing.filter(([key]) => lockOf(locked, row, key) === undefined);
  const after = Object.fromEntries(writable);
  const change: RowChange = { id: row._id, before: pickValues(row, after), after };
  return { changes: writable.length === 0 ? [] : [change], leftAlone: writable.length < differing.length };
}

/** Plans the write of pasted texts over existing rows and beyond the last one; undefined if the rows were changed elsewhere. */
function* planPaste({ projectId, sheetId, columns, texts, chosen = NO_ROWS }: Pasted) {
  const tab = { projectId, sheetId };
  const locked = yield* select(selectLocked, tab);
  const known = yield* select(selectColumns, tab);
  const rows = yield* rowsOfChoice(tab, chosen);
  if (rows === undefined) return undefined;
  const cellsOfLine = (line: readonly string[]): Cells =>
    columns.flatMap((key, index): Cells => {
      const column = known.find((candidate) => candidate.key === key);
      const text = line[index];
      return column === undefined || text === undefined ? [] : [[key, valueOf(text, column)]];
    });
  const overExisting = rows.map((row, index) => changeOf(row, cellsOfLine(texts[index] ?? []), locked));
  const beyondLast = texts.slice(rows.length).map((line) => withoutNulls(cellsOfLine(line)));
  return {
    changed: overExisting.flatMap(({ changes }) => changes),
    added: beyondLast.filter((row) => Object.keys(row).length > 0),
    leftAlone: overExisting.some(({ leftAlone }) => leftAlone),
  };
}

function countsInWords({ changed, added }: Plan) {
  const counts = [changed.length > 0 && `${changed.length} changed`, added.length > 0 && `${added.length} added`];
  return counts.filter(Boolean).join(', ');
}

function* pasteAll(pasted: Pasted, onPlan: (plan: Plan) => void) {
  const { projectId, sheetId, verb, attempt, columns, texts } = pasted;
  const tab = { projectId, sheetId };
  const plan = pasted.plan ?? (yield* planPaste(pasted));
  if (plan === undefined) return changedElsewhere(tab);
  onPlan(plan);
  const count = plan.changed.length + plan.added.length;
  if (count === 0) return [infoNotice(plan.leftAlone ? LEFT_ALONE : 'Nothing to change')];
  const answer = yield* writePlan(tab, plan, attempt);
  if (answer === undefined) return changedElsewhere(tab);
  const step = yield* applyWritten(tab, plan, answer);
  if (plan.added.length > 0) yield* put(projectOutdated(tab));
  const isWide = texts.some((line) => line.slice(columns.length).some((text) => text !== ''));
  const detail = [countsInWords(plan), plan.leftAlone && LEFT_ALONE, isWide && LEFT_OUT].filter(Boolean).join('. ');
  const text = verb === 'pasted' ? `${counted(count, 'row')} pasted` : 'Cells cleared';
  return [
    stepDone({ ...tab, step }),
    infoNotice(text, { ...(verb === 'pasted' && { detail }), action: undoOf(tab, step) }),
  ];
}

/** Writes pasted texts, all or nothing. */
export function* pasteCells(action: ReturnType<typeof cellsPasted>) {
  const { projectId, sheetId, texts } = action.payload;
  if (texts.length > MAX_ROWS) return yield* put(errorNotice(TOO_MANY));
  let again = action;
  const keepPlan = (plan: Plan) => {
    again = { ...action, payload: { ...action.payload, plan } };
  };
  const work = pasteAll(action.payload, keepPlan);
  yield* runWork({ projectId, sheetId }, `Writing ${counted(texts.length, 'row')}`, work, () => again);
}

function* removeAll(tab: TabName, chosen = NO_ROWS) {
  const seen = yield* rowsOfChoice(tab, chosen);
  if (seen === undefined) return changedElsewhere(tab);
  const { deleted, failure } = yield* deleteRows(tab, idsOf(seen), (ids) => requestRows(tab, ids));
  const step = newStep({ removed: deleted });
  yield* put(rowsOutdated(tab));
  yield* put(projectOutdated(tab));
  const action = { action: undoOf(tab, step) };
  const whole = infoNotice(`${counted(deleted.length, 'row')} deleted`, action);
  return [
    stepDone({ ...tab, step }),
    failure === undefined ? whole : partialDeletion(failure, deleted.length, seen.length, action),
  ];
}

/** Deletes rows, with an undo step. */
export function* removeRows(action: ReturnType<typeof rowsRemoved>) {
  const { first, last, chosen, ...tab } = action.payload;
  const count = last - first + 1;
  if (count > MAX_ROWS) return yield* put(errorNotice(`Mark at most ${MAX_ROWS} rows to delete them.`));
  yield* runWork(tab, `Deleting ${counted(count, 'row')}`, removeAll(tab, chosen), () => action);
}

const cellsOf = (row: Row) => Object.entries(row).filter(([key]) => key !== '_id' && key !== '_row');

/** Returns a change that expects an added row to be unchanged. */
const asAdded = (row: Row): RowChange => ({ id: row._id, before: Object.fromEntries(cellsOf(row)), after: {} });

/** Deletes rows that were added, up to those that others have changed. */
const deleteUnchanged = (tab: TabName, added: readonly Row[]) =>
  deleteRows(tab, idsOf(added), (ids) => readUnchanged(tab, added.filter(({ _id }) => ids.includes(_id)).map(asAdded)));

function* undoStep(tab: TabName, { id, changed, added, removed }: Step) {
  const back = changed.map((change) => ({ id: change.id, before: change.after, after: change.before }));
  const plan = { changed: back, added: removed.map((row) => withoutNulls(cellsOf(row))) };
  if ((yield* readUnchanged(tab, added.map(asAdded))) === undefined)
    return [stepForgotten({ ...tab, id }), ...changedElsewhere(tab)];
  if (back.length + removed.length > 0) {
    const answer = yield* writePlan(tab, plan, `undo-${id}`);
    if (answer === undefined) return [stepForgotten({ ...tab, id }), ...changedElsewhere(tab)];
    yield* applyWritten(tab, plan, answer);
  }
  const { deleted, failure } = yield* deleteUnchanged(tab, added);
  if (deleted.length > 0) yield* put(rowsOutdated(tab));
  if (deleted.length + removed.length > 0) yield* put(projectOutdated(tab));
  if (failure !== undefined) {
    const rest = stepDone({ ...tab, step: newStep({ added: added.slice(deleted.length) }) });
    return [stepForgotten({ ...tab, id }), rest, partialDeletion(failure, deleted.length, added.length)];
  }
  if (deleted.length < added.length) return [stepForgotten({ ...tab, id }), errorNotice(ADDED_STAY), rowsOutdated(tab)];
  const text = removed.length > 0 ? `${counted(removed.length, 'row')} back, at the end` : 'Undone';
  return [stepForgotten({ ...tab, id }), infoNotice(text)];
}

/** Undoes a step, by default the last one. */
export function* undo(action: ReturnType<typeof undoPressed>) {
  const { id, ...tab } = action.payload;
  const { steps } = yield* select(selectEdits, tab);
  const step = id === undefined ? steps.at(-1) : steps.find((candidate) => candidate.id === id);
  if (step === undefined) return yield* put(infoNotice('Nothing to undo'));
  yield* runWork(tab, 'Undoing', undoStep(tab, step), () => action);
}

/** Runs a write: shows a text while it is pending, then dispatches its resulting actions. @param again returns the action that repeats it */
function* runWork(
  tab: TabName,
  what: string,
  work: SagaGenerator<readonly { readonly type: string }[]>,
  again: () => { readonly type: string },
) {
  yield* put(workBegun({ ...tab, what }));
  yield* request(work, { done: (events) => events, failed: (failure) => writeFailure(failure, again()) });
  yield* put(workDone(tab));
}
