import { rmSync } from 'node:fs';
import { apiPaths } from '../../src/contract/paths';
import { callerOf } from '../fixtures/caller';
import { startProduct, stopProduct } from '../fixtures/product';
import { expect, test, worldReference } from './test';

test('a create that was acknowledged survives SIGKILL', async () => {
  let product = await startProduct();
  const { dataDir } = product;
  const person = await callerOf(product.url);
  const created: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const caller = await callerOf(product.url, person.email);
    const sheet = await caller.uploadSheet(worldReference);
    const project = await caller.createProject(sheet.id);
    await product.end('SIGKILL');
    created.unshift(project.id);

    product = await startProduct({}, dataDir);
    const again = await callerOf(product.url, person.email);
    const projects = await again.projects();
    expect(projects.map(({ id }) => id)).toEqual(created);
    expect(projects[0]).toMatchObject({ status: 'live', sheetId: sheet.id });
    for (const tab of projects[0]?.tabs ?? []) {
      const answer = await again.call(apiPaths.projectTabRows(project.id, tab.sheetId));
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as { meta: { total: number } }).meta.total).toBe(tab.rows);
    }
  }
  await stopProduct(product);
});

test('a second process on the same data is refused with a sentence', async () => {
  const product = await startProduct();
  await expect(startProduct({}, product.dataDir)).rejects.toThrow(/data folder|DATA_DIR/i);
  await stopProduct(product);
});

test('it stops cleanly on SIGINT and on SIGTERM', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const product = await startProduct();
    expect(await product.end(signal)).toBe(0);
    rmSync(product.dataDir, { recursive: true, force: true });
  }
});
