import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { useAppDispatch } from '../storeHooks';
import { columnSized } from './tabLooks';

/** Pixels that a column may be given, and those that a key adds or takes. */
const NARROWEST = 60;
const WIDEST = 800;
const STEP = 16;

const allowed = (width: number) => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)));

/** A column of the grid. */
export interface SizedColumn {
  readonly column: string;
  /** Its width now, in pixels. */
  readonly width: number;
}

/**
 * Columns get another width by dragging the edge of their head, one that fits by a double click there, and by Alt, Shift and an
 * arrow while one of their cells is active. The browser remembers it.
 *
 * @param tab the tab's name, see `tabLooks`
 */
export function useColumnSizing(tab: string) {
  const dispatch = useAppDispatch();
  const [said, setSaid] = useState('');
  const size = (column: string, wanted: number) => {
    const width = allowed(wanted);
    dispatch(columnSized({ tab, column, width }));
    return width;
  };
  /** What the edge of a column's head does. */
  const edgeProps = ({ column, width }: SizedColumn) => ({
    'data-edge': '',
    onPointerDown({ currentTarget: edge, clientX: from, pointerId }: PointerEvent<HTMLElement>) {
      const move = (moved: globalThis.PointerEvent) => size(column, width + moved.clientX - from);
      const end = () => edge.removeEventListener('pointermove', move);
      edge.setPointerCapture?.(pointerId);
      edge.addEventListener('pointermove', move);
      edge.addEventListener('pointerup', end, { once: true });
      edge.addEventListener('lostpointercapture', end, { once: true });
    },
    onDoubleClick: ({ currentTarget }: MouseEvent) =>
      void import(/* webpackChunkName: "gridLater" */ './fittingWidth').then(({ fittingWidth }) =>
        size(column, fittingWidth(currentTarget)),
      ),
    onClick: (event: MouseEvent) => event.stopPropagation(),
    onMouseDown: (event: MouseEvent) => event.stopPropagation(),
  });
  /** Whether the key was one that sizes the active column. */
  const onKey = (event: KeyboardEvent, active: SizedColumn | undefined): boolean => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!event.altKey || !event.shiftKey || by === undefined || active === undefined) return false;
    event.preventDefault();
    setSaid(`${active.column} is ${size(active.column, active.width + by)} pixels wide`);
    return true;
  };
  return { edgeProps, onKey, said };
}

export type ColumnSizing = ReturnType<typeof useColumnSizing>;
