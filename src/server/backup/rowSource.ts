/** A value as SQLite keeps it, whichever database it comes from: flags are 0 or 1, times ISO 8601 text. */
export type StoredValue = string | number | null | Buffer;

/** Values in the order of their table's columns. */
export type StoredRow = readonly StoredValue[];

/** A table that is carried over. */
export interface CarriedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Everything that is kept, at one moment: of a database, or of a backup. */
export interface RowSource {
  /** Version of its tables (`../database/schema.ts`). */
  readonly schemaVersion: number;
  /** Those that others refer to come first. */
  readonly tables: readonly CarriedTable[];
  /** The rows of all tables, in the order of `tables`, some at a time. */
  rows(): AsyncIterable<{ readonly table: CarriedTable; readonly rows: readonly StoredRow[] }>;
}

/** Rows of all tables together. */
export const rowsOf = ({ tables }: Pick<RowSource, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

/** Hears how many rows have been dealt with. */
export type Progress = (rows: number) => void;
