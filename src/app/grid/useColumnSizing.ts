import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { useAppDispatch } from '../storeHooks';
import { columnSized } from './tabLayouts';

/** Bounds of a column's width, and the step of a key, in pixels. */
const MIN_WIDTH = 60;
const MAX_WIDTH = 800;
const KEY_STEP = 16;

const clamp = (width: number) => Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width)));

/** A column and its width. */
interface SizedColumn {
  readonly column: string;
  /** Current width in pixels. */
  readonly width: number;
}

/**
 * Resizes columns: by dragging the edge of a header, by a double click there, which fits the width to the content, and by
 * Alt+Shift+arrow while a cell of the column is active. The widths are stored in the browser.
 *
 * @param tab unique name of the tab, see `tabLayouts`
 */
export function useColumnSizing(tab: string) {
  const dispatch = useAppDispatch();
  const [announcement, setAnnouncement] = useState('');
  const size = (column: string, wanted: number) => {
    const width = clamp(wanted);
    dispatch(columnSized({ tab, column, width }));
    return width;
  };
  /** Returns the handlers of the edge of a column header. */
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
  /** Resizes the active column by a key. Returns whether the key was handled. */
  const onKey = (event: KeyboardEvent, active: SizedColumn | undefined): boolean => {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
    if (!event.altKey || !event.shiftKey || step === undefined || active === undefined) return false;
    event.preventDefault();
    const width = size(active.column, active.width + step);
    setAnnouncement(`${active.column} is ${width} pixels wide`);
    return true;
  };
  return { edgeProps, onKey, announcement };
}

export type ColumnSizing = ReturnType<typeof useColumnSizing>;
