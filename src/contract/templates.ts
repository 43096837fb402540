import Type, { type Static } from 'typebox';
import { columnTypes } from './rows';
import { oneOf } from './schemaParts';
import { templateCategories } from './templateCategories';

const cellSchema = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const templateTabSchema = Type.Object({
  sheetId: Type.Integer(),
  title: Type.String(),
  /** Rows below the header. */
  rows: Type.Integer(),
  columns: Type.Array(Type.Object({ key: Type.String(), type: oneOf(columnTypes) })),
  /** First rows as in the endpoint's responses, each with the values in the order of `columns`. */
  first: Type.Array(Type.Array(cellSchema)),
});
export type TemplateTab = Static<typeof templateTabSchema>;

/** A spreadsheet to start from. */
export const templateSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** Its purpose, in one sentence. */
  line: Type.String(),
  category: oneOf(templateCategories),
  tabs: Type.Array(templateTabSchema),
});
export type Template = Static<typeof templateSchema>;

export const templatesAnswerSchema = Type.Object({ templates: Type.Array(templateSchema) });
export type TemplatesAnswer = Static<typeof templatesAnswerSchema>;

/** JSON body of `POST /api/drive/spreadsheets`: adds a copy of a template to the drive, one for each `attempt`. */
export const templateUseSchema = Type.Object(
  { templateId: Type.String(), attempt: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })) },
  { additionalProperties: false },
);
export type TemplateUse = Static<typeof templateUseSchema>;
