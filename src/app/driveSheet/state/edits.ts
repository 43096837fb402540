import type { GridChangeAnswer, GridOperation } from '../../../contract/driveGrid';
import type { PlacedCell } from '../../../contract/gridCells';
import {
  type CellEdit,
  type Clash,
  type NotedMisfit,
  noGrid,
  placeKey,
  type QueuedEdit,
  type SheetState,
  type Step,
  type TabGrid,
  type Written,
} from './sheetState';
import { storedCell, withCells, withTab } from './pages';

const isSamePlace = (one: CellEdit, other: CellEdit) => one.row === other.row && one.column === other.column;

/** Returns the latest pending edit of a cell. */
const pendingEdit = ({ queue }: SheetState, sheetId: number, edit: CellEdit) =>
  queue.filter((other) => other.sheetId === sheetId && isSamePlace(other, edit)).at(-1);

/** Returns the content of a cell on the screen, pending edits included. */
function seenCell(state: SheetState, sheetId: number, edit: CellEdit): Written {
  const pending = pendingEdit(state, sheetId, edit);
  return pending?.next ?? { cell: storedCell(state.tabs[sheetId] ?? noGrid, edit) ?? null };
}

/** Adds an edit to the queue; replaces a pending edit of the same cell unless that is in flight. */
function enqueue(state: SheetState, sheetId: number, edit: CellEdit): SheetState {
  const pending = pendingEdit(state, sheetId, edit);
  if (pending?.sent === false) {
    const queue = state.queue.map((other) => (other === pending ? { ...other, next: edit.next } : other));
    return { ...state, queue };
  }
  const { before = storedCell(state.tabs[sheetId] ?? noGrid, edit) ?? null } = edit;
  const added: QueuedEdit = { ...edit, id: state.nextId, sheetId, before, sent: false };
  return { ...state, queue: [...state.queue, added], nextId: state.nextId + 1 };
}

/** Removes the misfits of cells that are overwritten. */
function withoutMisfits(grid: TabGrid, edits: readonly CellEdit[]): TabGrid {
  if (grid.misfits.length === 0) return grid;
  const places = new Set(edits.map(placeKey));
  return { ...grid, misfits: grid.misfits.filter((misfit) => !places.has(placeKey(misfit))) };
}

/** Adds edits to the queue, which are shown at once. */
export const withEdits = (state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState =>
  edits.reduce(
    (before, edit) => enqueue(before, sheetId, edit),
    withTab(state, sheetId, (grid) => withoutMisfits(grid, edits)),
  );

/** Returns the undo step of edits that are about to be added. */
export const stepOf = (state: SheetState, sheetId: number, edits: readonly CellEdit[]): Step => ({
  kind: 'cells',
  sheetId,
  undo: edits.map(({ row, column, ...edit }) => ({
    row,
    column,
    next: seenCell(state, sheetId, { row, column, ...edit }),
  })),
  redo: edits.map(({ row, column, next }) => ({ row, column, next })),
});

/** Removes saved edits from the queue; later edits of the same cells now expect the saved content. */
export function afterSaved(
  queue: readonly QueuedEdit[],
  ids: readonly number[],
  sheetId: number,
  cells: readonly PlacedCell[],
): readonly QueuedEdit[] {
  const done = new Set(ids);
  const now = new Map(cells.map((placed) => [placeKey(placed), placed.cell]));
  return queue
    .filter(({ id }) => !done.has(id))
    .map((edit) => {
      const cell = edit.sheetId === sheetId ? now.get(placeKey(edit)) : undefined;
      return cell === undefined ? edit : { ...edit, before: cell };
    });
}

/** Adds the misfits among saved edits to a tab; `queue` still contains these edits. */
export function withMisfits(
  grid: TabGrid,
  queue: readonly QueuedEdit[],
  ids: readonly number[],
  answer: GridChangeAnswer,
): TabGrid {
  const places = new Map(answer.misfits?.map((misfit) => [placeKey(misfit), misfit]));
  const cells = new Map(answer.cells.map((placed) => [placeKey(placed), placed.cell]));
  const noted = queue.flatMap((edit): NotedMisfit[] => {
    const misfit = ids.includes(edit.id) ? places.get(placeKey(edit)) : undefined;
    if (misfit === undefined) return [];
    return [{ ...misfit, before: edit.before, cell: cells.get(placeKey(edit)) ?? null }];
  });
  return noted.length === 0 ? grid : { ...grid, misfits: [...grid.misfits, ...noted] };
}

/** Moves conflicting edits from the queue to the conflicts of the tab, with the content on the server. */
export function withClashes(state: SheetState, sheetId: number, theirs: readonly PlacedCell[]): SheetState {
  const cells = new Map(theirs.map((placed) => [placeKey(placed), placed.cell]));
  const isTheirs = (edit: QueuedEdit) => edit.sheetId === sheetId && cells.has(placeKey(edit));
  const mine = new Map(state.queue.filter(isTheirs).map((edit) => [placeKey(edit), edit]));
  const clashes = [...mine.values()].map(({ row, column, next }): Clash => ({
    ...{ row, column, mine: next },
    theirs: cells.get(placeKey({ row, column })) ?? null,
  }));
  const queue = state.queue.filter((edit) => !isTheirs(edit)).map((edit) => ({ ...edit, sent: false }));
  return withTab({ ...state, queue }, sheetId, (grid) => {
    const others = grid.clashes.filter((clash) => !cells.has(placeKey(clash)));
    return { ...withCells(grid, theirs), clashes: [...others, ...clashes] };
  });
}

/** Returns the inverse of an operation. @param removed id of the removed cells, by which the server restores them */
export function inverseOf({ kind, at, count }: GridOperation, removed: string | undefined): GridOperation {
  const restore = removed === undefined ? {} : { restore: removed };
  if (kind === 'insertRows') return { kind: 'deleteRows', at, count };
  if (kind === 'insertColumns') return { kind: 'deleteColumns', at, count };
  return { kind: kind === 'deleteRows' ? 'insertRows' : 'insertColumns', at, count, ...restore };
}
