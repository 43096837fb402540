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

/** The latest of the edits of a cell that wait. */
const waitingFor = ({ queue }: SheetState, sheetId: number, edit: CellEdit) =>
  queue.filter((queued) => queued.sheetId === sheetId && isSamePlace(queued, edit)).at(-1);

/** What a cell holds for the person who edits it: edits that are not saved yet count. */
function seenCell(state: SheetState, sheetId: number, edit: CellEdit): Written {
  const waiting = waitingFor(state, sheetId, edit);
  return waiting?.next ?? { cell: storedCell(state.tabs[sheetId] ?? noGrid, edit) ?? null };
}

/** The queue with an edit more; one of the same cell that has not been sent is replaced. */
function queued(state: SheetState, sheetId: number, edit: CellEdit): SheetState {
  const waiting = waitingFor(state, sheetId, edit);
  if (waiting?.sent === false) {
    const queue = state.queue.map((other) => (other === waiting ? { ...other, next: edit.next } : other));
    return { ...state, queue };
  }
  const { before = storedCell(state.tabs[sheetId] ?? noGrid, edit) ?? null } = edit;
  const added: QueuedEdit = { ...edit, id: state.nextId, sheetId, before, sent: false };
  return { ...state, queue: [...state.queue, added], nextId: state.nextId + 1 };
}

/** A tab without the misfits of cells that are written. */
function withoutMisfits(grid: TabGrid, edits: readonly CellEdit[]): TabGrid {
  if (grid.misfits.length === 0) return grid;
  const places = new Set(edits.map(placeKey));
  return { ...grid, misfits: grid.misfits.filter((misfit) => !places.has(placeKey(misfit))) };
}

/** Puts cells, at once and for the server to be told. */
export const withEdits = (state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState =>
  edits.reduce(
    (before, edit) => queued(before, sheetId, edit),
    withTab(state, sheetId, (grid) => withoutMisfits(grid, edits)),
  );

/** The step back from edits that are about to be made. */
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

/** The queue without what is saved; later edits of the same cells were made over what is there now. */
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

/** A tab with the misfits among saved edits, which the queue still has. */
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

/** Takes edits out of the queue that clash, and keeps what was wanted and what is there. */
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

/** The operation that undoes one; what was removed comes back by the name that its answer gave. */
export function inverseOf({ kind, at, count }: GridOperation, removed: string | undefined): GridOperation {
  const restore = removed === undefined ? {} : { restore: removed };
  if (kind === 'insertRows') return { kind: 'deleteRows', at, count };
  if (kind === 'insertColumns') return { kind: 'deleteColumns', at, count };
  return { kind: kind === 'deleteRows' ? 'insertRows' : 'insertColumns', at, count, ...restore };
}
