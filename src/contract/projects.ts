import Type, { type Static } from 'typebox';
import { limits } from './limits';
import { columnTypes } from './rows';
import { oneOf, textOrNull } from './schemaParts';

/** A warning about a cell that was normalised or skipped when the sheet was read. */
export const warningSchema = Type.Object({
  code: oneOf([
    'blank_header',
    'duplicate_header',
    'error_cells',
    'merged_cells',
    'mixed_types',
    'number_as_text',
    'skipped_rows',
    'cut_text',
    'formula_without_value',
    'duplicate_key',
    'blank_key',
    'unused_setting',
    'unsure_encoding',
    'unsure_decimals',
    'no_header',
  ] as const),
  /** A sentence for a person. */
  detail: Type.String(),
  /** For example `C1`. */
  cell: Type.Optional(Type.String()),
});
export type Warning = Static<typeof warningSchema>;

/** 1-based row with the column names; 0 for a sheet without header, whose columns are A, B, C; null for automatic detection. */
export const headerRowSchema = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0 });

export const sourceKindSchema = oneOf(['drive', 'googleLink', 'googleApi'] as const);
/** Kind of source from which a spreadsheet is read. */
export type SourceKind = Static<typeof sourceKindSchema>;

export const accessSchema = oneOf(['public', 'private'] as const);
export type Access = Static<typeof accessSchema>;

export const projectTabSchema = Type.Object({
  /** Number of the tab in its spreadsheet; named as in the specification. */
  sheetId: Type.Integer(),
  title: Type.String(),
  slug: Type.String(),
  /** The endpoint's URL. */
  url: Type.String(),
  rows: Type.Integer(),
  columns: Type.Integer(),
  published: Type.Boolean(),
  warnings: Type.Array(warningSchema),
  /** Whether the spreadsheet hides it. */
  hidden: Type.Optional(Type.Boolean()),
  /** Header row chosen by the person, 0 for none; absent if it is detected. */
  headerRow: Type.Optional(Type.Integer()),
  keyColumn: Type.Optional(Type.String()),
  /** Column types chosen by the person, by column key. */
  columnTypes: Type.Optional(Type.Record(Type.String(), oneOf(columnTypes))),
  /** Present if each cell of a merged range gets the value of its first cell. */
  repeatMerged: Type.Optional(Type.Boolean()),
});
export type ProjectTab = Static<typeof projectTabSchema>;

export const projectSchema = Type.Object({
  id: Type.String(),
  sheetId: Type.String(),
  title: Type.String(),
  source: sourceKindSchema,
  /** URL of the project itself: `{origin}/v1/{id}`. */
  url: Type.String(),
  writable: Type.Boolean(),
  readOnlyReason: Type.Optional(Type.String()),
  access: accessSchema,
  /** Present after one of its keys has been used for the first time. */
  calledWithKey: Type.Optional(Type.Boolean()),
  status: oneOf(['live', 'syncing', 'stale', 'needsAccess', 'paused'] as const),
  statusReason: Type.Optional(Type.String()),
  tabs: Type.Array(projectTabSchema),
  revision: Type.Integer(),
  /** ISO 8601, or null before the first sync is complete. */
  syncedAt: textOrNull,
  refreshSeconds: Type.Integer(),
  /** Time that browsers and shared caches may cache public responses; if absent, they revalidate each time. */
  maxAgeSeconds: Type.Optional(Type.Integer()),
  /** Requests per day of the last seven days (UTC), today last, without 304 responses. */
  requests: Type.Object({ week: Type.Array(Type.Integer()) }),
  createdAt: Type.String(),
});
/** A spreadsheet published as an API. */
export type Project = Static<typeof projectSchema>;
export type ProjectStatus = Project['status'];

/** Response of `GET api/projects`, newest first, with `next` if there are more. */
export const projectsAnswerSchema = Type.Object({
  projects: Type.Array(projectSchema),
  next: Type.Optional(Type.String()),
});
export type ProjectsAnswer = Static<typeof projectsAnswerSchema>;
export const projectAnswerSchema = Type.Object({ project: projectSchema });
export type ProjectAnswer = Static<typeof projectAnswerSchema>;

/** Body of `POST api/projects/check` and `POST api/projects/sync`. */
export const sheetRequestSchema = Type.Object(
  { sheetId: Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_-]+$' }) },
  { additionalProperties: false },
);
export type SheetRequest = Static<typeof sheetRequestSchema>;

/** Response of `POST api/projects/check`: `title` and `tabs` as in the specification, and further facts. */
export const sheetPreviewSchema = Type.Object({
  title: Type.String(),
  tabs: Type.Array(
    Type.Object({
      sheetId: Type.Integer(),
      title: Type.String(),
      rows: Type.Optional(Type.Integer()),
      columns: Type.Optional(Type.Integer()),
      /** Whether it is hidden in the spreadsheet; hidden tabs are not published by default. */
      hidden: Type.Optional(Type.Boolean()),
      /** Its path segment in the endpoint's URL, if that differs from the title. */
      address: Type.Optional(Type.String()),
    }),
  ),
  source: Type.Optional(sourceKindSchema),
  writable: Type.Optional(Type.Boolean()),
  readOnlyReason: Type.Optional(Type.String()),
  warnings: Type.Optional(Type.Array(warningSchema)),
  /** Id of this spreadsheet's project, if it already has one. */
  alreadyProject: Type.Optional(Type.String()),
});
export type SheetPreview = Static<typeof sheetPreviewSchema>;

/** Body of `PUT api/projects/{id}/update`. Every field is optional; unknown fields are rejected. */
export const projectUpdateSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    access: Type.Optional(accessSchema),
    refreshSeconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 86_400 })),
    /** Time that browsers and shared caches may cache public responses; null has them revalidate each time. */
    maxAgeSeconds: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: limits.longestMaxAge }), Type.Null()]),
    ),
    paused: Type.Optional(Type.Boolean()),
    tabs: Type.Optional(
      Type.Array(
        Type.Object(
          {
            sheetId: Type.Integer(),
            published: Type.Optional(Type.Boolean()),
            headerRow: Type.Optional(headerRowSchema),
            keyColumn: Type.Optional(textOrNull),
            /** By column key. */
            columnTypes: Type.Optional(Type.Record(Type.String(), oneOf(columnTypes))),
            /** Whether each cell of a merged range gets the value of its first cell; otherwise the others are blank. */
            repeatMerged: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
        { maxItems: 200 },
      ),
    ),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type ProjectUpdate = Static<typeof projectUpdateSchema>;
