import Type, { type Static } from 'typebox';
import { oneOf } from './schemaParts';

/** A version of a spreadsheet in the drive. */
export const driveVersionSchema = Type.Object({
  /** Counts from 1. */
  n: Type.Integer(),
  /** Whether it is the current version. */
  current: Type.Boolean(),
  fileName: Type.String(),
  /** Bytes of the file as uploaded. */
  bytes: Type.Integer(),
  createdAt: Type.String(),
  /** Number of the version from which this one was restored. */
  restoredFrom: Type.Optional(Type.Integer()),
  tabs: Type.Array(Type.Object({ title: Type.String(), rows: Type.Integer() })),
});
export type DriveVersion = Static<typeof driveVersionSchema>;

/** Response of `GET /api/drive/spreadsheets/{id}/versions`, newest first. */
export const driveVersionsAnswerSchema = Type.Object({ versions: Type.Array(driveVersionSchema) });
export type DriveVersionsAnswer = Static<typeof driveVersionsAnswerSchema>;

const differenceParts = {
  /** Title in the new version; for a deleted sheet, the current title. */
  title: Type.String(),
  /** Current title, if the sheet is renamed. */
  formerTitle: Type.Optional(Type.String()),
  /** Rows of its endpoint. */
  added: Type.Integer(),
  changed: Type.Integer(),
  deleted: Type.Integer(),
  /** Rows added through the API that are not in the file, and are kept; `drop_api_rows` deletes them. */
  apiRowsKept: Type.Integer(),
  /** Such rows that are deleted: on request, or with their sheet or with all columns in which they have cells. Included in `deleted`. */
  apiRowsDropped: Type.Integer(),
  /** Keys of columns. */
  columnsAdded: Type.Array(Type.String()),
  columnsDeleted: Type.Array(Type.String()),
  /** Keys of columns whose type changes. */
  columnsRetyped: Type.Array(Type.String()),
};

const tabDifferenceSchema = Type.Object({
  ...differenceParts,
  kind: oneOf(['kept', 'changed', 'added', 'deleted']),
});
/** Changes that a new version makes to a sheet. */
export type TabDifference = Static<typeof tabDifferenceSchema>;

/**
 * Changes that a new version makes to one sheet. `renamed?` is a sheet that is deleted unless the person confirms that it was renamed: the
 * file has exactly one new sheet with the same header. `ifRenamed` has the changes in the case of a rename.
 */
export const sheetDifferenceSchema = Type.Object({
  ...differenceParts,
  kind: oneOf(['kept', 'changed', 'added', 'deleted', 'renamed?']),
  ifRenamed: Type.Optional(tabDifferenceSchema),
});
export type SheetDifference = Static<typeof sheetDifferenceSchema>;

/** Response of `POST …/versions?dry_run=1`: what the file would change. Nothing is stored. */
export const versionDifferenceSchema = Type.Object({ tabs: Type.Array(sheetDifferenceSchema) });
export type VersionDifference = Static<typeof versionDifferenceSchema>;

/** Response of `POST …/versions` (201) and of `POST …/versions/{n}/restore`. */
export const versionAnswerSchema = Type.Object({ version: driveVersionSchema, difference: versionDifferenceSchema });
export type VersionAnswer = Static<typeof versionAnswerSchema>;
