import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { askOnce } from '../check';
import { memoryOf } from '../load/processFacts';
import { type Imported, reopen } from '../lifecycle';
import type { Row } from '../rows/createRows';
import type { Questions } from '../rows/questions';
import { waitForOutput, settled } from './answering';
import { type Bodies, startBare, writeBodies } from './bare';
import { targetIn } from './dialect';
import { type Launched, launch } from './launch';
import { type Peer, startPeer, targetOf } from './peer';
import { idsOf, productDialect } from './productDialect';
import type { Kind, ServerName, Target } from './target';

/** Start of a server on its rows, and its memory. Milliseconds and bytes. */
export interface Living {
  readonly name: ServerName;
  readonly starts: readonly number[];
  /** Of the last start: time to the first response that needs all rows, if later. */
  readonly whole?: number;
  readonly served: number | undefined;
  /** Time of just reading the stored rows, if known. */
  readonly floor?: number;
}

/** A running server under measurement. */
export interface Up {
  readonly target: Target;
  readonly server: Launched;
  readonly living?: Living;
}

/** Paths. */
export interface Places {
  readonly root: string;
  readonly scratch: string;
  /** Built files of the benchmark. */
  readonly built: string;
}

const SETTLE_MS = 1000;

/** Starts a server repeatedly; the last one keeps running. */
async function startAgain<T extends { readonly after: number }>(
  name: ServerName,
  repeats: number,
  { start, serverOf }: { start: () => Promise<T>; serverOf: (one: T) => Launched },
): Promise<{ last: T; living: Living }> {
  const starts: number[] = [];
  for (let more = repeats; ; more -= 1) {
    const last = await start();
    starts.push(last.after);
    const { pid, stop } = serverOf(last);
    await delay(SETTLE_MS);
    await settled(pid);
    if (more <= 1) return { last, living: { name, starts, served: memoryOf(pid)?.now } };
    await stop();
  }
}

/** Measures just reading the rows from a data folder, in milliseconds. */
async function storedFloor({ built }: Places, dataDir: string): Promise<number> {
  const reader = launch([process.execPath, join(built, 'storedFloor.js'), dataDir], { cpu: 'server' });
  return Number(await waitForOutput(reader, /Read in ([\d.]+) ms/));
}

/** Operations after which a tab has everything in memory that reads need. */
const held: readonly Kind[] = ['samePage', 'rowById', 'deepPage', 'equality', 'range'];

/** Measures the memory of the product after all reads of a tab. */
async function memoryServing(target: Target): Promise<number | undefined> {
  for (const kind of held) {
    const requests = await target.ask(kind);
    if (requests !== undefined) await askOnce(target, requests, kind === 'range');
  }
  await delay(SETTLE_MS);
  await settled(target.pid);
  return memoryOf(target.pid)?.now;
}

export async function productUp(
  places: Places,
  imported: Imported,
  { rows, questions, repeats }: { rows: readonly Row[]; questions: Questions; repeats: number },
): Promise<Up> {
  const start = () => reopen(places.root, imported);
  const { last, living } = await startAgain('Tabpoint', repeats, { start, serverOf: ({ product }) => product.server });
  const { server, port } = last.product;
  const endpoint = { ...imported.endpoint, port };
  const dialect = productDialect(endpoint, await idsOf(endpoint));
  const target = targetIn(dialect, { name: 'Tabpoint', port, pid: server.pid }, rows, questions);
  const served = await memoryServing(target);
  const floor = await storedFloor(places, imported.dataDir);
  return { target, server, living: { ...living, served, floor, whole: last.whole } };
}

export async function peerUp(peer: Peer, rows: readonly Row[], questions: Questions, repeats: number): Promise<Up> {
  const start = () => startPeer(peer);
  const { last, living } = await startAgain(peer.name, repeats, { start, serverOf: ({ server }) => server });
  return { target: targetOf(peer, last, rows, questions), server: last.server, living };
}

/** Fetches the product's responses, which the yardstick sends too: same rows, same bytes. */
async function bodiesOf(product: Target | undefined): Promise<Bodies> {
  const bodies: Bodies = {};
  const kinds: readonly (readonly [keyof Bodies, Kind])[] = [
    ['one', 'rowById'],
    ['page', 'samePage'],
    ['all', 'allRows'],
  ];
  for (const [name, kind] of kinds) {
    const requests = await product?.ask(kind);
    const answer = requests && product && (await askOnce(product, requests, false));
    if (answer !== undefined && 'body' in answer) bodies[name] = answer.body;
  }
  return bodies;
}

export async function bareUp({ scratch, built }: Places, rows: readonly Row[], product?: Target): Promise<Up> {
  const folder = join(scratch, 'bare');
  rmSync(folder, { recursive: true, force: true });
  writeBodies(folder, rows, await bodiesOf(product));
  return startBare(join(built, 'bareServer.js'), folder);
}
