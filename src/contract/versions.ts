import Type, { type Static } from 'typebox';
import { oneOf } from './schemaParts';

/** A version of a spreadsheet in the drive. */
export const driveVersionSchema = Type.Object({
  /** Counts from 1. */
  n: Type.Integer(),
  /** The one that is there now. */
  current: Type.Boolean(),
  fileName: Type.String(),
  /** Bytes of the file as uploaded. */
  bytes: Type.Integer(),
  createdAt: Type.String(),
  /** The version that was restored, where this one was made so. */
  restoredFrom: Type.Optional(Type.Integer()),
  tabs: Type.Array(Type.Object({ title: Type.String(), rows: Type.Integer() })),
});
export type DriveVersion = Static<typeof driveVersionSchema>;

/** Answer of `GET /api/drive/spreadsheets/{id}/versions`, newest first. */
export const driveVersionsAnswerSchema = Type.Object({ versions: Type.Array(driveVersionSchema) });
export type DriveVersionsAnswer = Static<typeof driveVersionsAnswerSchema>;

const differenceParts = {
  /** The title it has in the version; of a sheet that goes, the one it has now. */
  title: Type.String(),
  /** The title it has now, where that changes. */
  formerTitle: Type.Optional(Type.String()),
  /** Rows of its endpoint. */
  added: Type.Integer(),
  changed: Type.Integer(),
  deleted: Type.Integer(),
  /** Rows that came by the API and are not in the file, but stay: they go when that is asked for. */
  apiRowsKept: Type.Integer(),
  /** Such rows that go, as the sheet or all columns they have a cell in go, or as that is asked for; `deleted` counts them too. */
  apiRowsDropped: Type.Integer(),
  /** Keys of columns. */
  columnsAdded: Type.Array(Type.String()),
  columnsDeleted: Type.Array(Type.String()),
  /** Keys of columns whose type is another one. */
  columnsRetyped: Type.Array(Type.String()),
};

const tabDifferenceSchema = Type.Object({
  ...differenceParts,
  kind: oneOf(['kept', 'changed', 'added', 'deleted']),
});
/** What another version does to a sheet that it has, or that it leaves out. */
export type TabDifference = Static<typeof tabDifferenceSchema>;

/**
 * What another version does to one sheet. `renamed?` is a sheet that goes unless a person says that it was renamed: the file has
 * exactly one new sheet with the same header. `ifRenamed` tells what that sheet would be then.
 */
export const sheetDifferenceSchema = Type.Object({
  ...differenceParts,
  kind: oneOf(['kept', 'changed', 'added', 'deleted', 'renamed?']),
  ifRenamed: Type.Optional(tabDifferenceSchema),
});
export type SheetDifference = Static<typeof sheetDifferenceSchema>;

/** Answer of `POST …/versions?dry_run=1`: what the file would change. Nothing is kept. */
export const versionDifferenceSchema = Type.Object({ tabs: Type.Array(sheetDifferenceSchema) });
export type VersionDifference = Static<typeof versionDifferenceSchema>;

/** Answer of `POST …/versions` (201) and of `POST …/versions/{n}/restore`. */
export const versionAnswerSchema = Type.Object({ version: driveVersionSchema, difference: versionDifferenceSchema });
export type VersionAnswer = Static<typeof versionAnswerSchema>;
