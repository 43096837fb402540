import { type ComponentType, useCallback, useMemo } from 'react';
import type { Column, Row } from '../../../contract/rows';
import { useAppSelector } from '../../storeHooks';
import { selectLocked } from '../rows/endpointSelectors';
import type { TabName } from '../rows/endpointSlice';
import { type CellDraft, type CellDrafts, selectCellDrafts } from './editSelectors';
import { lockOf } from './values';

/** What a row of the grid has to know of editing. */
export interface RowEdits {
  readonly name: TabName;
  /** Cells of the row that are written, by column. */
  readonly drafts: CellDrafts;
  /** Why a cell cannot be written; undefined where it can. */
  readonly lockOf: (row: Row, column: string) => string | undefined;
  /** The editor of a cell is left: the grid has the focus again, and a cell so far away is the active one. */
  readonly leave: (down: number, right: number) => void;
  /** Draws a cell that is written. */
  readonly Cell: ComponentType<CellEditProps>;
}

export interface CellEditProps {
  readonly edits: RowEdits;
  readonly draft: CellDraft;
  readonly column: Column;
  /** Id of the element that says what is wrong. */
  readonly says: string;
}

/** What each row has to know of editing, by its id. */
export type EditsOf = (rowId: string | undefined) => RowEdits;

const NONE: CellDrafts = new Map();

/**
 * What each row has to know of editing, by its id: the same object as long as it knows nothing new.
 *
 * @param leave the same function as long as it can be
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
