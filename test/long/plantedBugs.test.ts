import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plant, plants } from '../fuzz/plants';
import type { Target } from '../fuzz/target';

const root = join(__dirname, '../..');

/** Maximum inputs until a bug must be found. */
const RUNS = 5_000;

let folder = '';
beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/planted-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => jest.resetModules());

/** Loads the product with this bug in it, or without any. */
function plant({ target, file, right, wrong }: Plant) {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  expect(source.split(right)).toHaveLength(2);
  const near = (_all: string, to: string) => `from '${join(dirname(path), to)}'`;
  const copy = join(folder, `${target}.ts`);
  writeFileSync(copy, source.replace(right, () => wrong).replaceAll(/from '(\.[^']*)'/g, near));
  jest.resetModules();
  jest.doMock(path, () => jest.requireActual<object>(copy));
}

async function targetNamed(name: string): Promise<Target> {
  const { targets } = await import('../fuzz/targets/all');
  const target = await targets[name]?.();
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  return target;
}

test('each target has a planted bug', async () => {
  const { targets } = await import('../fuzz/targets/all');
  expect(plants.map(({ target }) => target).sort()).toEqual(Object.keys(targets).sort());
});

test.each(plants)('a bug planted for $target is found, and its input is harmless without it', async (one) => {
  plant(one);
  const broken = await targetNamed(one.target);
  const { found } = await broken.search({ seed: 2, runs: RUNS });
  await broken.close();
  expect(found).toBeDefined();
  jest.dontMock(join(root, one.file));
  jest.resetModules();
  const whole = await targetNamed(one.target);
  await whole.replay(found?.input ?? '');
  await whole.close();
});
