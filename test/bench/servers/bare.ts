import { mkdirSync, writeFileSync } from 'node:fs';
import type { Row } from '../rows/createRows';
import { PAGE } from '../rows/questions';
import { waitForOutput } from './answering';
import { type Launched, launch } from './launch';
import { type Asked, type Kind, reading, type Target, unchanged } from './target';

/** Responses of the yardstick for each operation; `any` is as many bytes as a page, from any place in all rows. */
const bodies: Readonly<Record<Kind, 'one' | 'page' | 'all' | 'any'>> = {
  samePage: 'page',
  unchanged: 'page',
  allRows: 'all',
  rowById: 'one',
  rowWithoutKey: 'one',
  deepPage: 'page',
  anyBytes: 'any',
  equality: 'page',
  range: 'page',
  append: 'one',
};

/** Responses of the product; missing ones are built from the rows. */
export type Bodies = Partial<Record<'one' | 'page' | 'all', Buffer>>;

export function writeBodies(folder: string, rows: readonly Row[], given: Bodies): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/one`, given.one ?? JSON.stringify(rows[0]));
  writeFileSync(`${folder}/page`, given.page ?? JSON.stringify(rows.slice(0, PAGE)));
  writeFileSync(`${folder}/all`, given.all ?? rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** Number of different places in `any`, and a stride between distant ones: a prime. */
const PLACES = 100_000;
const STRIDE = 1_000_000_007;

const pathsOf = (kind: Kind): string[] => {
  const name = bodies[kind];
  return name === 'any' ? Array.from({ length: PLACES }, (_, n) => `/any/${n * STRIDE}`) : [`/${name}`];
};

/** Serves precomputed Buffers of the files in a folder with bare `node:http`. */
export async function startBare(script: string, folder: string): Promise<{ target: Target; server: Launched }> {
  const server = launch([process.execPath, script, folder], { cpu: 'server' });
  const port = Number(await waitForOutput(server, /Listening on (\d+)/));
  const ask = async (kind: Kind): Promise<Asked | undefined> => {
    const set = reading(pathsOf(kind));
    if (kind !== 'unchanged') return { set };
    const tagged = await unchanged(port, set);
    return tagged && { set: tagged };
  };
  return { target: { name: 'node:http', port, pid: server.pid, ask }, server };
}
