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

/** What a person has chosen of how a file of text is read; the rest is found in the file. */
export const textChoicesSchema = Type.Object({
  encoding: Type.Optional(encodingSchema),
  separator: Type.Optional(separatorSchema),
  decimal: Type.Optional(decimalSchema),
});
export type TextChoices = Static<typeof textChoicesSchema>;

/** How a file of text was read. */
export const textReadingSchema = Type.Object({
  encoding: encodingSchema,
  /** Mostly one of those that can be chosen; a file may name another one. */
  separator: Type.String(),
  /** The decimal signs that count: `.`, `,`, or `.,` where each column may have its own. */
  decimals: oneOf(['.', ',', '.,'] as const),
  /** What of it a person has chosen. */
  chosen: textChoicesSchema,
});
export type TextReading = Static<typeof textReadingSchema>;

/** A sheet that its spreadsheet hides. */
const hidden = Type.Optional(Type.Boolean());

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
      hidden,
    }),
  ),
  fileName: Type.String(),
  /** Bytes of the file as uploaded. */
  bytes: Type.Integer(),
  /** Of a file of text, such as CSV. */
  reading: Type.Optional(textReadingSchema),
  createdAt: Type.String(),
  /** When its cells last changed. */
  changedAt: Type.String(),
  /** The project that is made of it, if there is one. */
  projectId: Type.Optional(Type.String()),
});
export type DriveSpreadsheet = Static<typeof driveSpreadsheetSchema>;

export const driveSpreadsheetAnswerSchema = Type.Object({ spreadsheet: driveSpreadsheetSchema });
export type DriveSpreadsheetAnswer = Static<typeof driveSpreadsheetAnswerSchema>;
export const driveSpreadsheetsAnswerSchema = Type.Object({ spreadsheets: Type.Array(driveSpreadsheetSchema) });
export type DriveSpreadsheetsAnswer = Static<typeof driveSpreadsheetsAnswerSchema>;

/** Answer of `GET /api/trash`: what was deleted in the last 30 days, last first. It counts for the size of the drive. */
export const trashAnswerSchema = Type.Object({
  projects: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), source: sourceKindSchema, deletedAt: Type.String() }),
  ),
  spreadsheets: Type.Array(
    Type.Object({ id: Type.String(), title: Type.String(), bytes: Type.Integer(), deletedAt: Type.String() }),
  ),
});
export type TrashAnswer = Static<typeof trashAnswerSchema>;

/** A column as a preview shows it. */
export const previewColumnSchema = Type.Object({
  key: Type.String(),
  /** The header cell as written. */
  header: Type.String(),
  type: oneOf(columnTypes),
});

/** How a spreadsheet would become a project, and the first rows of one of its sheets. */
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
      /** What a person has chosen; absent where the header row is found. */
      headerRow: Type.Optional(Type.Integer()),
      warnings: Type.Array(warningSchema),
    }),
  ),
  shown: Type.Object({
    sheetId: Type.Integer(),
    /** 1-based row of the sheet with the column names, found or chosen; 0 where it has none; null where nothing stands in it. */
    headerRow: integerOrNull,
    columns: Type.Array(previewColumnSchema),
    /** Of the first rows, the value of each column. */
    rows: Type.Array(Type.Array(Type.Unsafe<CellValue>({}))),
  }),
});
export type DrivePreview = Static<typeof drivePreviewSchema>;

/** Answer of `GET /api/drive/spreadsheets/{id}/preview?tab={sheetId}`. */
export const drivePreviewAnswerSchema = Type.Object({
  spreadsheet: driveSpreadsheetSchema,
  preview: drivePreviewSchema,
});
export type DrivePreviewAnswer = Static<typeof drivePreviewAnswerSchema>;

/** Answer of `PATCH /api/drive/spreadsheets/{id}`; the preview where something was chosen. */
export const driveChangeAnswerSchema = Type.Object({
  spreadsheet: driveSpreadsheetSchema,
  preview: Type.Optional(drivePreviewSchema),
});

/** One of these words, or null: then it is found. */
const orFound = <const T extends string>(values: readonly T[]) =>
  Type.Optional(Type.Unsafe<T | null>({ enum: [...values, null] }));

/** Body of `PATCH /api/drive/spreadsheets/{id}`; null has something found again. */
export const driveChangeSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    // How a file of text is read.
    encoding: orFound(encodings),
    separator: orFound(separators),
    decimal: orFound(decimalSigns),
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
/** What a person chooses of how a file of text is read; null has it found again. */
export type ReadingChange = Pick<DriveChange, keyof TextChoices>;
/** What a person chooses of a sheet. */
export type TabChoice = NonNullable<DriveChange['tabs']>[number];
