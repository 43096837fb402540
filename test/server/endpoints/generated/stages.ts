import fc, { type Arbitrary } from 'fast-check';
import type { CellValue } from '../../../../src/contract/rows';
import type { Writable } from '../write/writing';
import { type Base, baseOf, type Row } from './base';

/** A change of a tab, which returns all ids afterwards. */
export type Stage = (tab: Writable, base: Base) => Promise<readonly string[]>;

const idsOf = ({ rows }: Base) => rows.map((row) => String(row['_id']));

/** Cells of every column or of some, the first never blank. */
function cellsOf({ columns, rows }: Base, seeds: readonly number[], isNew: boolean): Row {
  const seedAt = (at: number) => seeds[at % seeds.length] ?? 0;
  const cell = (at: number): CellValue => {
    const seed = seedAt(at);
    if (at === 0) return `Name ${seed % 50}`;
    return seed % 4 === 0 ? null : (rows[seed % Math.max(1, rows.length)]?.[columns[at]?.key ?? ''] ?? null);
  };
  const cells = columns.map(({ key }, at) => [key, cell(at)] as const);
  return Object.fromEntries(isNew ? cells : cells.filter((_, at) => at === 0 || seedAt(at) % 3 === 0));
}

async function expectSuccess(answer: ReturnType<Writable['call']>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as { readonly data: readonly Row[] };
}

const seeds = fc.array(fc.nat(1000), { minLength: 5, maxLength: 9 });

const posted: Arbitrary<Stage> = fc.array(seeds, { minLength: 1, maxLength: 20 }).map((rows) => async (tab, base) => {
  const body = rows.map((row) => cellsOf(base, row, true));
  const { data } = await expectSuccess(tab.call('POST', '', { body }));
  expect(data).toEqual(body.map((cells) => ({ _id: expect.any(String), ...cells })));
  return [...idsOf(base), ...data.map((row) => String(row['_id']))];
});

const patched: Arbitrary<Stage> = fc
  .array(fc.tuple(fc.nat(), seeds), { minLength: 1, maxLength: 5 })
  .map((changes) => async (tab, base) => {
    const ids = idsOf(base);
    for (const [which, seed] of changes) {
      const id = ids[which % Math.max(1, ids.length)];
      if (id !== undefined)
        await expectSuccess(tab.call('PATCH', `/${id}`, { body: { ...cellsOf(base, seed, false) } }));
    }
    return ids;
  });

const removed: Arbitrary<Stage> = fc
  .array(fc.nat(), { minLength: 1, maxLength: 8 })
  .map((which) => async (tab, base) => {
    const ids = idsOf(base);
    for (const n of which) {
      if (ids.length < 2) break;
      const [id] = ids.splice(n % ids.length, 1);
      await expectSuccess(tab.call('DELETE', `/${id}`));
    }
    return ids;
  });

const quiet: Arbitrary<Stage> = fc.constantFrom('sync', 'fold', 'reload').map((name) => async (tab, base) => {
  await tab[name]();
  return idsOf(base);
});

/** Changes of a tab between queries: writes, syncs, folds and reloads from disk. */
export const stages: Arbitrary<Stage> = fc.oneof(posted, patched, removed, { weight: 2, arbitrary: quiet });

/** Applies a change, and reads the tab again. */
export async function applyStage(stage: Stage, tab: Writable, base: Base): Promise<Base> {
  const ids = await stage(tab, base);
  const next = await baseOf(tab);
  expect(idsOf(next)).toEqual(ids);
  return next;
}
