import { type MouseEvent, useCallback, useState } from 'react';
import type { MenuPlace } from '../../ui/overlays/MenuSheet';
import { type GridSize, rangeOf, type Selection } from './selection';
import type { GridEditor } from './useGridEditor';

/** Whether a line is part of what is marked as whole lines. */
function isChosen(selection: Selection, whole: 'rows' | 'columns', line: number, size: GridSize) {
  if (selection.whole !== whole) return false;
  const { top, bottom, left, right } = rangeOf(selection, size);
  return whole === 'rows' ? line >= top && line <= bottom : line >= left && line <= right;
}

/**
 * Choosing rows by their numbers and columns by their letters: a press chooses, with Shift up to there; pressing what is
 * chosen, or the other button, opens the menu.
 */
export function useLineChoice({ selection, select, focusGrid, grid }: GridEditor, size: GridSize) {
  const [menu, setMenu] = useState<MenuPlace>();
  const choose = (whole: 'rows' | 'columns', line: number, event: MouseEvent) => {
    event.preventDefault();
    focusGrid();
    const chosen = isChosen(selection, whole, line, size);
    const isMenu =
      event.type === 'contextmenu' || (event.type === 'mousedown' && event.button === 0 && chosen && !event.shiftKey);
    const place = whole === 'rows' ? { row: line, column: 1 } : { row: 1, column: line };
    const anchor = event.shiftKey && selection.whole === whole ? selection.anchor : place;
    if (!chosen || event.shiftKey) select({ active: place, anchor, whole });
    if (isMenu) setMenu({ x: event.clientX, y: event.clientY });
  };
  const openAt = (cell: string) => {
    const box = grid.current?.querySelector(`#${CSS.escape(cell)}`)?.getBoundingClientRect();
    setMenu(box ? { x: box.left, y: box.bottom } : undefined);
  };
  return {
    menu,
    openAt,
    openMenu: setMenu,
    closeMenu: useCallback(() => setMenu(undefined), []),
    onNumber: (row: number, event: MouseEvent) => choose('rows', row, event),
    onLetter: (column: number, event: MouseEvent) => choose('columns', column, event),
  };
}
