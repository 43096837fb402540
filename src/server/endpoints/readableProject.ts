import { Refusal } from '../refusal';
import { findOwnProject, findProject, type ReadProject } from './endpointsRepository';
import type { Reading } from './reading';

/** Ids that no database need be asked for. */
const POSSIBLE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The project at a public address, if whoever calls may read it. Cookies are never looked at.
 *
 * @throws Refusal `not_found`, or `key_required` for a private project
 */
export async function readableProject({ db }: Reading, id: string): Promise<ReadProject> {
  const project = POSSIBLE_ID.test(id) ? await findProject(db, id) : undefined;
  if (project === undefined) throw new Refusal('not_found', 'There is no project at this address.');
  if (project.access === 'public') return project;
  throw new Refusal('key_required', 'This project is private: reading it needs a key.', {
    hint: 'Its owner can make it public on its page, under Access.',
    headers: { 'WWW-Authenticate': 'Bearer realm="Tabpoint"' },
  });
}

/**
 * A person's own project, public or not.
 *
 * @throws Refusal `not_found`, also when it is another person's
 */
export async function ownProject({ db }: Reading, personId: string, id: string): Promise<ReadProject> {
  const project = POSSIBLE_ID.test(id) ? await findOwnProject(db, personId, id) : undefined;
  if (project === undefined) throw new Refusal('not_found', 'There is no such project.');
  return project;
}
