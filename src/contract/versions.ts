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

/** What another version does to one tab. */
export const tabDifferenceSchema = Type.Object({
  title: Type.String(),
  /** The title it has now, where that changes. */
  formerTitle: Type.Optional(Type.String()),
  kind: oneOf(['same', 'changed', 'added', 'deleted']),
  /** Rows of its endpoint. */
  added: Type.Integer(),
  changed: Type.Integer(),
  deleted: Type.Integer(),
  /** Rows that came by the API and are not in the file: they stay, or go when that is asked for. */
  apiRows: Type.Integer(),
  /** Keys of columns. */
  columnsAdded: Type.Array(Type.String()),
  columnsDeleted: Type.Array(Type.String()),
  /** Keys of columns whose type is another one. */
  columnsRetyped: Type.Array(Type.String()),
});
export type TabDifference = Static<typeof tabDifferenceSchema>;

/** Answer of `POST …/versions?dry_run=1`: what the file would change. Nothing is kept. */
export const versionDifferenceSchema = Type.Object({ tabs: Type.Array(tabDifferenceSchema) });
export type VersionDifference = Static<typeof versionDifferenceSchema>;

/** Answer of `POST …/versions` (201) and of `POST …/versions/{n}/restore`. */
export const versionAnswerSchema = Type.Object({ version: driveVersionSchema, difference: versionDifferenceSchema });
export type VersionAnswer = Static<typeof versionAnswerSchema>;
