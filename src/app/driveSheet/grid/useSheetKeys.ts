import type { KeyboardEvent } from 'react';
import { useStore } from 'react-redux';
import type { RootState } from '../../rootReducer';
import { at, moved, nextCell } from './selection';
import { selectGridSize } from '../state/sheetSelectors';
import { redone, undone } from '../state/sheetSlice';
import { movedTo, type GridEditor } from './useGridEditor';
import { useAppDispatch } from '../../storeHooks';

interface KeyOptions {
  readonly editor: GridEditor;
  /** Rows on the screen. */
  readonly page: number;
  readonly clear: () => void;
  readonly menu: () => void;
  /** Leaves the grid. */
  readonly leave: () => void;
  /** Goes into what stands open at the active cell; says whether something does. */
  readonly enterPopover: () => boolean;
}

type Action = (event: KeyboardEvent) => void;

const stopping =
  (action: () => void): Action =>
  (event) => {
    event.preventDefault();
    action();
  };

/** The next cell, or the one before; what stands open at the cell comes first. Beyond the last one the grid is left. */
function useSteps({ editor: { sheetId, selection, select }, enterPopover }: KeyOptions): Action {
  const store = useStore<RootState>();
  return (event) => {
    const back = event.shiftKey;
    if (!back && enterPopover()) return event.preventDefault();
    const next = nextCell(selection.active, back, selectGridSize(store.getState(), sheetId));
    if (next === undefined) return;
    event.preventDefault();
    select(at(next));
  };
}

/** What keys do by themselves. */
function useActions(options: KeyOptions): Readonly<Record<string, Action>> {
  const { editor, clear, menu, leave } = options;
  const edit = () => editor.begin('cell');
  return {
    Enter: stopping(edit),
    F2: edit,
    Escape: leave,
    Tab: useSteps(options),
    Delete: clear,
    Backspace: clear,
    ContextMenu: stopping(menu),
    F10: (event) => event.shiftKey && stopping(menu)(event),
  };
}

/** What keys do with Ctrl or the command key. */
function useCommands({ editor: { sheetId, select } }: KeyOptions): Readonly<Record<string, Action>> {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  return {
    z: (event) => dispatch(event.shiftKey ? redone() : undone()),
    y: () => dispatch(redone()),
    a: () => {
      const { rows, columns } = selectGridSize(store.getState(), sheetId);
      select({ active: { row: 1, column: 1 }, anchor: { row: rows, column: columns } });
    },
  };
}

/** What keys do in the grid while no cell is edited. */
export function useSheetKeys(options: KeyOptions) {
  const { editor, page } = options;
  const { sheetId, selection, select, begin } = editor;
  const store = useStore<RootState>();
  const actions = useActions(options);
  const commands = useCommands(options);

  /** Moves, or marks whole lines; says whether the key does that. */
  const move = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const room = { ...selectGridSize(store.getState(), sheetId), page };
    const next = moved(selection.active, { key, edge: ctrlKey || metaKey }, room);
    if (next !== undefined) select(movedTo(selection, next, shiftKey));
    const isLine = key === ' ' && (shiftKey || ctrlKey);
    if (isLine) select({ ...selection, whole: shiftKey ? 'rows' : 'columns' });
    return isLine || next !== undefined;
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    if (move(event)) return event.preventDefault();
    const { key, altKey } = event;
    if (event.ctrlKey || event.metaKey) {
      const command = altKey ? undefined : commands[key.toLowerCase()];
      if (command !== undefined) stopping(() => command(event))(event);
    } else if (key.length === 1 && !altKey) stopping(() => begin('cell', key))(event);
    else if (!altKey) actions[key]?.(event);
  };
}
