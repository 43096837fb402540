import type { GridChangeAnswer, GridOperation } from '../../../contract/driveGrid';
import { shownText } from '../../../contract/gridCells';
import { stepOf, withEdits } from './edits';
import { dropPages } from '../../grid/pageCache';
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

/** Which tab an event is about. */
export interface OfTab {
  readonly sheetId: number;
}

/** The state after changes were made that have to be saved. */
function changed(state: SheetState): SheetState {
  const saving = savingMachine.step(state.saving, 'changesMade', undefined);
  return saving === state.saving ? state : { ...state, saving };
}

/** The first header that edits rename, where the endpoint was called today. */
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

/** Whether a typed text is a formula for other programs; an apostrophe before it says that a text is meant. */
const isLikeFormula = ({ next }: CellEdit) => 'typed' in next && /^\s*=/.test(next.typed);

/** Texts that begin like formulas, which are not calculated here. */
export function formulaQuestionOf(sheetId: number, edits: readonly CellEdit[]): FormulaQuestion | undefined {
  const formulas = edits.filter(isLikeFormula);
  const [first] = formulas;
  if (first === undefined || !('typed' in first.next)) return undefined;
  return { kind: 'formula', sheetId, edits, first: first.next.typed.trim(), count: formulas.length };
}

/** Edits are made: at once here, and as a step that can be taken back. */
export function edited(state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState {
  const undo: readonly Step[] = [...state.undo, stepOf(state, sheetId, edits)];
  return changed({ ...withEdits(state, sheetId, edits), undo, redo: [], question: null });
}

/** Takes the last step back, or makes one again, of those that are only cells. */
export function replayed(state: SheetState, from: 'undo' | 'redo'): SheetState {
  const last = state[from].at(-1);
  if (last?.kind !== 'cells' || state.reshaping) return state;
  const to = from === 'undo' ? 'redo' : 'undo';
  const moved = { ...state, [from]: state[from].slice(0, -1), [to]: [...state[to], last] };
  return changed(withEdits(moved, last.sheetId, last[from]));
}

/** Everything that is known of a tab's rows is asked for anew; what is on the screen stays until it has come. */
export const outdated = (grid: TabGrid): TabGrid => withPages(grid, (next) => dropPages(next, 'ready'));

/** Edits that wait, as they are kept for later. */
export const unsavedOf = (queue: readonly QueuedEdit[]): readonly UnsavedEdit[] =>
  queue.map(({ sheetId, row, column, before, next }) => ({ sheetId, row, column, before, next }));

/** The state where the edits of a tab wait no longer, but are offered again. */
export function withoutQueueOf(state: SheetState, sheetId: number): SheetState {
  const isOfTab = (edit: QueuedEdit) => edit.sheetId === sheetId;
  const unsaved = [...state.unsaved, ...unsavedOf(state.queue.filter(isOfTab))];
  return { ...state, queue: state.queue.filter((edit) => !isOfTab(edit)), unsaved };
}

/** A tab without a clash that is settled. */
export const withoutClash = (grid: TabGrid, place: Place): TabGrid => ({
  ...grid,
  clashes: grid.clashes.filter((clash) => placeKey(clash) !== placeKey(place)),
});

/** An operation that was done. */
export interface Operated extends OfTab {
  readonly answer: GridChangeAnswer;
  readonly operation: GridOperation;
  /** What undoes it. */
  readonly undo: GridOperation;
  /** Whether it is a step of its own, or one that is taken back or made again. */
  readonly as: 'step' | 'undo' | 'redo';
}

/** An operation is a step of its own, or moves from one side to the other. */
export function withOperation(state: SheetState, { sheetId, operation, undo, as }: Operated): SheetState {
  const made: Step = { kind: 'operation', sheetId, undo, redo: operation };
  if (as === 'step') return { ...state, undo: [...state.undo, made], redo: [] };
  if (as === 'redo') return { ...state, redo: state.redo.slice(0, -1), undo: [...state.undo, made] };
  const back = { ...made, undo: operation, redo: undo };
  return { ...state, undo: state.undo.slice(0, -1), redo: [...state.redo, back] };
}
