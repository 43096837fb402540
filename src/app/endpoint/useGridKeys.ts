import { useState, type KeyboardEvent } from 'react';
import { useDispatch } from 'react-redux';
import type { CellValue } from '../../contract/rows';
import { noticeShown } from '../notices/noticesSlice';
import { COPY_REFUSED, useCopy } from '../parts/useCopy';
import { linkOf } from './CellContent';
import { moved, type Cell, type GridSize } from './gridMoves';

interface GridKeys {
  readonly size: GridSize;
  /** The value of a cell; undefined while its row is on its way. */
  readonly valueAt: (cell: Cell) => CellValue | undefined;
  /** Brings a cell onto the screen. */
  readonly bring: (cell: Cell) => void;
}

const textOf = (value: CellValue | undefined) => (value === null || value === undefined ? '' : String(value));

/** The active cell, and what keys do in the grid: move, copy, follow a link, leave. */
export function useGridKeys({ size, valueAt, bring }: GridKeys) {
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const dispatch = useDispatch();
  const [, copy] = useCopy();
  const copyCell = async () => {
    const done = await copy(textOf(valueAt(active)));
    dispatch(noticeShown(done ? { kind: 'info', text: 'Cell copied' } : { kind: 'error', text: COPY_REFUSED }));
  };
  const follow = () => {
    const href = linkOf(valueAt(active) ?? null);
    if (href !== undefined) window.open(href, '_blank', 'noopener,noreferrer');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const edge = event.ctrlKey || event.metaKey;
    if (edge && event.key.toLowerCase() === 'c' && window.getSelection()?.isCollapsed !== false) void copyCell();
    if (event.key === 'Enter') follow();
    if (event.key === 'Escape') event.currentTarget.blur();
    const next = moved(active, { key: event.key, edge }, size);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    bring(next);
  };
  return { active, setActive, onKeyDown };
}
