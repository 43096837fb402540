import Type, { type Static } from 'typebox';

/** A spreadsheet kept in this server's own drive. */
export const driveSpreadsheetSchema = Type.Object({
  /** `tpd_` and 24 characters. */
  id: Type.String(),
  title: Type.String(),
  /** `{origin}/spreadsheets/d/{id}`: what goes into the create flow's input. */
  url: Type.String(),
  tabs: Type.Array(
    Type.Object({
      sheetId: Type.Integer(),
      title: Type.String(),
      rows: Type.Integer(),
      columns: Type.Integer(),
    }),
  ),
  fileName: Type.String(),
  /** Bytes of the file as uploaded. */
  bytes: Type.Integer(),
  createdAt: Type.String(),
  /** The project that is made of it, if there is one. */
  projectId: Type.Optional(Type.String()),
});
export type DriveSpreadsheet = Static<typeof driveSpreadsheetSchema>;

export const driveSpreadsheetAnswerSchema = Type.Object({ spreadsheet: driveSpreadsheetSchema });
export type DriveSpreadsheetAnswer = Static<typeof driveSpreadsheetAnswerSchema>;
export const driveSpreadsheetsAnswerSchema = Type.Object({ spreadsheets: Type.Array(driveSpreadsheetSchema) });
export type DriveSpreadsheetsAnswer = Static<typeof driveSpreadsheetsAnswerSchema>;

/** Body of `PATCH /api/drive/spreadsheets/{id}`. */
export const driveRenameSchema = Type.Object(
  { title: Type.String({ minLength: 1, maxLength: 300 }) },
  { additionalProperties: false },
);
export type DriveRename = Static<typeof driveRenameSchema>;
