import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { addressOf } from '../../../contract/gridCells';
import type { RootState } from '../../rootReducer';
import { editTextOf, isLockedCell } from './ranges';
import { at, nextCell } from '../../grid/gridMoves';
import { actOn, editorKey, type KeyActs, typesCharacter } from '../../grid/gridKeys';
import { useLatest } from '../../grid/useGridScroll';
import { useSelection } from '../../grid/useSelection';
import { selectCell, selectGridSize, selectReshaping } from '../state/sheetSelectors';
import { cellsWritten, redone, undone } from '../state/sheetSlice';
import { cellAt, type Place, placeKey, placeOf } from '../state/sheetState';
import type { CellEditing } from './SheetRow';
import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { useUnsavedWarning } from '../../ui/forms/useWindowEvent';

/** A cell that is being edited, in the grid or in the bar above it. */
export interface CellDraft extends Place {
  readonly text: string;
  readonly where: 'cell' | 'bar';
}

/** What is marked and what is being typed, and how both change; reset when the tab changes. */
export function useGridEditor(sheetId: number) {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useSelection(useAppSelector(selectGridSize, sheetId));
  /** Where the active cell stands. */
  const active = placeOf(grid.selection.active);
  const [draft, setDraft] = useState<CellDraft>();
  // What is edited at this very moment: leaving an input ends the editing that a key has just ended.
  const editing = useRef<CellDraft>(undefined);
  const edit = (next: CellDraft | undefined) => {
    editing.current = next;
    setDraft(next);
  };
  const cellNow = (place: Place) => selectCell(store.getState(), sheetId, place);

  /** Ends editing and keeps what was typed. */
  const commit = () => {
    const done = editing.current;
    edit(undefined);
    if (done === undefined) return;
    const { row, column, text } = done;
    if (text === editTextOf(cellNow(done))) return;
    dispatch(cellsWritten({ sheetId, edits: [{ row, column, next: { typed: text } }] }));
  };
  const keep = useLatest(commit);
  // Browsers do not say that an input has lost the focus when Back takes it away.
  useEffect(() => keep, [keep]);
  const isChanged = draft !== undefined && draft.text !== editTextOf(cellNow(draft));
  useUnsavedWarning(isChanged);
  /** Begins to edit the active cell, with its text unless another one is given; a formula is not edited. */
  const begin = (where: CellDraft['where'], text?: string) => {
    if (editing.current !== undefined && placeKey(editing.current) === placeKey(active)) return;
    const current = cellNow(active);
    if (isLockedCell(current) || current === undefined || selectReshaping(store.getState())) return;
    edit({ ...active, text: text ?? editTextOf(current), where });
  };
  const focusGrid = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  return {
    ...{ sheetId, grid, active, draft, begin, commit, scroller, focusGrid },
    type: (text: string) => edit(editing.current && { ...editing.current, text }),
    /** Ends editing by a key and keeps what was typed: the cell that lies so far away is the active one. */
    leave: (down: number, right: number) => {
      commit();
      grid.select(at(cellAt({ row: active.row + down, column: active.column + right })));
      focusGrid();
    },
    /** Ends editing by a key, and forgets what was typed. */
    cancel: () => {
      edit(undefined);
      focusGrid();
    },
  };
}

export type GridEditor = ReturnType<typeof useGridEditor>;

/** The input in the place of the active cell, while it is edited there. */
export function useEditing(editor: GridEditor): CellEditing | undefined {
  const { draft, type, commit } = editor;
  if (draft?.where !== 'cell') return undefined;
  const { row, column, text } = draft;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    editorKey(event, editor);
  };
  return { text, label: addressOf(row, column), onType: type, onKeyDown, onLeave: commit };
}

interface KeyOptions {
  readonly editor: GridEditor;
  /** Rows that Page up and Page down go over. */
  readonly page: number;
  readonly clear: () => void;
  readonly menu: () => void;
  /** Leaves the grid. */
  readonly leave: () => void;
  /** Goes into what stands open at the active cell; says whether something does. */
  readonly enterPopover: () => boolean;
}

/** What keys do in the grid while no cell is edited. */
export function useSheetKeys({ editor, page, clear, menu, leave, enterPopover }: KeyOptions) {
  const { size, selection, select, move } = editor.grid;
  const dispatch = useAppDispatch();
  /** The next cell, or the one before; beyond the last one the grid is left. */
  const step = (back: boolean) => {
    const next = nextCell(selection.active, back, size);
    if (next !== undefined) select(at(next));
    return next !== undefined;
  };
  const edit = () => editor.begin('cell');
  const redo = () => dispatch(redone());
  const chooseRows = () => select({ ...selection, whole: 'rows' });
  const acts: KeyActs = {
    Enter: edit,
    F2: edit,
    text: (key) => editor.begin('cell', key),
    Escape: leave,
    Delete: clear,
    Backspace: clear,
    ContextMenu: menu,
    'Shift+F10': menu,
    // What stands open at the cell comes first.
    Tab: () => enterPopover() || step(false),
    'Shift+Tab': () => step(true),
    'Ctrl+z': () => dispatch(undone()),
    'Ctrl+Shift+z': redo,
    'Ctrl+y': redo,
    'Ctrl+a': () => select({ active: size.least, anchor: { row: size.rows - 1, column: size.columns - 1 } }),
    'Ctrl+ ': () => select({ ...selection, whole: 'columns' }),
    'Shift+ ': chooseRows,
    'Ctrl+Shift+ ': chooseRows,
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    if (move(event, page) || ((!event.altKey || typesCharacter(event)) && actOn(acts, event))) event.preventDefault();
  };
}
