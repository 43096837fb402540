import Type, { type Static } from 'typebox';
import { limits } from './limits';
import { headerRowSchema, sourceKindSchema, warningSchema } from './projects';
import { type CellValue, columnTypes } from './rows';
import { integerOrNull, oneOf } from './schemaParts';
import { decimalSigns, separators, type TextEncoding, textEncodings } from './textEncodings';

const encodings = Object.keys(textEncodings) as TextEncoding[];
const encodingSchema = oneOf(encodings);
const separatorSchema = oneOf(separators);
const decimalSchema = oneOf(decimalSigns);

/** Parsing options of a text file that the person has chosen; absent options are detected. */
export const textChoicesSchema = Type.Object({
  encoding: Type.Optional(encodingSchema),
  separator: Type.Optional(separatorSchema),
  decimal: Type.Optional(decimalSchema),
});
export type TextChoices = Static<typeof textChoicesSchema>;

/** Parsing options with which a text file was read. */
export const textReadingSchema = Type.Object({
  encoding: encodingSchema,
  /** Usually one of those that can be chosen; a file may declare another one. */
  separator: Type.String(),
  /** Accepted decimal signs: `.`, `,`, or `.,` if they may differ between columns. */
  decimals: oneOf(['.', ',', '.,'] as const),
  /** Options that the person has chosen. */
  chosen: textChoicesSchema,
});
export type TextReading = Static<typeof textReadingSchema>;

/** Whether the sheet is hidden in its spreadsheet. */
const hidden = Type.Optional(Type.Boolean());

/** A spreadsheet stored in the drive. */
export const driveSpreadsheetSchema = Type.Object({
  /** `tpd_` and 24 characters. */
  id: Type.String(),
  title: Type.String(),
  /** `{origin}/spreadsheets/d/{id}`: URL for the create flow's input. */
  url: Type.String(),
  tabs: Type.Array(
    Type.Object({
      sheetId: Type.Integer(),
      title: Type.String(),
      rows: Type.Integer(),
      columns: Type.Integer(),
      hidden,
    }),
  ),
  fileName: Type.String(),
  /** Bytes of the file as uploaded. */
  bytes: Type.Integer(),
  /** Present for text files such as CSV. */
  reading: Type.Optional(textReadingSchema),
  createdAt: Type.String(),
  /** Time of the last change of a cell. */
  changedAt: Type.String(),
  /** Id of its project, if it has one. */
  projectId: Type.Optional(Type.String()),
});
export type DriveSpreadsheet = Static<typeof driveSpreadsheetSchema>;

export const driveSpreadsheetAnswerSchema = Type.Object({ spreadsheet: driveSpreadsheetSchema });
export type DriveSpreadsheetAnswer = Static<typeof driveSpreadsheetAnswerSchema>;
export const driveSpreadsheetsAnswerSchema = Type.Object({ spreadsheets: Type.Array(driveSpreadsheetSchema) });
export type DriveSpreadsheetsAnswer = Static<typeof driveSpreadsheetsAnswerSchema>;

/** Response of `GET /api/trash`: items deleted in the last 30 days, newest first. They count towards the size of the drive. */
export const trashAnswerSchema = Type.Object({
  projects: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), source: sourceKindSchema, deletedAt: Type.String() }),
  ),
  spreadsheets: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), bytes: Type.Integer(), deletedAt: Type.String() }),
  ),
});
export type TrashAnswer = Static<typeof trashAnswerSchema>;

/** A column in a preview. */
export const previewColumnSchema = Type.Object({
  key: Type.String(),
  /** The header cell as written. */
  header: Type.String(),
  type: oneOf(columnTypes),
});

/** Preview of the project that a spreadsheet would become, with the first rows of one of its sheets. */
export const drivePreviewSchema = Type.Object({
  tabs: Type.Array(
    Type.Object({
      sheetId: Type.Integer(),
      title: Type.String(),
      rows: Type.Integer(),
      columns: Type.Integer(),
      hidden,
      /** Whether it becomes an endpoint. */
      published: Type.Boolean(),
      /** Header row chosen by the person; absent if it is detected. */
      headerRow: Type.Optional(Type.Integer()),
      warnings: Type.Array(warningSchema),
    }),
  ),
  shown: Type.Object({
    sheetId: Type.Integer(),
    /** 1-based row with the column names, detected or chosen; 0 if there is none; null if the sheet is empty. */
    headerRow: integerOrNull,
    columns: Type.Array(previewColumnSchema),
    /** First rows: for each, the values in the order of `columns`. */
    rows: Type.Array(Type.Array(Type.Unsafe<CellValue>({}))),
  }),
});
export type DrivePreview = Static<typeof drivePreviewSchema>;

/** Response of `GET /api/drive/spreadsheets/{id}/preview?tab={sheetId}`. */
export const drivePreviewAnswerSchema = Type.Object({
  spreadsheet: driveSpreadsheetSchema,
  preview: drivePreviewSchema,
});
export type DrivePreviewAnswer = Static<typeof drivePreviewAnswerSchema>;

/** Response of `PATCH /api/drive/spreadsheets/{id}`; with a preview if a choice was changed. */
export const driveChangeAnswerSchema = Type.Object({
  spreadsheet: driveSpreadsheetSchema,
  preview: Type.Optional(drivePreviewSchema),
});

/** Schema of an optional choice: one of these words, or null for automatic detection. */
const orDetected = <const T extends string>(values: readonly T[]) =>
  Type.Optional(Type.Unsafe<T | null>({ enum: [...values, null] }));

/** Body of `PATCH /api/drive/spreadsheets/{id}`. Null resets a choice to automatic detection. */
export const driveChangeSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    // Parsing options of a text file.
    encoding: orDetected(encodings),
    separator: orDetected(separators),
    decimal: orDetected(decimalSigns),
    tabs: Type.Optional(
      Type.Array(
        Type.Object(
          {
            sheetId: Type.Integer(),
            headerRow: Type.Optional(headerRowSchema),
            /** Whether it becomes an endpoint. */
            published: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: limits.tabsPerWorkbook },
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type DriveChange = Static<typeof driveChangeSchema>;
/** Change of the parsing options of a text file. Null resets an option to automatic detection. */
export type ReadingChange = Pick<DriveChange, keyof TextChoices>;
/** Change of the choices for one sheet. */
export type TabChoice = NonNullable<DriveChange['tabs']>[number];
