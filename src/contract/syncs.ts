import Type, { type Static } from 'typebox';
import { oneOf } from './schemaParts';

/** Number of rows of one tab that a sync has changed. */
export const tabChangesSchema = Type.Object({
  sheetId: Type.Integer(),
  title: Type.String(),
  added: Type.Integer(),
  changed: Type.Integer(),
  deleted: Type.Integer(),
});
export type TabChanges = Static<typeof tabChangesSchema>;

/** Trigger of a sync: the owner, auto refresh, a new version of the workbook, or a change in Settings. */
export const syncStarterSchema = oneOf(['person', 'schedule', 'upload', 'settings'] as const);
export type SyncStarter = Static<typeof syncStarterSchema>;

/** One entry of a project's sync history. */
export const syncRunSchema = Type.Object({
  id: Type.String(),
  /** ISO 8601. */
  startedAt: Type.String(),
  startedBy: syncStarterSchema,
  milliseconds: Type.Integer(),
  result: oneOf(['done', 'failed'] as const),
  /** Reason of a failure, as a sentence. */
  reason: Type.Optional(Type.String()),
  /** Tabs with changed rows; empty if nothing has changed. */
  changes: Type.Array(tabChangesSchema),
  /** The project's revision after it. */
  revision: Type.Integer(),
});
export type SyncRun = Static<typeof syncRunSchema>;

/** Response of `GET /api/projects/{id}/syncs`, newest first. `next` is the parameter `before` of the next page. */
export const syncsAnswerSchema = Type.Object({
  syncs: Type.Array(syncRunSchema),
  /** Retention time of an entry, in days. */
  keptDays: Type.Integer(),
  next: Type.Optional(Type.String()),
});
export type SyncsAnswer = Static<typeof syncsAnswerSchema>;

/** Progress of a running sync on one tab. */
export interface TabProgress {
  readonly sheetId: number;
  readonly title: string;
  readonly phase: 'waiting' | 'reading' | 'done';
  /** Number of rows read so far. */
  readonly rows: number;
  /** Expected number of rows. */
  readonly total: number;
}

/** Data of one event of `GET /api/projects/{id}/progress`. The stream ends with the sync. */
export interface SyncProgress {
  /** `idle`: no sync is running, but one may start at any time. */
  readonly phase: 'idle' | 'reading' | 'done' | 'failed';
  readonly tabs: readonly TabProgress[];
}

/** Maximum number of progress streams that one person may have open. */
export const MAX_PROGRESS_STREAMS = 4;
