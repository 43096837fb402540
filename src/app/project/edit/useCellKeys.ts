import { useStore } from 'react-redux';
import type { Column, Row } from '../../../contract/rows';
import { type Cell, type CellRange, HEAD, rangeIndexes } from '../../grid/gridMoves';
import { runBinding, type KeyBindings } from '../../grid/gridKeys';
import { type Pressed, stepForKey, typesCharacter } from '../../grid/pressedKey';
import { valueOfColumn } from '../../columns/columnsSelectors';
import { noticeShown } from '../../notices/noticesSlice';
import type { RootState } from '../../rootReducer';
import { useAppDispatch } from '../../storeHooks';
import { rowAt, selectLocked, selectPages } from '../rows/endpointSelectors';
import type { TabName } from '../rows/endpointSlice';
import { draftMachine, type DraftName } from './draftMachine';
import { type LiveDraft, selectDraft, selectEdits } from './editSelectors';
import { cellKey, cellsPasted, editorOpened, rowsRemoved, undoPressed } from './editSlice';
import type { RowEdits } from './gridEditing';
import { booleanTextFor, editText, lockOf } from './values';

const { draftBegun, draftCancelled, draftCommitted, draftReverted, textTyped } = draftMachine.actions;

/** Returns the event by which "Esc" ends typing: it discards the text, but saves the ones it replaced. */
export const escapeEvent = (name: DraftName, draft: LiveDraft) =>
  draft.phase === 'typing' && draft.unsaved !== undefined ? draftReverted(name) : draftCancelled(name);

/** Returns a function that starts editing a cell, or continues its draft. */
function useCellEditing(name: TabName, columns: readonly Column[]) {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();

  /** @param typed the first character; without it the editor starts with the value */
  const begin = ({ row: index, column: at }: Cell, typed?: string) => {
    const state = store.getState();
    const row: Row | undefined = rowAt(selectPages(state, name), index);
    const column = columns[at - 1];
    if (row === undefined || column === undefined) return;
    const lock = lockOf(selectLocked(state, name), row, column.key);
    if (lock !== undefined) {
      dispatch(noticeShown({ kind: 'info', topic: 'rows', text: lock }));
      return;
    }
    const draftName: DraftName = { ...name, key: cellKey(row._id, column.key) };
    const value = row[column.key] ?? null;
    const text = typed === undefined || column.type !== 'boolean' ? typed : booleanTextFor(typed);
    const draft = selectDraft(state, name, draftName.key);
    if (draft === undefined) {
      const texts = { [column.key]: text ?? editText(value) };
      dispatch(draftBegun({ ...draftName, draft: { rowId: row._id, texts, before: { [column.key]: value } } }));
      return;
    }
    dispatch(editorOpened(draftName));
    const next = text ?? (draft.phase === 'saving' ? valueOfColumn(draft.draft.texts, column.key) : undefined);
    if (next !== undefined) dispatch(textTyped({ ...draftName, column: column.key, text: next }));
  };
  return begin;
}

export interface CellKeys {
  readonly name: TabName;
  readonly columns: readonly Column[];
  readonly onOpen: (row: number) => void;
  /** Opens the dialog that adds a row. */
  readonly onAdd: () => void;
}

/** Returns a text after a key, with the caret at its end. */
function textAfter(before: string, pressed: Pressed): string {
  if (pressed.key === 'Backspace') return before.slice(0, -1);
  return typesCharacter(pressed) ? before + pressed.key : before;
}

const booleanAfter = (before: string, pressed: Pressed) =>
  typesCharacter(pressed) ? (booleanTextFor(pressed.key) ?? before) : before;

/**
 * Returns the function that starts editing a cell, and the handler of the keys that edit cells, which returns whether the key was
 * handled. Its parameter `leave` moves to another cell after a key that has ended the text of a cell.
 */
export function useCellKeys({ name, columns, onOpen, onAdd }: CellKeys) {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const begin = useCellEditing(name, columns);

  /** Deletes the rows if the selection contains ids, else clears the cells. */
  const clear = ({ rows, columns: { first, last } }: CellRange) => {
    if (first === 0) {
      dispatch(rowsRemoved({ ...name, ...rows }));
      return;
    }
    const keys = columns.slice(first - 1, last).map(({ key }) => key);
    const texts = rangeIndexes(rows).map(() => keys.map(() => ''));
    dispatch(cellsPasted({ ...name, first: rows.first, columns: keys, texts, verb: 'cleared' }));
  };

  const keyAt = (state: RootState, { row, column }: Cell) =>
    cellKey(rowAt(selectPages(state, name), row)?._id ?? '', columns[column - 1]?.key ?? '');

  /** Handles keys for a draft whose editor is not rendered yet; a key for another cell commits the draft. */
  const typeIntoDraft = (event: Pressed, active: Cell, leave: RowEdits['leave']): boolean => {
    const state = store.getState();
    const { open } = selectEdits(state, name);
    const draft = open === undefined ? undefined : selectDraft(state, name, open);
    const [column] = Object.keys(draft?.draft.texts ?? {});
    if (open === undefined || draft?.phase !== 'typing' || column === undefined) return false;
    const draftName = { ...name, key: open };
    if (open !== keyAt(state, active)) {
      dispatch(draftCommitted(draftName));
      return false;
    }
    const step = stepForKey(event);
    if (step) {
      dispatch(draftCommitted(draftName));
      leave(...step);
    } else if (event.key === 'Escape') {
      dispatch(escapeEvent(draftName, draft));
    } else {
      const isBoolean = columns.find(({ key }) => key === column)?.type === 'boolean';
      const before = draft.draft.texts[column] ?? '';
      const text = isBoolean ? booleanAfter(before, event) : textAfter(before, event);
      dispatch(textTyped({ ...draftName, column, text }));
    }
    return true;
  };

  /** Discards the rejected or waiting draft of the active cell. Returns whether there was one. */
  const dismiss = (active: Cell): boolean => {
    const state = store.getState();
    const draftName = { ...name, key: keyAt(state, active) };
    if (selectDraft(state, name, draftName.key) === undefined) return false;
    dispatch(draftCancelled(draftName));
    return true;
  };

  const cellBindings = (active: Cell, range: CellRange): KeyBindings => ({
    Escape: () => dismiss(active),
    Enter: () => (active.column === 0 ? onOpen(active.row) : begin(active)),
    F2: () => begin(active),
    ' ': () => onOpen(active.row),
    Delete: () => clear(range),
    Backspace: () => clear(range),
    text: active.column > 0 ? (key) => begin(active, key) : undefined,
  });

  const onKey = (event: Pressed, active: Cell, range: CellRange, leave: RowEdits['leave']): boolean => {
    const bindings: KeyBindings = {
      ...(active.row !== HEAD && cellBindings(active, range)),
      'Shift+Enter': onAdd,
      'Ctrl+z': () => dispatch(undoPressed(name)),
      'Ctrl+Shift+z': () => false,
    };
    return typeIntoDraft(event, active, leave) || runBinding(bindings, event);
  };
  return { begin, onKey };
}
