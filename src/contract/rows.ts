/** Response bodies of the data API. */

/** Column types. A `date` has no time zone; dates are ISO 8601. */
export const columnTypes = ['integer', 'number', 'boolean', 'date', 'datetime', 'time', 'text'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** A cell value of a row: dates and times are strings, blank is null. */
export type CellValue = string | number | boolean | null;

/** Header of the revision of a response. Owners send it with a write: rows that were changed since are then not written. */
export const REVISION_HEADER = 'x-tabpoint-revision';

/** One column of an endpoint. */
export interface Column {
  /** Name in JSON: the header as written, trimmed, made unique. */
  readonly key: string;
  /** The header cell as written; empty for a blank header over data. */
  readonly header: string;
  /** Lower-case ASCII form of the key, accepted in place of the key. */
  readonly slug: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly unique: boolean;
  /** Up to three different values. */
  readonly examples: readonly CellValue[];
  /** Address of the header cell, for example `C3`. */
  readonly cell: string;
}

/** A row in a response: `_id` first, then every column. */
export type Row = { readonly _id: string } & Readonly<Record<string, CellValue>>;

export interface RowsMeta {
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
  /** URL of the next page, if there is one. */
  readonly next?: string;
  /** Cursor of the next page of a query that was sent in a body. */
  readonly cursor?: string;
  readonly revision: number;
  /** Columns with stale formulas: their inputs have changed since their values were calculated. Absent if there are none. */
  readonly stale?: readonly string[];
  /** With `_values=formula`: the stale columns of each row of the page that has any, by `_id`. */
  readonly staleRows?: Readonly<Record<string, readonly string[]>>;
}

/** Response of `GET /v1/{projectId}/{tab}`. */
export interface RowsAnswer {
  readonly data: readonly Row[];
  readonly meta: RowsMeta;
}

/** Response of `GET /v1/{projectId}/{tab}/{id}`. */
export interface RowAnswer {
  readonly data: Row;
  /** `stale`: stale columns of the row, as in {@link RowsMeta}. */
  readonly meta: { readonly revision: number; readonly stale?: readonly string[] };
}

/** Read-only cells of a column, as runs of rows. */
export interface LockedCells {
  /** Key of the column. */
  readonly key: string;
  readonly why: 'formula' | 'merged';
  /** Numbers of the first and last row of each run, in one flat list. */
  readonly runs: readonly number[];
}

/** Response of `GET /api/projects/{id}/tabs/{sheetId}/rows`: rows, and the columns for the grid. */
export interface OwnerRowsAnswer extends RowsAnswer {
  readonly columns: readonly Column[];
  /** Absent if every cell can be written. */
  readonly locked?: readonly LockedCells[];
}

/** Response of `GET /v1/{projectId}`. */
export interface ProjectAnswer {
  readonly data: {
    readonly title: string;
    readonly tabs: readonly {
      readonly title: string;
      readonly slug: string;
      readonly url: string;
      readonly rows: number;
      readonly columns: number;
    }[];
    readonly revision: number;
    readonly syncedAt: string | null;
  };
}
