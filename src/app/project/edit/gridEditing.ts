import type { ComponentType } from 'react';
import type { Column, Row } from '../../../contract/rows';
import type { Cell, CellRange } from '../../grid/gridMoves';
import type { Pressed } from '../../grid/pressedKey';
import type { TabName } from '../rows/endpointSlice';
import type { CellDraft, CellDrafts } from './editSelectors';

/* What the grid and its lazy-loaded editing pass to each other. */

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

/** Edits cells by a key. Returns whether the key was handled. */
export type EditKey = (pressed: Pressed, active: Cell, range: CellRange) => boolean;

/** Functions of editing for the grid. */
export interface EditHandle {
  readonly key: EditKey;
  /** Edits a cell. */
  readonly begin: (cell: Cell) => void;
}

/** A key pressed before editing was loaded, with the active cell and the range at that time. */
export interface EarlyKey {
  readonly pressed: Pressed;
  readonly active: Cell;
  readonly range: CellRange;
}
