import type { KeyboardEvent } from 'react';
import { at, nextCell } from '../../grid/gridMoves';
import { redone, undone } from '../state/sheetSlice';
import type { GridEditor } from './useGridEditor';
import { useAppDispatch } from '../../storeHooks';

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

type Action = (event: KeyboardEvent) => void;

const stopping =
  (action: () => void): Action =>
  (event) => {
    event.preventDefault();
    action();
  };

/** The next cell, or the one before; what stands open at the cell comes first. Beyond the last one the grid is left. */
const stepping =
  ({ editor: { grid }, enterPopover }: KeyOptions): Action =>
  (event) => {
    const back = event.shiftKey;
    if (!back && enterPopover()) return event.preventDefault();
    const next = nextCell(grid.selection.active, back, grid.size);
    if (next === undefined) return;
    event.preventDefault();
    grid.select(at(next));
  };

/** What keys do by themselves. */
function actionsOf(options: KeyOptions): Readonly<Record<string, Action>> {
  const { editor, clear, menu, leave } = options;
  const edit = () => editor.begin('cell');
  return {
    Enter: stopping(edit),
    F2: edit,
    Escape: leave,
    Tab: stepping(options),
    Delete: clear,
    Backspace: clear,
    ContextMenu: stopping(menu),
    F10: (event) => event.shiftKey && stopping(menu)(event),
  };
}

/** What keys do in the grid while no cell is edited. */
export function useSheetKeys(options: KeyOptions) {
  const { editor, page } = options;
  const { size, selection, select, move } = editor.grid;
  const dispatch = useAppDispatch();
  const actions = actionsOf(options);
  /** What keys do with Ctrl or the command key. */
  const commands: Readonly<Record<string, Action>> = {
    z: (event) => dispatch(event.shiftKey ? redone() : undone()),
    y: () => dispatch(redone()),
    a: () => select({ active: size.least, anchor: { row: size.rows - 1, column: size.columns - 1 } }),
    ' ': () => select({ ...selection, whole: 'columns' }),
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    if (move(event, page)) return event.preventDefault();
    const { key, altKey } = event;
    if (key === ' ' && event.shiftKey) stopping(() => select({ ...selection, whole: 'rows' }))(event);
    else if (event.ctrlKey || event.metaKey) {
      const command = altKey ? undefined : commands[key.toLowerCase()];
      if (command !== undefined) stopping(() => command(event))(event);
    } else if (key.length === 1 && !altKey) stopping(() => editor.begin('cell', key))(event);
    else if (!altKey) actions[key]?.(event);
  };
}
