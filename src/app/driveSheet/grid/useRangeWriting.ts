import { useStore } from 'react-redux';
import { noticeShown } from '../../notices/noticesSlice';
import type { RootState } from '../../rootReducer';
import { clearing, MOST_CELLS, pasting, placesOf, textsIn, textsOf } from './ranges';
import { cellsWritten } from '../state/sheetSlice';
import { type CellEdit, placeOf } from '../state/sheetState';
import { tsvOf } from '../../grid/tsv';
import type { GridEditor } from './useGridEditor';
import { useAppDispatch } from '../../storeHooks';

const TOO_MANY = 'At most 10,000 cells at once. Mark fewer, or upload a file.';
const NOT_LOADED = 'Some of these rows are not loaded. Mark fewer, or download the sheet.';
const PASSED_OVER = 'Cells with formulas were left as they are.';

/** Cells of a range that are looked at, most of them blank perhaps. */
const MOST_LOOKED_AT = 20 * MOST_CELLS;

interface Writing {
  readonly edits: readonly CellEdit[];
  /** Whether cells that cannot be written are left out. */
  readonly passedOver: boolean;
}

/** What can be done with all that is marked: clear it, take it as text, put a text over it. */
export function useRangeWriting({ sheetId, grid: { range, select } }: Pick<GridEditor, 'sheetId' | 'grid'>) {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const warn = (text: string) => void dispatch(noticeShown({ kind: 'info', text }));
  const { rows, columns } = range;
  const isLarge = (rows.last - rows.first + 1) * (columns.last - columns.first + 1) > MOST_LOOKED_AT;

  const write = ({ edits, passedOver }: Writing) => {
    if (edits.length > MOST_CELLS) return warn(TOO_MANY);
    dispatch(cellsWritten({ sheetId, edits }));
    if (passedOver) warn(PASSED_OVER);
  };
  const paste = (text: string) => {
    const state = store.getState();
    const anchor = { row: rows.first, column: columns.first };
    const texts = textsOf(state, sheetId, placeOf(anchor), text);
    write(pasting(state, sheetId, placeOf(anchor), texts));
    const width = Math.max(...texts.map((cells) => cells.length));
    select({ active: { row: anchor.row + texts.length - 1, column: anchor.column + width - 1 }, anchor });
  };
  return {
    clear: () => (isLarge ? warn(TOO_MANY) : write(clearing(store.getState(), sheetId, placesOf(range).flat()))),
    /** The text for the clipboard; undefined, and told of, where some of it is not there. */
    text: (): string | undefined => {
      const texts = isLarge ? undefined : textsIn(store.getState(), sheetId, range);
      if (texts === undefined) warn(NOT_LOADED);
      return texts && tsvOf(texts);
    },
    paste,
  };
}
