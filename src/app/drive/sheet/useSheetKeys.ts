import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { noticeShown } from '../../notices/noticesSlice';
import type { RootState } from '../../rootReducer';
import { clearing, MOST_CELLS, pasting, textsIn } from './ranges';
import { at, moved, nextCell, placesOf, rangeOf } from './selection';
import { selectGridSize } from './sheetSelectors';
import { cellsWritten, redone, undone } from './sheetSlice';
import type { CellEdit } from './sheetState';
import { cellsOfTsv, tsvOf } from './tsv';
import { movedTo, type SheetHands } from './useSheetHands';

const TOO_MANY = 'At most 10,000 cells at once. Mark fewer, or upload a file.';
const NOT_LOADED = 'Some of these rows are not loaded. Mark fewer, or download the sheet.';
const PASSED_OVER = 'Cells with formulas were left as they are.';

interface KeyOptions {
  readonly hands: SheetHands;
  /** Rows on the screen. */
  readonly page: number;
  readonly menu: () => void;
  /** Leaves the grid. */
  readonly leave: () => void;
  /** Goes into what stands open at the active cell; says whether something does. */
  readonly enterPopover: () => boolean;
}

type Action = (event: KeyboardEvent) => void;

/** What keys do while no cell is edited. */
export function useSheetKeys({ hands, page, menu, leave, enterPopover }: KeyOptions) {
  const dispatch = useDispatch();
  const store = useStore<RootState>();
  const { sheetId, selection, select, begin } = hands;
  const { active } = selection;
  const size = () => selectGridSize(store.getState(), sheetId);
  const range = () => rangeOf(selection, size());
  const warn = (text: string) => dispatch(noticeShown({ kind: 'info', text }));

  const write = ({ edits, passedOver }: { readonly edits: readonly CellEdit[]; readonly passedOver: boolean }) => {
    if (edits.length > MOST_CELLS) return void warn(TOO_MANY);
    dispatch(cellsWritten({ sheetId, edits }));
    if (passedOver) warn(PASSED_OVER);
  };
  const clear = () => {
    const { top, left, bottom, right } = range();
    const places = (bottom - top + 1) * (right - left + 1) > 20 * MOST_CELLS ? undefined : placesOf(range());
    if (places === undefined) warn(TOO_MANY);
    else write(clearing(store.getState(), sheetId, places));
  };
  const step = (event: KeyboardEvent, back: boolean) => {
    if (!back && enterPopover()) return event.preventDefault();
    const next = nextCell(active, back, size());
    if (next === undefined) return;
    event.preventDefault();
    select(at(next));
  };
  const wholeLine = (event: KeyboardEvent) => {
    event.preventDefault();
    select({ ...selection, whole: event.shiftKey ? 'rows' : 'columns' });
  };

  const actions: Readonly<Record<string, Action>> = {
    Enter: (event) => {
      event.preventDefault();
      begin('cell');
    },
    F2: () => begin('cell'),
    Escape: leave,
    Tab: (event) => step(event, event.shiftKey),
    Delete: clear,
    Backspace: clear,
    ContextMenu: (event) => {
      event.preventDefault();
      menu();
    },
    F10: (event) => {
      if (!event.shiftKey) return;
      event.preventDefault();
      menu();
    },
  };
  const commands: Readonly<Record<string, Action>> = {
    z: (event) => dispatch(event.shiftKey ? redone() : undone()),
    y: () => dispatch(redone()),
    a: () => select({ active: { row: 1, column: 1 }, anchor: { row: size().rows, column: size().columns } }),
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    const edge = event.ctrlKey || event.metaKey;
    if (event.key === ' ' && (event.shiftKey || event.ctrlKey)) return wholeLine(event);
    const next = moved(active, { key: event.key, edge }, { ...size(), page });
    if (next !== undefined) {
      event.preventDefault();
      return select(movedTo(selection, next, event.shiftKey));
    }
    const command = edge && !event.altKey ? commands[event.key.toLowerCase()] : undefined;
    if (command !== undefined) {
      event.preventDefault();
      return command(event);
    }
    if (edge || event.altKey) return;
    if (event.key.length === 1) {
      event.preventDefault();
      begin('cell', event.key);
    } else actions[event.key]?.(event);
  };

  const copy = (event: ClipboardEvent): boolean => {
    const { top, left, bottom, right } = range();
    const isLarge = (bottom - top + 1) * (right - left + 1) > 20 * MOST_CELLS;
    const texts = isLarge ? undefined : textsIn(store.getState(), sheetId, range());
    event.preventDefault();
    if (texts === undefined) warn(NOT_LOADED);
    else event.clipboardData.setData('text/plain', tsvOf(texts));
    return texts !== undefined;
  };
  const isOurs = (event: ClipboardEvent) => event.target === event.currentTarget;
  return {
    onKeyDown,
    onCopy: (event: ClipboardEvent) => void (isOurs(event) && copy(event)),
    onCut: (event: ClipboardEvent) => {
      if (isOurs(event) && copy(event)) clear();
    },
    onPaste: (event: ClipboardEvent) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      const texts = cellsOfTsv(event.clipboardData.getData('text/plain'));
      const { top, left } = range();
      write(pasting(store.getState(), sheetId, { row: top, column: left }, texts));
      const width = Math.max(...texts.map((cells) => cells.length));
      select({ active: { row: top + texts.length - 1, column: left + width - 1 }, anchor: { row: top, column: left } });
    },
  };
}
