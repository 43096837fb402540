import Type, { type Static } from 'typebox';
import { oneOf } from './schemaParts';

/** What a sync has done to the rows of one tab. */
export const tabChangesSchema = Type.Object({
  sheetId: Type.Integer(),
  title: Type.String(),
  added: Type.Integer(),
  changed: Type.Integer(),
  deleted: Type.Integer(),
});
export type TabChanges = Static<typeof tabChangesSchema>;

/** Who or what starts a sync: the owner, the clock of auto refresh, a new version of the workbook, a change in Settings. */
export const syncStarterSchema = oneOf(['person', 'schedule', 'upload', 'settings'] as const);
export type SyncStarter = Static<typeof syncStarterSchema>;

/** One line of a project's history. */
export const syncRunSchema = Type.Object({
  id: Type.String(),
  /** ISO 8601. */
  startedAt: Type.String(),
  startedBy: syncStarterSchema,
  milliseconds: Type.Integer(),
  result: oneOf(['done', 'failed'] as const),
  /** Why it failed, as a sentence. */
  reason: Type.Optional(Type.String()),
  /** The tabs whose rows are others than before; empty where nothing has changed. */
  changes: Type.Array(tabChangesSchema),
  /** The project's revision after it. */
  revision: Type.Integer(),
});
export type SyncRun = Static<typeof syncRunSchema>;

/** Answer of `GET /api/projects/{id}/syncs`, newest first. `next` goes into `before` and leads to older ones. */
export const syncsAnswerSchema = Type.Object({
  syncs: Type.Array(syncRunSchema),
  /** Days a line is kept. */
  keptDays: Type.Integer(),
  next: Type.Optional(Type.String()),
});
export type SyncsAnswer = Static<typeof syncsAnswerSchema>;

/** Where a running sync is with one tab. */
export interface TabProgress {
  readonly sheetId: number;
  readonly title: string;
  readonly phase: 'waiting' | 'reading' | 'done';
  /** Rows that are read so far. */
  readonly rows: number;
  /** Rows it will be, as far as is known. */
  readonly total: number;
}

/** Data of one event of `GET /api/projects/{id}/progress`. The stream ends with the sync. */
export interface SyncProgress {
  /** `idle`: no sync is running, one may begin at any moment. */
  readonly phase: 'idle' | 'reading' | 'done' | 'failed';
  readonly tabs: readonly TabProgress[];
}

/** Streams of progress that one person may have open at the same time. */
export const PROGRESS_STREAMS_MOST = 4;
