import Type, { type Static } from 'typebox';
import { limits } from './limits';
import { columnTypes } from './rows';
import { oneOf, textOrNull } from './schemaParts';

/** Something that was normalised or left out while reading, with the cell it concerns. */
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

/** 1-based row of the sheet with the column names; 0 where it has none, so that its columns are A, B, C; null lets it be found. */
export const headerRowSchema = Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0 });

export const sourceKindSchema = oneOf(['drive', 'googleLink', 'googleApi'] as const);
/** Where a spreadsheet is read from. */
export type SourceKind = Static<typeof sourceKindSchema>;

export const accessSchema = oneOf(['public', 'private'] as const);
export type Access = Static<typeof accessSchema>;

export const projectTabSchema = Type.Object({
  /** The tab's number in its spreadsheet, as the specification names it. */
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
  /** What the person has decided; absent where it is found in the sheet. A header row 0 is none. */
  headerRow: Type.Optional(Type.Integer()),
  keyColumn: Type.Optional(Type.String()),
  /** By column key. */
  columnTypes: Type.Optional(Type.Record(Type.String(), oneOf(columnTypes))),
  /** Present where each cell of a merged range has the value of its first cell. */
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
  /** Present once one of its keys has been used. */
  calledWithKey: Type.Optional(Type.Boolean()),
  status: oneOf(['live', 'syncing', 'stale', 'needsAccess', 'paused'] as const),
  statusReason: Type.Optional(Type.String()),
  tabs: Type.Array(projectTabSchema),
  revision: Type.Integer(),
  /** ISO 8601, or null before the first sync is done. */
  syncedAt: textOrNull,
  refreshSeconds: Type.Integer(),
  /** Seconds that browsers and shared caches may keep public answers; absent where they ask again each time. */
  maxAgeSeconds: Type.Optional(Type.Integer()),
  /** Calls of its endpoints: seven days (UTC), today last; a 304 is none. */
  requests: Type.Object({ week: Type.Array(Type.Integer()) }),
  createdAt: Type.String(),
});
/** A spreadsheet made into an API. */
export type Project = Static<typeof projectSchema>;
export type ProjectStatus = Project['status'];

/** Answers of `GET api/projects` (newest first; `next` when there are more), and of the calls about one. */
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

/** Answer of `POST api/projects/check`: the specification's `title` and `tabs`, and what more is known. */
export const sheetPreviewSchema = Type.Object({
  title: Type.String(),
  tabs: Type.Array(
    Type.Object({
      sheetId: Type.Integer(),
      title: Type.String(),
      rows: Type.Optional(Type.Integer()),
      columns: Type.Optional(Type.Integer()),
      /** Whether the spreadsheet hides it: then it becomes an endpoint only when a person wants it. */
      hidden: Type.Optional(Type.Boolean()),
      /** Its name in the address of its endpoint, where that is not its title. */
      address: Type.Optional(Type.String()),
    }),
  ),
  source: Type.Optional(sourceKindSchema),
  writable: Type.Optional(Type.Boolean()),
  readOnlyReason: Type.Optional(Type.String()),
  warnings: Type.Optional(Type.Array(warningSchema)),
  /** Id of the project this spreadsheet already is, if it is one. */
  alreadyProject: Type.Optional(Type.String()),
});
export type SheetPreview = Static<typeof sheetPreviewSchema>;

/** Body of `PUT api/projects/{id}/update`; every field is optional, unknown fields are refused. */
export const projectUpdateSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    access: Type.Optional(accessSchema),
    refreshSeconds: Type.Optional(Type.Integer({ minimum: 5, maximum: 86_400 })),
    /** Seconds that browsers and shared caches may keep public answers; null has them ask again each time. */
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
            /** Whether each cell of a merged range has the value of its first cell, or that alone has it. */
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
