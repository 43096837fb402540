import type { GridChangeAnswer, GridOperation } from '../../../contract/driveGrid';
import { shownText } from '../../../contract/gridCells';
import { stepOf, withEdits } from './edits';
import { invalidatePages } from '../../grid/pageCache';
import { storedCell, withPages } from './pages';
import { savingMachine } from './savingMachine';
import {
  type CellEdit,
  type FormulaQuestion,
  type HeaderQuestion,
  type Place,
  placeKey,
  type QueuedEdit,
  type SheetState,
  type Step,
  type TabGrid,
  type UnsavedEdit,
} from './sheetState';

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
export function headerQuestionOf(
  state: SheetState,
  sheetId: number,
  edits: readonly CellEdit[],
): HeaderQuestion | undefined {
  const grid = state.tabs[sheetId];
  const facts = grid?.facts;
  if (grid === undefined || facts === null || facts === undefined || facts.callsToday === 0) return undefined;
  const headers = edits.flatMap((edit) => {
    const header = edit.row === facts.headerRow ? shownText(storedCell(grid, edit) ?? null) : '';
    const next = 'typed' in edit.next ? edit.next.typed : shownText(edit.next.cell);
    return header === '' || header === next ? [] : [header];
  });
  const [header] = headers;
  return header === undefined ? undefined : { kind: 'header', sheetId, edits, header, calls: facts.callsToday };
}

/** Whether typed text is a formula in other programs; a leading apostrophe marks it as text. */
const isLikeFormula = ({ next }: CellEdit) => 'typed' in next && /^\s*=/.test(next.typed);

/** Returns the confirmation for text that begins like a formula, which is not calculated here. */
export function formulaQuestionOf(sheetId: number, edits: readonly CellEdit[]): FormulaQuestion | undefined {
  const formulas = edits.filter(isLikeFormula);
  const [first] = formulas;
  if (first === undefined || !('typed' in first.next)) return undefined;
  return { kind: 'formula', sheetId, edits, first: first.next.typed.trim(), count: formulas.length };
}

/** Adds edits to the queue, which shows them at once, and records an undo step. */
export function edited(state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState {
  const undo: readonly Step[] = [...state.undo, stepOf(state, sheetId, edits)];
  return markChanged({ ...withEdits(state, sheetId, edits), undo, redo: [], question: null });
}

/** Undoes or redoes the last step if it consists of cells. */
export function replayed(state: SheetState, from: 'undo' | 'redo'): SheetState {
  const last = state[from].at(-1);
  if (last?.kind !== 'cells' || state.reshaping) return state;
  const to = from === 'undo' ? 'redo' : 'undo';
  const moved = { ...state, [from]: state[from].slice(0, -1), [to]: [...state[to], last] };
  return markChanged(withEdits(moved, last.sheetId, last[from]));
}

/** Invalidates the loaded pages of a tab; their rows stay on the screen until the new ones arrive. */
export const markOutdated = (grid: TabGrid): TabGrid => withPages(grid, (next) => invalidatePages(next, 'ready'));

/** Returns pending edits in the form in which they are stored and offered. */
export const unsavedOf = (queue: readonly QueuedEdit[]): readonly UnsavedEdit[] =>
  queue.map(({ sheetId, row, column, before, next }) => ({ sheetId, row, column, before, next }));

/** Moves the pending edits of a tab to the offered ones. */
export function offerQueueOf(state: SheetState, sheetId: number): SheetState {
  const isOfTab = (edit: QueuedEdit) => edit.sheetId === sheetId;
  const unsaved = [...state.unsaved, ...unsavedOf(state.queue.filter(isOfTab))];
  return { ...state, queue: state.queue.filter((edit) => !isOfTab(edit)), unsaved };
}

/** Removes a resolved conflict from a tab. */
export const withoutClash = (grid: TabGrid, place: Place): TabGrid => ({
  ...grid,
  clashes: grid.clashes.filter((clash) => placeKey(clash) !== placeKey(place)),
});

/** A completed operation. */
export interface Operated extends OfTab {
  readonly answer: GridChangeAnswer;
  readonly operation: GridOperation;
  /** The inverse operation. */
  readonly undo: GridOperation;
  /** Whether it was a new step, an undo or a redo. */
  readonly as: 'step' | 'undo' | 'redo';
}

/** Records an operation as a new step, or moves its step between the undo and redo stacks. */
export function withOperation(state: SheetState, { sheetId, operation, undo, as }: Operated): SheetState {
  const step: Step = { kind: 'operation', sheetId, undo, redo: operation };
  if (as === 'step') return { ...state, undo: [...state.undo, step], redo: [] };
  if (as === 'redo') return { ...state, redo: state.redo.slice(0, -1), undo: [...state.undo, step] };
  const back = { ...step, undo: operation, redo: undo };
  return { ...state, undo: state.undo.slice(0, -1), redo: [...state.redo, back] };
}
