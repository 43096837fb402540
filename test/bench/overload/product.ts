import { callerOf } from '../../fixtures/caller';
import { type Product as Running, startProduct as start, stopProduct } from '../../fixtures/product';

const ROWS = 150_000;

/** The built product with two public projects of the same rows. */
export interface Product {
  readonly running: Running;
  readonly greedy: string;
  readonly modest: string;
}

const rows = () =>
  `Name,City,Note\n${Array.from({ length: ROWS }, (_, n) => `Person ${n},City ${n % 97},${'note '.repeat(6)}${n}\n`).join('')}`;

async function makeProject(origin: string, name: string): Promise<string> {
  const caller = await callerOf(origin);
  const sheet = await caller.uploadSheet({ name: `${name}.csv`, bytes: Buffer.from(rows()) });
  const project = await caller.createProject(sheet.id);
  await caller.updateProject(project.id, { access: 'public' });
  return `/v1/${project.id}/${project.tabs[0]?.slug ?? ''}`;
}

/** Starts it with a data folder of its own. */
export async function startProduct(): Promise<Product> {
  const running = await start();
  return {
    running,
    greedy: await makeProject(running.url, 'greedy'),
    modest: await makeProject(running.url, 'modest'),
  };
}

export const endProduct = ({ running }: Product): Promise<void> => stopProduct(running);
