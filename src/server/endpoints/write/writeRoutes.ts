import type { FastifyInstance } from 'fastify';
import type { Guard } from '../../access/guard';
import type { Settings } from '../../settings';
import { takePageForms } from '../forms/pageForms';
import { BODY_LIMIT, readRows } from './bodies';
import { changeHandler, createHandler, type Performing, removeHandler } from './writeHandlers';
import { type FindTarget, publicTarget } from './writeTarget';

/** What one row's address is, where rows have addresses of their own. */
interface Urls {
  readonly rows: string;
  readonly row: string;
}

interface WritesParts {
  readonly performing: Performing;
  readonly find: FindTarget;
  /** Where keys are what lets callers in: forms may bring theirs along. */
  readonly guard?: Guard;
}

/** The rows of these addresses can be written: `POST`, and `PATCH`, `PUT` and `DELETE` by filter and by id. */
export async function addWrites(
  scope: FastifyInstance,
  { rows, row }: Urls,
  { performing, find, guard }: WritesParts,
): Promise<void> {
  await scope.register(async (writes) => {
    readRows(writes);
    if (guard !== undefined) takePageForms(writes, guard);
    const options = { bodyLimit: BODY_LIMIT };
    writes.post(rows, options, createHandler(performing, find));
    for (const url of [rows, row]) {
      writes.patch(url, options, changeHandler(performing, find, false));
      writes.put(url, options, changeHandler(performing, find, true));
      writes.delete(url, options, removeHandler(performing, find));
    }
  });
}

/** What the data API's writes need. */
export interface WritesNeeds {
  readonly settings: Settings;
  readonly performing: Performing;
}

/** The data API's writes; with `guard`, also by forms of pages, which bring their key along. */
export async function addPublicWrites(
  v1: FastifyInstance,
  { settings, performing }: WritesNeeds,
  guard?: Guard,
): Promise<void> {
  const find = publicTarget(performing.reading, settings);
  await addWrites(v1, { rows: '/:projectId/:tab', row: '/:projectId/:tab/:id' }, { performing, find, guard });
}
