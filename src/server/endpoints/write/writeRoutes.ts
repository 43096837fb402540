import type { FastifyInstance } from 'fastify';
import type { Guard } from '../../access/guard';
import type { Parts } from '../../parts';
import { recordsOf } from '../../store/log/records';
import { googleWritesOf } from '../googleWrites/googleWriter';
import { takePageForms } from '../forms/pageForms';
import type { Reading } from '../reading';
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

/** What writing needs, opened once for a server; what is written in the background ends with it. */
export function performingOf(scope: FastifyInstance, parts: Parts, reading: Reading): Performing {
  const { db, workers } = parts;
  const records = recordsOf({ db, workers, tabs: reading.tabs, log: scope.log });
  scope.addHook('onClose', () => records.close());
  return { reading, records, google: googleWritesOf(parts).writer };
}

/** The data API's writes. @returns what they are made with */
export async function addPublicWrites(
  v1: FastifyInstance,
  parts: Parts,
  { reading, guard }: { readonly reading: Reading; readonly guard: Guard },
): Promise<Performing> {
  const performing = performingOf(v1, parts, reading);
  const find = publicTarget(reading, parts.settings);
  await addWrites(v1, { rows: '/:projectId/:tab', row: '/:projectId/:tab/:id' }, { performing, find, guard });
  return performing;
}
