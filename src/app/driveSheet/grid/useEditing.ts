import type { KeyboardEvent } from 'react';
import { addressOf } from '../../../contract/gridCells';
import { at } from '../../grid/gridMoves';
import { cellAt } from '../state/sheetState';
import type { CellEditing } from './SheetRow';
import type { GridEditor } from './useGridEditor';

/** The input in the place of the active cell, while it is edited there. */
export function useEditing({ draft, type, commit, cancel, grid, focusGrid }: GridEditor): CellEditing | undefined {
  if (draft?.where !== 'cell') return undefined;
  const { row, column, text } = draft;
  const leaveTo = (down: number, right: number) => {
    commit();
    grid.select(at(cellAt({ row: row + down, column: column + right })));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Enter') leaveTo(event.shiftKey ? -1 : 1, 0);
    else if (event.key === 'Tab') leaveTo(0, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    focusGrid();
  };
  return { text, label: addressOf(row, column), onType: type, onKeyDown, onLeave: commit };
}
