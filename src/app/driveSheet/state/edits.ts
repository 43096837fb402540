import type { GridChangeAnswer, GridOperation } from '../../../contract/driveGrid';
import type { GridCell, PlacedCell } from '../../../contract/gridCells';
import {
  type CellEdit,
  type Clash,
  type NotedMisfit,
  noGrid,
  placeKey,
  type QueuedEdit,
  type SheetState,
  type Step,
  type Written,
} from './sheetState';
import { storedCell } from './pages';

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
  const before: GridCell = storedCell(state.tabs[sheetId] ?? noGrid, edit) ?? null;
  const added: QueuedEdit = { ...edit, id: state.nextId, sheetId, before, sent: false };
  return { ...state, queue: [...state.queue, added], nextId: state.nextId + 1 };
}

/** Puts cells, at once and for the server to be told. */
export const withEdits = (state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState =>
  edits.reduce((before, edit) => queued(before, sheetId, edit), withoutMisfits(state, sheetId, edits));

/** The step back from edits that are about to be made. */
export const stepOf = (state: SheetState, sheetId: number, edits: readonly CellEdit[]): Step => ({
  kind: 'cells',
  sheetId,
  undo: edits.map(({ row, column, ...edit }) => ({
    row,
    column,
    next: seenCell(state, sheetId, { row, column, ...edit }),
  })),
  redo: edits,
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

/** Misfits with those among saved edits; the state still has these in its queue. */
export function withMisfits(
  state: SheetState,
  sheetId: number,
  ids: readonly number[],
  answer: GridChangeAnswer,
): SheetState {
  const places = new Map(answer.misfits?.map((misfit) => [placeKey(misfit), misfit]));
  const cells = new Map(answer.cells.map((placed) => [placeKey(placed), placed.cell]));
  const noted = state.queue.flatMap((edit): NotedMisfit[] => {
    const misfit = ids.includes(edit.id) ? places.get(placeKey(edit)) : undefined;
    if (misfit === undefined) return [];
    return [{ ...misfit, sheetId, before: edit.before, cell: cells.get(placeKey(edit)) ?? null }];
  });
  return noted.length === 0 ? state : { ...state, misfits: [...state.misfits, ...noted] };
}

/** The state without the misfits of cells that are written. */
export const withoutMisfits = (state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState => {
  const places = new Set(edits.map(placeKey));
  const isLeft = (misfit: NotedMisfit) => misfit.sheetId !== sheetId || !places.has(placeKey(misfit));
  return state.misfits.every(isLeft) ? state : { ...state, misfits: state.misfits.filter(isLeft) };
};

/** Takes edits out of the queue that clash, and keeps what was wanted and what is there. */
export function withClashes(state: SheetState, sheetId: number, theirs: readonly PlacedCell[]): SheetState {
  const cells = new Map(theirs.map((placed) => [placeKey(placed), placed.cell]));
  const isTheirs = (edit: QueuedEdit) => edit.sheetId === sheetId && cells.has(placeKey(edit));
  const mine = new Map(state.queue.filter(isTheirs).map((edit) => [placeKey(edit), edit]));
  const clashes = [...mine.values()].map(({ row, column, next }): Clash => ({
    ...{ sheetId, row, column, mine: next },
    theirs: cells.get(placeKey({ row, column })) ?? null,
  }));
  const others = state.clashes.filter((clash) => clash.sheetId !== sheetId || !cells.has(placeKey(clash)));
  const queue = state.queue.filter((edit) => !isTheirs(edit)).map((edit) => ({ ...edit, sent: false }));
  return { ...state, queue, clashes: [...others, ...clashes] };
}

/** The operation that undoes one; what was removed comes back by the name that its answer gave. */
export function inverseOf({ kind, at, count }: GridOperation, removed: string | undefined): GridOperation {
  const restore = removed === undefined ? {} : { restore: removed };
  if (kind === 'insertRows') return { kind: 'deleteRows', at, count };
  if (kind === 'insertColumns') return { kind: 'deleteColumns', at, count };
  return { kind: kind === 'deleteRows' ? 'insertRows' : 'insertColumns', at, count, ...restore };
}
