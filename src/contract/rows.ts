/** The shapes of the data API's answers that exist so far (GET of a project, a tab, a row). */

/** Types a column can have. A `date` has no zone; dates are ISO 8601. */
export const columnTypes = ['integer', 'number', 'boolean', 'date', 'datetime', 'time', 'text'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** A value of a row: dates and times are strings, blank is null. */
export type CellValue = string | number | boolean | null;

/** One column of an endpoint. */
export interface Column {
  /** Name in JSON: the header as written, trimmed, made unique. */
  readonly key: string;
  /** The header cell as written; empty for a blank header over data. */
  readonly header: string;
  /** Lower-case ASCII form of the key, accepted wherever a key is. */
  readonly slug: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly unique: boolean;
  /** Up to three different values. */
  readonly examples: readonly CellValue[];
  /** Address of the header cell, for example `C3`. */
  readonly cell: string;
}

/** A row as answered: `_id` first, then every column. */
export type Row = { readonly _id: string } & Readonly<Record<string, CellValue>>;

export interface RowsMeta {
  readonly total: number;
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
  /** URL of the next page, where there is one. */
  readonly next?: string;
  /** Begins the next page of a question that was sent in a body. */
  readonly cursor?: string;
  readonly revision: number;
  /** Columns with formulas whose inputs have changed since their values were calculated; absent where there are none. */
  readonly stale?: readonly string[];
  /** With `_values=formula`, for each such row of the page, by `_id`, which of its columns are stale. */
  readonly staleRows?: Readonly<Record<string, readonly string[]>>;
}

/** `GET /v1/{projectId}/{tab}` */
export interface RowsAnswer {
  readonly data: readonly Row[];
  readonly meta: RowsMeta;
}

/** `GET /v1/{projectId}/{tab}/{id}` */
export interface RowAnswer {
  readonly data: Row;
  /** `stale`: its columns that are stale, as in {@link RowsMeta}. */
  readonly meta: { readonly revision: number; readonly stale?: readonly string[] };
}

/** Cells of a column that cannot be written: numbers of the first and last row of each run. */
export interface LockedCells {
  /** Key of the column. */
  readonly key: string;
  readonly why: 'formula' | 'merged';
  readonly runs: readonly number[];
}

/** `GET /api/projects/{id}/tabs/{sheetId}/rows`: the same rows, with what the grid needs of the columns. */
export interface OwnerRowsAnswer extends RowsAnswer {
  readonly columns: readonly Column[];
  /** Absent where every cell can be written. */
  readonly locked?: readonly LockedCells[];
}

/** `GET /v1/{projectId}` */
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
