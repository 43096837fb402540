import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { addressOf } from '../../../contract/gridCells';
import type { RootState } from '../../rootReducer';
import { singleCell, nextCell } from '../../grid/gridMoves';
import { runBinding, handleEditorKey, type KeyBindings } from '../../grid/gridKeys';
import { typesCharacter } from '../../grid/pressedKey';
import { useLatest } from '../../grid/useGridScroll';
import { useSelection } from '../../grid/useSelection';
import { selectCell, selectEditBase, selectGridSize, selectMoving } from '../state/sheetSelectors';
import { cellsWritten, redone, undone } from '../state/sheetSlice';
import {
  type CellEdit,
  editTextOf,
  isLockedCell,
  toGridCell,
  type Place,
  placeKey,
  toTabPlace,
} from '../state/sheetState';
import { useAppDispatch, useAppSelector } from '../../storeHooks';
import { useUnsavedWarning } from '../../ui/forms/useWindowEvent';

/** The text of the cell that is being edited, in the grid or in the formula bar. */
export interface CellDraft extends Place {
  readonly text: string;
  readonly where: 'cell' | 'bar';
  /** The text and the state of the cell when editing began: it may change elsewhere meanwhile. */
  readonly start: { readonly text: string } & Pick<CellEdit, 'before' | 'shape'>;
}

/** Input of the cell that is edited in the grid. */
export interface CellEditing {
  readonly text: string;
  readonly label: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly onLeave: () => void;
}

/** State of selection and editing; reset when the tab changes. */
export function useGridEditor(sheetId: number) {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useSelection(useAppSelector(selectGridSize, sheetId));
  /** Position of the active cell in the tab. */
  const active = toTabPlace(grid.selection.active);
  const [draft, setDraft] = useState<CellDraft>();
  // The draft as of now, not of the last render: a blur follows the key that has already committed or cancelled the draft.
  const editing = useRef<CellDraft>(undefined);
  const edit = (next: CellDraft | undefined) => {
    editing.current = next;
    setDraft(next);
  };
  const cellNow = (place: Place) => selectCell(store.getState(), sheetId, place);

  /** Ends editing and saves the typed text. */
  const commit = () => {
    const ended = editing.current;
    edit(undefined);
    if (ended === undefined) return;
    const { row, column, text, start } = ended;
    if (text === start.text || text === editTextOf(cellNow(ended))) return;
    const { before, shape } = start;
    dispatch(cellsWritten({ sheetId, edits: [{ row, column, next: { typed: text }, before, shape }] }));
  };
  const commitOnLeave = useLatest(commit);
  // Browsers dispatch no blur event if the input is removed by a navigation.
  useEffect(() => commitOnLeave, [commitOnLeave]);
  const isChanged = draft !== undefined && draft.text !== draft.start.text;
  useUnsavedWarning(isChanged);
  /** Starts editing the active cell, with its own text or a given one, unless it is a formula. */
  const begin = (where: CellDraft['where'], text?: string) => {
    if (editing.current !== undefined && placeKey(editing.current) === placeKey(active)) return;
    const current = cellNow(active);
    if (isLockedCell(current) || current === undefined || selectMoving(store.getState())) return;
    const start = { text: editTextOf(current), ...selectEditBase(store.getState(), sheetId, active) };
    edit({ ...active, text: text ?? start.text, where, start });
  };
  const focusGrid = useCallback(() => scroller.current?.focus({ preventScroll: true }), []);
  return {
    sheetId,
    grid,
    active,
    draft,
    begin,
    commit,
    scroller,
    focusGrid,
    type: (text: string) => edit(editing.current && { ...editing.current, text }),
    /** Saves the typed text and moves to the cell at this distance. */
    leave: (down: number, right: number) => {
      commit();
      grid.select(singleCell(toGridCell({ row: active.row + down, column: active.column + right })));
      focusGrid();
    },
    /** Discards the typed text. */
    cancel: () => {
      edit(undefined);
      focusGrid();
    },
  };
}

export type GridEditor = ReturnType<typeof useGridEditor>;

/** Returns the input of the active cell; undefined unless it is edited in the grid. */
export function useEditing(editor: GridEditor): CellEditing | undefined {
  const { draft, type, commit } = editor;
  if (draft?.where !== 'cell') return undefined;
  const { row, column, text } = draft;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    handleEditorKey(event, editor);
  };
  return { text, label: addressOf(row, column), onType: type, onKeyDown, onLeave: commit };
}

interface KeyOptions {
  readonly editor: GridEditor;
  /** Number of rows that Page Up and Page Down move by. */
  readonly page: number;
  readonly clear: () => void;
  readonly menu: () => void;
  /** Leaves the grid. */
  readonly leave: () => void;
  /** Focuses the popover at the active cell. Returns whether there is one. */
  readonly enterPopover: () => boolean;
}

/** Returns the keydown handler of the grid while no cell is edited. */
export function useSheetKeys({ editor, page, clear, menu, leave, enterPopover }: KeyOptions) {
  const { size, selection, select, move } = editor.grid;
  const dispatch = useAppDispatch();
  /** Moves to the next or previous cell. Returns false at the end, where Tab leaves the grid. */
  const step = (back: boolean) => {
    const next = nextCell(selection.active, back, size);
    if (next !== undefined) select(singleCell(next));
    return next !== undefined;
  };
  const edit = () => editor.begin('cell');
  const redo = () => dispatch(redone());
  const selectRows = () => select({ ...selection, whole: 'rows' });
  const bindings: KeyBindings = {
    Enter: edit,
    F2: edit,
    text: (key) => editor.begin('cell', key),
    Escape: leave,
    Delete: clear,
    Backspace: clear,
    ContextMenu: menu,
    'Shift+F10': menu,
    // A popover at the cell comes first.
    Tab: () => enterPopover() || step(false),
    'Shift+Tab': () => step(true),
    'Ctrl+z': () => dispatch(undone()),
    'Ctrl+Shift+z': redo,
    'Ctrl+y': redo,
    'Ctrl+a': () => select({ active: size.minCell, anchor: { row: size.rows - 1, column: size.columns - 1 } }),
    'Ctrl+ ': () => select({ ...selection, whole: 'columns' }),
    'Shift+ ': selectRows,
    'Ctrl+Shift+ ': selectRows,
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    if (move(event, page) || ((!event.altKey || typesCharacter(event)) && runBinding(bindings, event)))
      event.preventDefault();
  };
}
