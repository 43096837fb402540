import type { AccessTables } from './tables/access';
import type { BlobTables } from './tables/blobs';
import type { DriveTables } from './tables/drive';
import type { GoogleTables } from './tables/google';
import type { NodeTables } from './tables/nodes';
import type { ProjectTables } from './tables/projects';
import type { RecordTables } from './tables/records';

/**
 * Our tables, one interface each, by subject. Better Auth's own (`user`, `session`, `account`, `verification`) are made by
 * its migration. Times are ISO 8601 text, flags are 0 or 1, and JSON is text, so that both databases hold the same.
 */
export interface Database
  extends BlobTables, DriveTables, ProjectTables, RecordTables, AccessTables, GoogleTables, NodeTables {}
