import Type, { type Static } from 'typebox';
import type { GridCell, PlacedCell } from './gridCells';
import { limits } from './limits';
import type { ColumnType } from './rows';

const row = Type.Integer({ minimum: 1, maximum: limits.cellsPerWorkbook });
const column = Type.Integer({ minimum: 1, maximum: limits.columnsPerTab });
const text = Type.String({ maxLength: limits.charactersPerCell });

const gridCellSchema = Type.Union([
  Type.Null(),
  text,
  Type.Number(),
  Type.Boolean(),
  Type.Object(
    {
      kind: Type.Union([
        Type.Literal('text'),
        Type.Literal('number'),
        Type.Literal('boolean'),
        Type.Literal('date'),
        Type.Literal('datetime'),
        Type.Literal('time'),
        Type.Literal('error'),
      ]),
      value: Type.Union([Type.Null(), text, Type.Number(), Type.Boolean()]),
      text: Type.Optional(text),
      formula: Type.Optional(text),
    },
    { additionalProperties: false },
  ),
]);

/** One cell that is written. */
export const gridEditSchema = Type.Object(
  {
    row,
    column,
    /** As typed: "12" is a number, "TRUE" a boolean, an ISO date a date; an apostrophe before it makes it text. */
    value: Type.Optional(text),
    /** Exactly this, instead of `value`. */
    cell: Type.Optional(gridCellSchema),
    /** What the editor believes to stand there; without it the sheet must be as it was at `revision`. */
    before: Type.Optional(gridCellSchema),
  },
  { additionalProperties: false },
);
export type GridEdit = Static<typeof gridEditSchema>;

const count = Type.Integer({ minimum: 1, maximum: 10_000 });
const change = { additionalProperties: false };

/** What happens to whole rows or columns. `at` is the first of them, 1-based. */
export const gridOperationSchema = Type.Union([
  Type.Object({ kind: Type.Literal('insertRows'), at: row, count, restore: Type.Optional(Type.String()) }, change),
  Type.Object({ kind: Type.Literal('deleteRows'), at: row, count }, change),
  Type.Object(
    { kind: Type.Literal('insertColumns'), at: column, count, restore: Type.Optional(Type.String()) },
    change,
  ),
  Type.Object({ kind: Type.Literal('deleteColumns'), at: column, count }, change),
]);
export type GridOperation = Static<typeof gridOperationSchema>;

const revision = Type.Integer({ minimum: 0 });
const title = Type.String({ minLength: 1, maxLength: limits.titleCharacters });

/** Body of `PATCH /api/drive/spreadsheets/{id}/tabs/{sheetId}`: one of the three. */
export const gridChangeSchema = Type.Union([
  Type.Object({ revision, edits: Type.Array(gridEditSchema, { minItems: 1, maxItems: limits.cellsPerEdit }) }, change),
  Type.Object({ revision, operation: gridOperationSchema }, change),
  Type.Object({ title }, change),
]);
export type GridChange = Static<typeof gridChangeSchema>;

/** Body of `POST /api/drive/spreadsheets/{id}/tabs`. */
export const newTabSchema = Type.Object(
  {
    title: Type.Optional(title),
    /** Place among the tabs, from 0; the end when not given. */
    position: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Brings a tab back that was deleted a while ago: what its deletion has answered. */
    restore: Type.Optional(Type.String()),
  },
  change,
);
export type NewTab = Static<typeof newTabSchema>;

/** What is known of a tab besides its rows. */
export interface GridTabFacts {
  readonly sheetId: number;
  readonly title: string;
  /** Grows with every change of the tab. */
  readonly revision: number;
  /** Number of the last row that holds anything; 0 when none does. */
  readonly lastRow: number;
  /** Number of the last column that holds anything. */
  readonly columns: number;
  /** The row with the column names; null when no row looks like one. */
  readonly headerRow: number | null;
  /** Requests that its endpoint was sent today, in UTC; 0 without a project. */
  readonly callsToday: number;
}

export interface GridRow {
  readonly row: number;
  readonly id: string;
  /** From column A on; the rest is blank. */
  readonly cells: readonly GridCell[];
}

/** `GET /api/drive/spreadsheets/{id}/tabs/{sheetId}/rows?from=&limit=`: rows that hold nothing are left out. */
export interface GridRowsAnswer {
  readonly tab: GridTabFacts;
  readonly rows: readonly GridRow[];
}

/** A value that was written and is not of the type that its column had. */
export interface Misfit {
  readonly row: number;
  readonly column: number;
  /** The column's name. */
  readonly key: string;
  readonly type: ColumnType;
  /** What the endpoint answers as text from now on: all of the column, or this value alone because the column's type is set. */
  readonly becomesText: 'column' | 'value';
}

/** Answer of a PATCH. */
export interface GridChangeAnswer {
  readonly tab: GridTabFacts;
  /** The cells that were written, as they are now. */
  readonly cells: readonly PlacedCell[];
  /** Of the written values those that do not fit; absent where all do. */
  readonly misfits?: readonly Misfit[];
  /** Brings back what the operation has removed, for a while: see `restore`. */
  readonly removed?: string;
}

/** Cells of one column, 1-based, from one row to another: formulas whose inputs have changed since their values were calculated. */
export type StaleRun = readonly [column: number, first: number, last: number];

/** `GET /api/drive/spreadsheets/{id}/stale`: what is left out has no stale formulas. */
export interface StaleAnswer {
  readonly tabs: readonly { readonly sheetId: number; readonly cells: readonly StaleRun[] }[];
}

/** Answer of a POST of a tab. */
export interface NewTabAnswer {
  readonly sheetId: number;
}

/** Answer of a DELETE of a tab. */
export interface RemovedTabAnswer {
  readonly removed: string;
}
