import { type MouseEvent, useCallback, useState } from 'react';
import type { MenuPlace } from '../../ui/overlays/MenuSheet';
import { cellOf } from '../../grid/gridCells';
import { type Cell, HEAD, isInside, placed } from '../../grid/gridMoves';
import type { GridEditor } from './useGridEditor';

/** Which whole lines a place stands for: rows by their numbers, columns by their letters. */
const linesAt = ({ row, column }: Cell) => (row === HEAD ? 'columns' : column === 0 ? 'rows' : undefined);

/**
 * What the mouse does: a press on a cell marks it, with Shift up to there; two edit it. A press on a number or a letter chooses
 * the whole line; pressing what is chosen, or the other button, opens the menu.
 */
export function useSheetMouse({ grid, begin, focusGrid, scroller }: GridEditor) {
  const { size, selection, range, select, pick } = grid;
  const [menu, setMenu] = useState<MenuPlace>();
  const choose = (place: Cell, whole: 'rows' | 'columns', event: MouseEvent) => {
    const line = placed(place, size);
    const isChosen = selection.whole === whole && isInside(range, line);
    const isMenu = event.type === 'contextmenu' || (event.button === 0 && isChosen && !event.shiftKey);
    const anchor = event.shiftKey && selection.whole === whole ? selection.anchor : line;
    if (!isChosen || event.shiftKey) select({ active: line, anchor, whole, isPressed: true });
    if (isMenu) setMenu({ x: event.clientX, y: event.clientY });
  };
  const press = (event: MouseEvent) => {
    const place = cellOf(event.target);
    if (place === undefined || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    focusGrid();
    const whole = linesAt(place);
    if (whole !== undefined) choose(place, whole, event);
    else if (event.type === 'contextmenu') setMenu({ x: event.clientX, y: event.clientY });
    else pick(place, { extend: event.shiftKey, keep: event.button !== 0, isPressed: true });
  };
  const onDoubleClick = ({ target }: MouseEvent) => {
    const place = cellOf(target);
    if (place !== undefined && linesAt(place) === undefined) begin('cell');
  };
  const openAt = (cell: string) => {
    const box = scroller.current?.querySelector(`#${CSS.escape(cell)}`)?.getBoundingClientRect();
    setMenu(box ? { x: box.left, y: box.bottom } : undefined);
  };
  return {
    ...{ menu, openAt, closeMenu: useCallback(() => setMenu(undefined), []) },
    mouse: { onMouseDown: press, onContextMenu: press, onDoubleClick },
  };
}
