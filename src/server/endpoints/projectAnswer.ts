import type { Kysely } from 'kysely';
import type { ProjectAnswer } from '../../contract/rows';
import type { Database } from '../database/schema';
import { projectView } from '../projects/projectView';
import { nothingHere } from '../problems';
import { findWholeProject, listWholeTabs } from './endpointsRepository';

/**
 * The body of a project's own answer: what it is called and which endpoints it has.
 *
 * @throws Refusal `not_found` when it was deleted meanwhile
 */
export async function answerProject(db: Kysely<Database>, id: string, origin: string) {
  const project = await findWholeProject(db, id);
  if (project === undefined) throw nothingHere();
  const view = projectView(project, await listWholeTabs(db, id), origin);
  const tabs = view.tabs
    .filter(({ published }) => published)
    .map(({ title, slug, url, rows, columns }) => ({ title, slug, url, rows, columns }));
  const answer: ProjectAnswer = {
    data: { title: view.title, tabs, revision: view.revision, syncedAt: view.syncedAt },
  };
  return { body: Buffer.from(JSON.stringify(answer)), revision: view.revision };
}
