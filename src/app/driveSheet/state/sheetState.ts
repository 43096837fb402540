import type { DriveSpreadsheet } from '../../../contract/drive';
import type { GridOperation, GridRow, GridTabFacts, Misfit, StaleRun } from '../../../contract/driveGrid';
import { editText, type GridCell, isFormula, isNumber, shownText } from '../../../contract/gridCells';
import type { PageCache } from '../../grid/pageCache';
import type { ApiFailure } from '../../http/apiError';
import type { SavingState } from './savingMachine';

/** Position of a cell in a tab, 1-based. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** Converts a position in the grid, which counts its rows from 0, to a position in the tab; {@link toGridCell} converts it back. */
export const toTabPlace = ({ row, column }: Place): Place => ({ row: row + 1, column });
export const toGridCell = ({ row, column }: Place): Place => ({ row: row - 1, column });

/** New content of a cell: typed text, which the server parses, or a cell value. */
export type Written = { readonly typed: string } | { readonly cell: GridCell };

/** Returns the text on the screen of a cell, typed text as it is; empty while its row is not loaded. */
export function writtenText(written: Written | undefined): string {
  if (written === undefined) return '';
  return 'typed' in written ? written.typed : shownText(written.cell);
}

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/** Returns the initial text of the editor of a cell. */
export function editTextOf(written: Written | undefined): string {
  if (written === undefined) return '';
  return 'typed' in written ? written.typed : editText(written.cell);
}

/** Whether a cell has a formula, which is read-only. */
export const isLockedCell = (written: Written | undefined): boolean =>
  written !== undefined && 'cell' in written && isFormula(written.cell);

/** Whether a cell has a number, also a pending one, which is right-aligned. */
export const isRightAligned = (written: Written | undefined): boolean =>
  written !== undefined && ('typed' in written ? NUMBER.test(written.typed) : isNumber(written.cell));

/** An edit of a cell. */
export interface CellEdit extends Place {
  readonly next: Written;
  /** Expected content on the server; by default the loaded content. */
  readonly before?: GridCell;
  /** {@link GridTabFacts.shape} when its row and column were seen, by default the loaded one: the server refuses it if they were moved since. */
  readonly shape?: number;
}

/** An edit that was not saved, because the structure of its tab had changed or the session had ended. */
export interface UnsavedEdit extends CellEdit {
  readonly sheetId: number;
  /** Saved content when the edit was made. */
  readonly before: GridCell;
}

/** An edit that is not saved yet. */
export interface QueuedEdit extends UnsavedEdit {
  readonly shape: number;
  /** Whether it is in flight, or may have been saved although the response was lost; one batch is at a time. */
  readonly sent: boolean;
}

/** A conflict: a cell was changed elsewhere while it was edited here. */
export interface Clash extends Place {
  readonly mine: Written;
  readonly theirs: GridCell;
}

/** A saved value that does not fit the type of its column, and the previous content. */
export interface NotedMisfit extends Misfit {
  readonly cell: GridCell;
  readonly before: GridCell;
}

interface StepOf<Kind, Change> {
  readonly kind: Kind;
  readonly sheetId: number;
  readonly undo: Change;
  readonly redo: Change;
}

/** A step that can be undone and redone. */
export type Step = StepOf<'cells', readonly CellEdit[]> | StepOf<'operation', GridOperation>;

/** The rows of a page by row number. */
export type GridRows = Readonly<Record<number, GridRow>>;

/** State of a tab; `facts` arrive with the first page. */
export interface TabGrid extends PageCache<GridRows> {
  readonly facts: GridTabFacts | null;
  /** Blank rows and columns that the person has added, which are not saved. */
  readonly extra: { readonly rows: number; readonly columns: number };
  /** Estimated width of each column in pixels; undefined until its first rows have arrived. */
  readonly widths: readonly (number | undefined)[];
  readonly clashes: readonly Clash[];
  /** Shown until the person keeps or undoes the values. */
  readonly misfits: readonly NotedMisfit[];
}

type SheetPhase =
  | { readonly phase: 'none' }
  | { readonly phase: 'loading' | 'ready' | 'missing'; readonly spreadsheetId: string }
  | { readonly phase: 'failed'; readonly spreadsheetId: string; readonly failure: ApiFailure };

/** Formulas whose inputs have changed, by tab id. */
export type StaleFormulas = Readonly<Record<number, readonly StaleRun[]>>;

/** Edits that wait for a confirmation. */
interface Asked {
  readonly sheetId: number;
  readonly edits: readonly CellEdit[];
}

/** Confirmation before a header is renamed while its endpoint is in use. */
export interface HeaderQuestion extends Asked {
  readonly kind: 'header';
  readonly header: string;
  readonly calls: number;
}

/** Confirmation before text that begins with `=` is stored, which other programs would calculate. */
export interface FormulaQuestion extends Asked {
  readonly kind: 'formula';
  readonly first: string;
  /** Number of such edits. */
  readonly count: number;
}

/** State of the open spreadsheet. */
export interface SheetState {
  readonly page: SheetPhase;
  readonly spreadsheet: DriveSpreadsheet | null;
  readonly tabs: Readonly<Record<number, TabGrid>>;
  /** Id of the tab on the screen. */
  readonly current: number | null;
  readonly saving: SavingState;
  readonly queue: readonly QueuedEdit[];
  /** Edits that are offered to the person. */
  readonly unsaved: readonly UnsavedEdit[];
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
  readonly question: HeaderQuestion | FormulaQuestion | null;
  readonly stale: StaleFormulas;
  /** What is being changed: rows and columns, while edits wait, or the list of tabs. */
  readonly reshaping: 'lines' | 'tabs' | null;
  /** Edits of the previously open spreadsheet that were not saved when this one was opened. */
  readonly lost: { readonly title: string; readonly count: number } | null;
}

export const noSheet: SheetState = {
  page: { phase: 'none' },
  spreadsheet: null,
  tabs: {},
  current: null,
  saving: { phase: 'saved' },
  queue: [],
  unsaved: [],
  undo: [],
  redo: [],
  question: null,
  stale: {},
  reshaping: null,
  lost: null,
};

export const noGrid: TabGrid = {
  facts: null,
  pages: {},
  seen: { first: 0, last: 0 },
  extra: { rows: 0, columns: 0 },
  widths: [],
  clashes: [],
  misfits: [],
};

export const placeKey = ({ row, column }: Place) => `${row}:${column}`;
