import type { GridChangeAnswer, GridOperation, GridTabFacts } from '../../../contract/driveGrid';
import { type PlacedCell, shownText } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import { storedCell, withCells, withTab } from './pages';
import { savingMachine } from './savingMachine';
import {
  type CellEdit,
  type Clash,
  type FormulaQuestion,
  type HeaderQuestion,
  type NotedMisfit,
  noGrid,
  type Place,
  placeKey,
  type QueuedEdit,
  type SheetState,
  type Step,
  type TabGrid,
  type UnsavedEdit,
  type Written,
  writtenText,
} from './sheetState';

/** Returns the index in the queue of the latest pending edit of each cell of a tab. */
function pendingIndexes({ queue }: SheetState, sheetId: number) {
  const indexes = new Map<string, number>();
  for (const [index, edit] of queue.entries()) {
    if (edit.sheetId === sheetId) indexes.set(placeKey(edit), index);
  }
  return indexes;
}

/** Adds edits to the queue; each replaces a pending edit of the same cell unless that was sent. */
function enqueued(state: SheetState, sheetId: number, edits: readonly CellEdit[]): readonly QueuedEdit[] {
  const grid = state.tabs[sheetId] ?? noGrid;
  const indexes = pendingIndexes(state, sheetId);
  const queue = [...state.queue];
  for (const edit of edits) {
    const index = indexes.get(placeKey(edit)) ?? queue.length;
    const pending = queue[index];
    if (pending?.sent === false) {
      queue[index] = { ...pending, next: edit.next };
      continue;
    }
    indexes.set(placeKey(edit), queue.length);
    queue.push({
      ...edit,
      sheetId,
      before: edit.before === undefined ? (storedCell(grid, edit) ?? null) : edit.before,
      shape: edit.shape ?? grid.facts?.shape ?? 0,
      sent: false,
    });
  }
  return queue;
}

/** Removes the misfits of cells that are overwritten. */
function withoutMisfits({ misfits }: TabGrid, edits: readonly CellEdit[]): Partial<TabGrid> {
  if (misfits.length === 0) return {};
  const places = new Set(edits.map(placeKey));
  return { misfits: misfits.filter((misfit) => !places.has(placeKey(misfit))) };
}

