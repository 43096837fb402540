import type { ProjectsTable } from '../database/tables/projects';
import { createServerNews } from '../serverNews';

/** What is told of a project that is being read. */
export type ProjectBeingRead = Pick<
  ProjectsTable,
  'id' | 'owner_id' | 'sheet_id' | 'paused' | 'status' | 'synced_at' | 'refresh_seconds'
>;

/**
 * Tells that somebody asks for rows of a project: once in a while, not for each request. Hears of projects that are being read on
 * this server.
 */
export const { tell: tellProjectRead, on: onProjectRead } = createServerNews<ProjectBeingRead>();
