import type { DriveSpreadsheet } from '../../../contract/drive';
import type { GridOperation, GridRow, GridTabFacts, Misfit, StaleRun } from '../../../contract/driveGrid';
import type { GridCell } from '../../../contract/gridCells';
import type { PageCache } from '../../grid/pageCache';
import type { ApiFailure } from '../../http/apiError';
import type { SavingState } from './savingMachine';

/** A place in a tab, 1-based. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The place of a cell of the grid, which counts its rows from 0. */
export const placeOf = ({ row, column }: Place): Place => ({ row: row + 1, column });
export const cellAt = ({ row, column }: Place): Place => ({ row: row - 1, column });

/** What is put into a cell: a text as typed, which the server understands, or exactly a cell. */
export type Written = { readonly typed: string } | { readonly cell: GridCell };

/** A cell that is written. */
export interface CellEdit extends Place {
  readonly next: Written;
  /** What it is written over, where that may not be what stands there by now. */
  readonly before?: GridCell;
}

/** An edit that is not on the server yet. */
export interface QueuedEdit extends CellEdit {
  readonly id: number;
  readonly sheetId: number;
  /** What stood there when it was made. */
  readonly before: GridCell;
  readonly sent: boolean;
}

/** What was typed into a cell and did not reach the server: its tab was another one by then, or the session had ended. */
export interface UnsavedEdit extends CellEdit {
  readonly sheetId: number;
  readonly before: GridCell;
}

/** A cell that was changed elsewhere while it was edited here. */
export interface Clash extends Place {
  readonly mine: Written;
  readonly theirs: GridCell;
}

/** A value that was saved and does not fit its column; what stood there before. */
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

/** Something that can be undone, or done again. */
export type Step = StepOf<'cells', readonly CellEdit[]> | StepOf<'operation', GridOperation>;

/** The rows of a page, by their numbers. */
export type GridRows = Readonly<Record<number, GridRow>>;

/** What is known of a tab; `facts` come with the first page. */
export interface TabGrid extends PageCache<GridRows> {
  readonly facts: GridTabFacts | null;
  /** Rows on the screen. */
  readonly seen: { readonly first: number; readonly last: number };
  /** Blank rows and columns that were asked for beyond those that are shown anyway. */
  readonly extra: { readonly rows: number; readonly columns: number };
  /** Pixels of each column, by what it holds; undefined until its first rows have come. */
  readonly widths: readonly (number | undefined)[];
  readonly clashes: readonly Clash[];
  /** Told of until the person has seen to it. */
  readonly misfits: readonly NotedMisfit[];
}

export type SheetPhase =
  | { readonly phase: 'none' }
  | { readonly phase: 'loading' | 'ready' | 'missing'; readonly spreadsheetId: string }
  | { readonly phase: 'failed'; readonly spreadsheetId: string; readonly failure: ApiFailure };

/** Formulas whose inputs have changed, by tab. */
export type StaleFormulas = Readonly<Record<number, readonly StaleRun[]>>;

/** A header that is about to be renamed though its endpoint is in use. */
export interface HeaderQuestion {
  readonly kind: 'header';
  readonly sheetId: number;
  readonly edits: readonly CellEdit[];
  readonly header: string;
  readonly calls: number;
}

/** Texts that begin with `=` are about to be stored, which another program would calculate. */
export interface FormulaQuestion {
  readonly kind: 'formula';
  readonly sheetId: number;
  readonly edits: readonly CellEdit[];
  readonly first: string;
  /** How many of the edits are such texts. */
  readonly count: number;
}

/** The spreadsheet whose page is open. */
export interface SheetState {
  readonly page: SheetPhase;
  readonly spreadsheet: DriveSpreadsheet | null;
  readonly tabs: Readonly<Record<number, TabGrid>>;
  /** The tab whose rows were on the screen last. */
  readonly current: number | null;
  readonly saving: SavingState;
  readonly queue: readonly QueuedEdit[];
  /** They are offered again. */
  readonly unsaved: readonly UnsavedEdit[];
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
  readonly question: HeaderQuestion | FormulaQuestion | null;
  readonly stale: StaleFormulas;
  /** Rows, columns or tabs are being changed: nothing else is until that is done. */
  readonly reshaping: boolean;
  /** Changes of the spreadsheet that was open before, which were not saved when this one was opened. */
  readonly lost: { readonly title: string; readonly count: number } | null;
  readonly nextId: number;
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
  reshaping: false,
  lost: null,
  nextId: 1,
};

export const noGrid: TabGrid = {
  facts: null,
  pages: {},
  kept: [],
  seen: { first: 1, last: 1 },
  extra: { rows: 0, columns: 0 },
  widths: [],
  clashes: [],
  misfits: [],
};

export const placeKey = ({ row, column }: Place) => `${row}:${column}`;