/** Adds edits to the queue, which are shown at once. */
const withEdits = (state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState =>
  withTab({ ...state, queue: enqueued(state, sheetId, edits) }, sheetId, (grid) => withoutMisfits(grid, edits));

/** Returns the undo step of edits that are about to be added: the content of their cells on the screen, pending edits included. */
function stepOf(state: SheetState, sheetId: number, edits: readonly CellEdit[]): Step {
  const grid = state.tabs[sheetId] ?? noGrid;
  const indexes = pendingIndexes(state, sheetId);
  const shown = (place: Place): Written => {
    const pending = state.queue[indexes.get(placeKey(place)) ?? -1];
    return pending?.next ?? { cell: storedCell(grid, place) ?? null };
  };
  return {
    kind: 'cells',
    sheetId,
    undo: edits.map(({ row, column }) => ({ row, column, next: shown({ row, column }) })),
    redo: edits.map(({ row, column, next }) => ({ row, column, next })),
  };
}

const contentByPlace = (cells: readonly PlacedCell[]) =>
  new Map(cells.map((placed) => [placeKey(placed), placed.cell]));

/** Returns the next edits to send: of one tab, one of each cell, a quarter of the maximum per request. */
export function nextBatch(queue: readonly QueuedEdit[]): readonly QueuedEdit[] {
  const firstOfCell = new Map<string, QueuedEdit>();
  for (const edit of queue) {
    const isFirst = !firstOfCell.has(placeKey(edit));
    if (isFirst && edit.sheetId === queue[0]?.sheetId) firstOfCell.set(placeKey(edit), edit);
  }
  return [...firstOfCell.values()].slice(0, limits.cellsPerEdit / 4);
}

/** Removes the sent edits from the queue, which are saved; later edits of the same cells now expect the saved content. */
export function afterSaved(queue: readonly QueuedEdit[], { tab, cells }: GridChangeAnswer): readonly QueuedEdit[] {
  const saved = contentByPlace(cells);
  return queue
    .filter(({ sent }) => !sent)
    .map((edit) => {
      const before = edit.sheetId === tab.sheetId ? saved.get(placeKey(edit)) : undefined;
      return before === undefined ? edit : { ...edit, before };
    });
}

/** Adds the misfits among the sent edits to a tab; `queue` still contains these edits. */
export function withMisfits(grid: TabGrid, queue: readonly QueuedEdit[], answer: GridChangeAnswer): TabGrid {
  const misfits = new Map(answer.misfits?.map((misfit) => [placeKey(misfit), misfit]));
  const cells = contentByPlace(answer.cells);
  const noted = queue.flatMap((edit): NotedMisfit[] => {
    const misfit = edit.sent ? misfits.get(placeKey(edit)) : undefined;
    if (misfit === undefined) return [];
    return [{ ...misfit, before: edit.before, cell: cells.get(placeKey(edit)) ?? null }];
  });
  return noted.length === 0 ? grid : { ...grid, misfits: [...grid.misfits, ...noted] };
}

/** Moves conflicting edits from the queue to the conflicts of the tab, with the content on the server. */
export function withClashes(state: SheetState, sheetId: number, theirs: readonly PlacedCell[]): SheetState {
  const cells = contentByPlace(theirs);
  const isTheirs = (edit: QueuedEdit) => edit.sheetId === sheetId && cells.has(placeKey(edit));
  const mine = new Map(state.queue.filter(isTheirs).map((edit) => [placeKey(edit), edit]));
  const clashes = [...mine.values()].map(({ row, column, next }): Clash => ({
    row,
    column,
    mine: next,
    theirs: cells.get(placeKey({ row, column })) ?? null,
  }));
  const queue = state.queue.filter((edit) => !isTheirs(edit)).map((edit) => ({ ...edit, sent: false }));
  return withTab({ ...state, queue }, sheetId, (grid) => {
    const others = grid.clashes.filter((clash) => !cells.has(placeKey(clash)));
    return { ...withCells(grid, theirs), clashes: [...others, ...clashes] };
  });
}

/** Returns the inverse of an operation. @param removed id of the removed cells, by which the server restores them */
function inverseOf({ kind, at, count }: GridOperation, removed: string | undefined): GridOperation {
  if (kind === 'insertRows') return { kind: 'deleteRows', at, count };
  if (kind === 'insertColumns') return { kind: 'deleteColumns', at, count };
  const inserted = kind === 'deleteRows' ? 'insertRows' : 'insertColumns';
  return { kind: inserted, at, count, ...(removed !== undefined && { restore: removed }) };
}

/** Payload of an action about a tab. */
export interface OfTab {
  readonly sheetId: number;
}

/** Tells the saving machine that there are edits to save. */
function markChanged(state: SheetState): SheetState {
  const saving = savingMachine.step(state.saving, 'changesMade', undefined);
  return saving === state.saving ? state : { ...state, saving };
}

/** Returns the confirmation for the first header that the edits rename, if the endpoint was called today. */
function headerQuestionOf(state: SheetState, sheetId: number, edits: readonly CellEdit[]): HeaderQuestion | undefined {
  const grid = state.tabs[sheetId] ?? noGrid;
  const { headerRow, callsToday = 0 } = grid.facts ?? {};
  if (callsToday === 0) return undefined;
  const shown = (edit: CellEdit) => shownText(storedCell(grid, edit) ?? null);
  const renamed = edits.filter((edit) => edit.row === headerRow && shown(edit) !== writtenText(edit.next));
  const header = renamed.map(shown).find((text) => text !== '');
  return header === undefined ? undefined : { kind: 'header', sheetId, edits, header, calls: callsToday };
}

/**
 * Returns the confirmation for typed text that is a formula in other programs, which is not calculated here. A leading apostrophe marks it as
 * text.
 */
export function formulaQuestionOf(sheetId: number, edits: readonly CellEdit[]): FormulaQuestion | undefined {
  const formulas = edits.flatMap(({ next }) =>
    'typed' in next && /^\s*=/.test(next.typed) ? [next.typed.trim()] : [],
  );
  const [first] = formulas;
  return first === undefined ? undefined : { kind: 'formula', sheetId, edits, first, count: formulas.length };
}

/** Adds edits to the queue, which shows them at once, and records an undo step. */
export function edited(state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState {
  const undo: readonly Step[] = [...state.undo, stepOf(state, sheetId, edits)];
  return markChanged({ ...withEdits(state, sheetId, edits), undo, redo: [] });
}

const questionOf = (state: SheetState, sheetId: number, edits: readonly CellEdit[]) =>
  headerQuestionOf(state, sheetId, edits) ?? formulaQuestionOf(sheetId, edits) ?? null;

/**
 * Adds edits like {@link edited}, or asks first: a renamed header that is in use, and text like formulas, need a confirmation. Edits that
 * wait for one already, as its dialog has not loaded yet, are asked about together with them.
 */
export function written(state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState {
  if (edits.length === 0) return state;
  if (questionOf(state, sheetId, edits) === null) return edited(state, sheetId, edits);
  const { facts } = state.tabs[sheetId] ?? noGrid;
  const waiting = state.question?.sheetId === sheetId ? state.question.edits : [];
  const asked = edits.map((edit) => ({ ...edit, shape: edit.shape ?? facts?.shape }));
  return { ...state, question: questionOf(state, sheetId, [...waiting, ...asked]) };
}

/** Undoes or redoes the last step, which consists of cells. */
export function replayed(state: SheetState, from: 'undo' | 'redo'): SheetState {
  const last = state[from].at(-1);
  if (last?.kind !== 'cells' || state.reshaping !== null) return state;
  const opposite = from === 'undo' ? 'redo' : 'undo';
  const moved = { ...state, [from]: state[from].slice(0, -1), [opposite]: [...state[opposite], last] };
  return markChanged(withEdits(moved, last.sheetId, last[from]));
}

/** Returns pending edits in the form in which they are stored and offered. */
export const unsavedOf = (queue: readonly QueuedEdit[]): readonly UnsavedEdit[] =>
  queue.map(({ sent: _sent, shape: _shape, ...edit }) => edit);

/** Returns the person's values of the conflicts in a tab. */
const clashesOf = ({ tabs }: SheetState, sheetId: number): readonly UnsavedEdit[] =>
  (tabs[sheetId] ?? noGrid).clashes.map(({ row, column, mine, theirs }) => ({
    sheetId,
    row,
    column,
    next: mine,
    before: theirs,
  }));

/** Returns all edits that are not saved: offered ones, conflicts, pending ones, and those that wait for a confirmation. */
export function allUnsaved(state: SheetState): readonly UnsavedEdit[] {
  const { question, queue, tabs, unsaved } = state;
  const clashes = Object.keys(tabs).flatMap((id) => clashesOf(state, Number(id)));
  const asked = question === null ? [] : enqueued({ ...state, queue: [] }, question.sheetId, question.edits);
  return [...unsaved, ...clashes, ...unsavedOf([...queue, ...asked])];
}

/** Returns the edits that are offered in other tabs. */
export const otherUnsaved = ({ unsaved }: SheetState, sheetId: number) =>
  unsaved.filter((edit) => edit.sheetId !== sheetId);

/** Moves the pending edits of a tab to the offered ones. */
export function offerQueueOf(state: SheetState, sheetId: number): SheetState {
  const isOfTab = (edit: QueuedEdit) => edit.sheetId === sheetId;
  const unsaved = [...state.unsaved, ...unsavedOf(state.queue.filter(isOfTab))];
  return { ...state, queue: state.queue.filter((edit) => !isOfTab(edit)), unsaved };
}

/**
 * Drops what is bound to positions if rows or columns were moved elsewhere: loaded rows, undo steps, and messages at cells. The person's
 * values of conflicts are offered.
 */
export function afterMoves(state: SheetState, { sheetId, shape }: GridTabFacts): SheetState {
  const { facts } = state.tabs[sheetId] ?? noGrid;
  if (facts === null || shape <= facts.shape) return state;
  const moved = { ...state, unsaved: [...state.unsaved, ...clashesOf(state, sheetId)], undo: [], redo: [] };
  return withTab(moved, sheetId, () => ({ pages: {}, clashes: [], misfits: [] }));
}

/** Removes a resolved conflict from a tab. */
export const withoutClash = ({ clashes }: TabGrid, place: Place): Partial<TabGrid> => ({
  clashes: clashes.filter((clash) => placeKey(clash) !== placeKey(place)),
});

/** Moves places along with their rows or columns; those of deleted ones are gone. */
export function placesAfter<P extends Place>(places: readonly P[], { kind, at, count }: GridOperation): readonly P[] {
  const line = kind.endsWith('Rows') ? 'row' : 'column';
  const isDeletion = kind.startsWith('delete');
  const isDeleted = (place: P) => isDeletion && place[line] >= at && place[line] < at + count;
  const distance = isDeletion ? -count : count;
  return places
    .filter((place) => !isDeleted(place))
    .map((place) => (place[line] < at ? place : { ...place, [line]: place[line] + distance }));
}

/** An operation on rows or columns. */
export interface Operated extends OfTab {
  readonly operation: GridOperation;
  /** Whether it is a new step, an undo or a redo. */
  readonly as: 'step' | 'undo' | 'redo';
}

/** A completed operation. */
export interface CompletedOperation extends Operated {
  readonly answer: GridChangeAnswer;
}

/** Moves edits, which were made while rows or columns of their tab were being moved, along with these. Those of deleted cells are gone. */
function editsMoved<E extends CellEdit>(
  edits: readonly E[],
  { operation, answer }: CompletedOperation,
  isMoved: (edit: E) => boolean,
): readonly E[] {
  const moved = (edit: E) => placesAfter([edit], operation).map((place) => ({ ...place, shape: answer.tab.shape }));
  return edits.flatMap((edit) => (isMoved(edit) ? moved(edit) : [edit]));
}

/** Moves all edits of a tab that are not saved along with its rows or columns: pending and offered ones, and those to be confirmed. */
export function editsAfter(
  state: SheetState,
  completed: CompletedOperation,
): Pick<SheetState, 'queue' | 'question' | 'unsaved'> {
  const { sheetId, operation } = completed;
  const { facts } = state.tabs[sheetId] ?? noGrid;
  const hasOldShape = ({ shape }: CellEdit) => shape === facts?.shape;
  const isMoved = (edit: QueuedEdit) => edit.sheetId === sheetId && hasOldShape(edit);
  const offered = state.unsaved.filter((edit) => edit.sheetId === sheetId);
  let { question } = state;
  if (question?.sheetId === sheetId) {
    const edits = editsMoved(question.edits, completed, hasOldShape);
    question = edits.length === 0 ? null : { ...question, edits };
  }
  return {
    queue: editsMoved(state.queue, completed, isMoved),
    question,
    unsaved: [...otherUnsaved(state, sheetId), ...placesAfter(offered, operation)],
  };
}

/**
 * Records a completed operation as a new step, or moves its step between the undo and redo stacks. Steps of cells that were edited while it
 * was undone are dropped, as their positions are no longer valid.
 */
export function withOperation(state: SheetState, { sheetId, operation, as, answer }: CompletedOperation): SheetState {
  const inverse = inverseOf(operation, answer.removed);
  if (as === 'undo') {
    const undone: Step = { kind: 'operation', sheetId, undo: operation, redo: inverse };
    const index = state.undo.map(({ kind }) => kind).lastIndexOf('operation');
    return { ...state, undo: state.undo.slice(0, index), redo: [...state.redo, undone] };
  }
  const step: Step = { kind: 'operation', sheetId, undo: inverse, redo: operation };
  return { ...state, undo: [...state.undo, step], redo: as === 'step' ? [] : state.redo.slice(0, -1) };
}
