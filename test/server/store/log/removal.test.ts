import { setImmediate as nextTurn } from 'node:timers/promises';
import { removeEntries } from '../../../../src/server/store/log/driveLog';
import { purgeKeptAnswers } from '../../../../src/server/store/log/idempotency';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { writable } from '../../endpoints/write/writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeTests(() => writable(test));

const LONG = 'x'.repeat(1_000_000);
const numbers = Array.from({ length: 12 }, (_, n) => n + 1);

/** Waits for work. @returns the distinct counts that were seen meanwhile, in order */
async function watch(work: Promise<unknown>, count: () => Promise<number>) {
  const seen = new Set<number>();
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    await nextTurn();
    seen.add(await count());
  }
  await done;
  return [...seen, await count()];
}

it('long entries of a log are removed a few at a time', async () => {
  const of = { spreadsheet_id: cafes.project.sheetId, sheet_id: 77, tab_id: cafes.tabId };
  const more = { revision: 1, changes: 1, rows_delta: 0, actor: 'server', reason: 'write', created_at: '' } as const;
  const entries = (sequence: number) => (sequence > 10 ? '[]' : LONG);
  const rows = numbers.map((sequence) => ({ ...of, ...more, sequence, entries: entries(sequence) }));
  await test.db.insertInto('record_log').values(rows).execute();
  const left = () => test.db.selectFrom('record_log').select('sequence').where('sheet_id', '=', 77).execute();
  const counts = await watch(removeEntries(test.db, of.spreadsheet_id, 77, 11), async () => (await left()).length);
  expect(counts.length).toBeGreaterThan(3);
  expect((await left()).map(({ sequence }) => Number(sequence))).toEqual([12]);
});

it('long responses that are too old are removed a few at a time, and others stay', async () => {
  const of = { tab_id: cafes.tabId, caller: 'c', request_hash: 'h', answer: LONG };
  const createdAt = (n: number) => (n === 12 ? new Date().toISOString() : `2020-01-${10 + n}`);
  const keys = numbers.map((n) => ({ ...of, key: `${n}`, created_at: createdAt(n) }));
  await test.db.insertInto('idempotency_keys').values(keys).execute();
  const left = () => test.db.selectFrom('idempotency_keys').select('key').execute();
  const counts = await watch(purgeKeptAnswers(test.db), async () => (await left()).length);
  expect(counts.length).toBeGreaterThan(3);
  expect((await left()).map(({ key }) => key)).toEqual(['12']);
});
