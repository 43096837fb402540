import type { Kysely } from 'kysely';
import type { Database } from '../../../database/schema';
import type { ProjectTabsTable } from '../../../database/tables/projects';
import { goneMeanwhile, readOnly, writesPaused } from '../../../records/refusals';

/**
 * A tab as it is stored by now.
 *
 * @throws Refusal `gone`, `writes_paused` or `read_only` where it is not to be written to any more
 */
export async function writtenTab(db: Kysely<Database>, id: string): Promise<ProjectTabsTable> {
  const found = await db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .selectAll('tab')
    .select(['project.paused', 'project.writable', 'project.read_only_reason'])
    .where('tab.id', '=', id)
    .where('tab.gone_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst();
  if (found === undefined) throw goneMeanwhile();
  const { paused, writable, read_only_reason, ...tab } = found;
  if (paused === 1) throw writesPaused();
  if (writable === 0) throw readOnly(read_only_reason);
  return tab;
}
