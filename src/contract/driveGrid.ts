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

/** A write to one cell. */
export const gridEditSchema = Type.Object(
  {
    row,
    column,
    /** Text as typed: "12" is parsed as a number, "TRUE" as a boolean, an ISO date as a date; a leading apostrophe makes it text. */
    value: Type.Optional(text),
    /** The exact cell to store, instead of `value`. */
    cell: Type.Optional(gridCellSchema),
    /** Expected current cell. If absent, the sheet must not have changed since `revision`. */
    before: Type.Optional(gridCellSchema),
  },
  { additionalProperties: false },
);
export type GridEdit = Static<typeof gridEditSchema>;

const count = Type.Integer({ minimum: 1, maximum: 10_000 });
const strict = { additionalProperties: false };

/** Insertion or deletion of whole rows or columns. `at` is the first of them, 1-based. */
export const gridOperationSchema = Type.Union([
  Type.Object({ kind: Type.Literal('insertRows'), at: row, count, restore: Type.Optional(Type.String()) }, strict),
  Type.Object({ kind: Type.Literal('deleteRows'), at: row, count }, strict),
  Type.Object(
    { kind: Type.Literal('insertColumns'), at: column, count, restore: Type.Optional(Type.String()) },
    strict,
  ),
  Type.Object({ kind: Type.Literal('deleteColumns'), at: column, count }, strict),
]);
export type GridOperation = Static<typeof gridOperationSchema>;

const revision = Type.Integer({ minimum: 0 });
const title = Type.String({ minLength: 1, maxLength: limits.titleCharacters });

/** Body of `PATCH /api/drive/spreadsheets/{id}/tabs/{sheetId}`: edits, an operation, or a new title. */
export const gridChangeSchema = Type.Union([
  Type.Object({ revision, edits: Type.Array(gridEditSchema, { minItems: 1, maxItems: limits.cellsPerEdit }) }, strict),
  Type.Object({ revision, operation: gridOperationSchema }, strict),
  Type.Object({ title }, strict),
]);
export type GridChange = Static<typeof gridChangeSchema>;

/** Body of `POST /api/drive/spreadsheets/{id}/tabs`. */
export const newTabSchema = Type.Object(
  {
    title: Type.Optional(title),
    /** 0-based position among the tabs; the end by default. */
    position: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Token from the response to a recent deletion of a tab: restores that tab. */
    restore: Type.Optional(Type.String()),
  },
  strict,
);
export type NewTab = Static<typeof newTabSchema>;

/** Facts of a tab, without its rows. */
export interface GridTabFacts {
  readonly sheetId: number;
  readonly title: string;
  /** Grows with every change of the tab. */
  readonly revision: number;
  /** Revision in which its rows or columns were moved last: positions seen before it are no longer valid. */
  readonly shape: number;
  /** Number of the last row that is not blank; 0 if all are. */
  readonly lastRow: number;
  /** Number of the last column that is not blank. */
  readonly columns: number;
  /** Row with the column names; null if no header row is found. */
  readonly headerRow: number | null;
  /** Number of requests to its endpoint today (UTC); 0 without a project. */
  readonly callsToday: number;
}

export interface GridRow {
  readonly row: number;
  readonly id: string;
  /** Cells from column A on; the remaining ones are blank. */
  readonly cells: readonly GridCell[];
}

/** Response of `GET /api/drive/spreadsheets/{id}/tabs/{sheetId}/rows?from=&limit=`. Blank rows are left out. */
export interface GridRowsAnswer {
  readonly tab: GridTabFacts;
  readonly rows: readonly GridRow[];
}

/** A written value that does not fit the type of its column. */
export interface Misfit {
  readonly row: number;
  readonly column: number;
  /** Name of the column. */
  readonly key: string;
  readonly type: ColumnType;
  /** What becomes text in the endpoint's responses: the whole column, or only this value if the owner has set the column's type. */
  readonly becomesText: 'column' | 'value';
}

/** Response of a PATCH. */
export interface GridChangeAnswer {
  readonly tab: GridTabFacts;
  /** Written cells with their new content. */
  readonly cells: readonly PlacedCell[];
  /** Written values that do not fit their column's type; absent if all do. */
  readonly misfits?: readonly Misfit[];
  /** Token for `restore`, which undoes the removal for a limited time. */
  readonly removed?: string;
}

/** Range of stale formulas in one column (1-based): their inputs have changed since their values were calculated. */
export type StaleRun = readonly [column: number, first: number, last: number];

/** Response of `GET /api/drive/spreadsheets/{id}/stale`. Tabs without stale formulas are left out. */
export interface StaleAnswer {
  readonly tabs: readonly { readonly sheetId: number; readonly cells: readonly StaleRun[] }[];
}

/** Response to the creation of a tab. */
export interface NewTabAnswer {
  readonly sheetId: number;
}

/** Response to the deletion of a tab. */
export interface RemovedTabAnswer {
  /** Token for `restore` of {@link newTabSchema}. */
  readonly removed: string;
}
