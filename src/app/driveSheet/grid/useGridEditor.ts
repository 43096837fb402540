import { useCallback, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { RootState } from '../../rootReducer';
import { editTextOf, isLockedCell } from './ranges';
import { at, firstCell, inside, type Selection } from './selection';
import { selectCell, selectGridSize, selectReshaping } from '../state/sheetSelectors';
import { cellsWritten } from '../state/sheetSlice';
import { type Place, placeKey } from '../state/sheetState';
import { useAppDispatch } from '../../storeHooks';

/** A cell that is being edited, in the grid or in the bar above it. */
export interface CellDraft extends Place {
  readonly text: string;
  readonly where: 'cell' | 'bar';
}

/** What is marked and what is being typed, and how both change. */
export interface GridEditor {
  readonly sheetId: number;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly draft: CellDraft | undefined;
  /** Begins to edit the active cell, with its text unless another one is given; a formula is not edited. */
  readonly begin: (where: CellDraft['where'], text?: string) => void;
  readonly type: (text: string) => void;
  /** Ends editing and keeps what was typed. */
  readonly commit: () => void;
  readonly cancel: () => void;
  /** Gives the focus to the grid. */
  readonly focusGrid: () => void;
  readonly grid: React.RefObject<HTMLDivElement | null>;
}

/** The editor on a tab's grid. They begin anew with another tab. */
export function useGridEditor(sheetId: number): GridEditor {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const grid = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState(firstCell);
  const [draft, setDraft] = useState<CellDraft>();
  // What is edited at this very moment: leaving an input ends the editing that a key has just ended.
  const editing = useRef<CellDraft>(undefined);
  const edit = (next: CellDraft | undefined) => {
    editing.current = next;
    setDraft(next);
  };
  const cellNow = (place: Place) => selectCell(store.getState(), sheetId, place);

  const commit = () => {
    const done = editing.current;
    edit(undefined);
    if (done === undefined) return;
    const { row, column, text } = done;
    if (text === editTextOf(cellNow(done))) return;
    dispatch(cellsWritten({ sheetId, edits: [{ row, column, next: { typed: text } }] }));
  };
  const begin = (where: CellDraft['where'], text?: string) => {
    if (editing.current !== undefined && placeKey(editing.current) === placeKey(selection.active)) return;
    const current = cellNow(selection.active);
    if (isLockedCell(current) || current === undefined || selectReshaping(store.getState())) return;
    edit({ ...selection.active, text: text ?? editTextOf(current), where });
  };
  return {
    ...{ sheetId, selection, draft, begin, commit, grid },
    select: (next) => {
      const size = selectGridSize(store.getState(), sheetId);
      setSelection({ ...next, active: inside(next.active, size), anchor: inside(next.anchor, size) });
    },
    type: (text) => edit(editing.current && { ...editing.current, text }),
    cancel: () => edit(undefined),
    focusGrid: useCallback(() => grid.current?.focus({ preventScroll: true }), []),
  };
}

/** The selection after a move from the active cell, marking what lies between when it is extended. */
export const movedTo = (before: Selection, active: Place, extend: boolean): Selection =>
  extend ? { ...before, active } : at(active);
