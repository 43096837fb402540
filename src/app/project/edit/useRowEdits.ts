import { type ComponentType, useCallback, useMemo } from 'react';
import type { Column, Row } from '../../../contract/rows';
import { useAppSelector } from '../../storeHooks';
import { selectLocked } from '../rows/endpointSelectors';
import type { TabName } from '../rows/endpointSlice';
import { type CellDraft, type CellDrafts, selectCellDrafts } from './editSelectors';
import { lockOf } from './values';

/** State and functions of editing for a row of the grid. */
export interface RowEdits {
  readonly name: TabName;
  /** Drafts of the row's cells, by column. */
  readonly drafts: CellDrafts;
  /** Returns why a cell is read-only; undefined if it is writable. */
  readonly lockOf: (row: Row, column: string) => string | undefined;
  /** Closes the editor of a cell: focuses the grid and activates the cell at this distance. */
  readonly leave: (down: number, right: number) => void;
  /** Renders a cell with a draft. */
  readonly Cell: ComponentType<CellEditProps>;
}

export interface CellEditProps {
  readonly edits: RowEdits;
  readonly draft: CellDraft;
  readonly column: Column;
  /** Id of the element with the error message. */
  readonly messageId: string;
}

/** Returns the edits of a row by its id. */
export type EditsOf = (rowId: string | undefined) => RowEdits;

const NONE: CellDrafts = new Map();

/**
 * Returns the edits of each row by its id, memoized so that unchanged rows do not render again.
 *
 * @param leave a function of constant identity
 */
export function useRowEdits(
  { projectId, sheetId }: TabName,
  { leave, Cell }: Pick<RowEdits, 'leave' | 'Cell'>,
): EditsOf {
  const name = useMemo(() => ({ projectId, sheetId }), [projectId, sheetId]);
  const drafts = useAppSelector(selectCellDrafts, name);
  const locked = useAppSelector(selectLocked, name);
  const others = useMemo<RowEdits>(
    () => ({
      ...{ name, drafts: NONE },
      lockOf: (row, column) => lockOf(locked, row, column),
      ...{ leave, Cell },
    }),
    [name, locked, leave, Cell],
  );
  const edited = useMemo(
    () => new Map([...drafts].map(([rowId, cells]): [string, RowEdits] => [rowId, { ...others, drafts: cells }])),
    [others, drafts],
  );
  return useCallback((rowId) => edited.get(rowId ?? '') ?? others, [edited, others]);
}
