import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { importFile, type Import, type Imported, reopen, totalOf } from './lifecycle';
import { startFlusher, startLoadClient, startPulse } from './load/helpers';
import { memoryOf } from './load/processFacts';
import { type Operation, reads, writes } from './operations';
import type { Options } from './options';
import { measure, type Measuring, type Result } from './rounds';
import { createRows, type Row } from './rows/createRows';
import { csvOf } from './rows/csv';
import { type Questions, questionsOf } from './rows/questions';
import { workbookOf } from './rows/workbook';
import { bareUp, type Living, peerUp, type Places, productUp, type Up } from './servers/all';
import { jsonServer } from './servers/jsonServer';
import { soul } from './servers/soul';
import type { ServerName } from './servers/target';

/** All results of a run. */
export interface Findings {
  readonly results: readonly Result[];
  readonly imports: Readonly<Record<'CSV' | 'XLSX', readonly Import[]>>;
  readonly living: readonly Living[];
  /** Resident bytes at the end. */
  readonly afterLoad: Readonly<Partial<Record<ServerName, number>>>;
  /** Rows before the product was killed, and after its restart. */
  readonly killed: { readonly before: number; readonly after: number } | undefined;
  /** What could not be measured, and why. */
  readonly missing: readonly string[];
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, 300);

/** One run; its steps are in the order of execution. */
class Run {
  readonly #missing: string[] = [];
  readonly #rows: Row[];
  readonly #questions: Questions;
  readonly #results: Result[] = [];
  #imported: Imported | undefined;

  constructor(
    private readonly places: Places & { readonly tools: string | undefined },
    private readonly options: Options,
  ) {
    this.#rows = createRows(options.rows);
    this.#questions = questionsOf(this.#rows);
  }

  async findings(): Promise<Findings> {
    const imports = await this.#imports();
    if (this.#imported?.endpoint.key === undefined) this.#missing.push('a secret key: requests carry none');
    const ups = await this.#startAll();
    const { built, scratch } = this.places;
    const client = startLoadClient(join(built, 'loadClient.js'));
    const flusher = startFlusher(join(built, 'flusher.js'), join(scratch, 'flushed'));
    for (const operation of [...reads, ...writes]) await this.#measure({ client, flusher }, ups, operation);
    await client.stop();
    await flusher.stop();
    const afterLoad = Object.fromEntries(
      ups.map(({ target, server }) => [target.name, memoryOf(server.pid)?.now] as const),
    );
    const killed = await this.#killAndCount(ups);
    for (const { server } of ups) await server.stop();
    const living = ups.flatMap((up) => up.living ?? []);
    return { results: this.#results, imports, living, afterLoad, killed, missing: this.#missing };
  }

  /** The last imported CSV is served afterwards. */
  async #imports() {
    const { scratch, built, root } = this.places;
    const pulse = startPulse(join(built, 'pulse.js'));
    const files = { XLSX: await workbookOf(this.#rows), CSV: csvOf(this.#rows) };
    const imports: Record<keyof typeof files, Import[]> = { CSV: [], XLSX: [] };
    for (const kind of ['XLSX', 'CSV'] as const) {
      for (let repeat = 0; repeat < this.options.repeats; repeat += 1) {
        const made = await this.#attempt(`import of ${kind}`, () =>
          importFile({ root, built, scratch, pulse }, kind, files[kind]),
        );
        if (made === undefined) break;
        say(`import of ${kind}: ${Math.round(made.import.took)} ms`);
        imports[kind].push(made.import);
        if (kind === 'CSV') this.#imported = this.#asCaller(made);
      }
    }
    await pulse.stop();
    return imports;
  }

  #asCaller(made: Imported): Imported {
    return this.options.isPublic ? { ...made, endpoint: { ...made.endpoint, key: undefined } } : made;
  }

  async #startAll(): Promise<Up[]> {
    const { places } = this;
    const rows = this.#rows;
    const questions = this.#questions;
    const { repeats, peers } = this.options;
    const imported = this.#imported;
    const product =
      imported && (await this.#attempt('Tabpoint', () => productUp(places, imported, { rows, questions, repeats })));
    const ups: Up[] = [await bareUp(places, rows, product?.target)];
    if (product !== undefined) ups.push(product);
    const { tools, scratch, built } = places;
    if (!peers || tools === undefined) return ups;
    const others = {
      'json-server': () => jsonServer(tools, join(scratch, 'json-server'), rows),
      Soul: () => soul(tools, join(scratch, 'soul'), rows, join(built, 'loopbackOnly.js')),
    };
    for (const [name, prepare] of Object.entries(others)) {
      const up = await this.#attempt(name, () => peerUp(prepare(), rows, questions, repeats));
      if (up !== undefined) ups.push(up);
    }
    return ups;
  }

  async #measure(measuring: Measuring, ups: readonly Up[], operation: Operation) {
    const { only } = this.options;
    if (only.length > 0 && !only.some((word) => operation.name.includes(word))) return;
    const targets = ups.map(({ target }) => target);
    const result = await measure(measuring, targets, operation, this.options);
    this.#results.push(result);
    const words = Object.entries(result.outcomes).map(([name, outcome]) => {
      if ('why' in outcome) return `${name}: ${outcome.why}`;
      return `${name} ${outcome.rounds.map(({ perSecond }) => Math.round(perSecond)).join(' ')}/s`;
    });
    say(`${operation.name}, ${operation.connections} connections: ${words.join(' | ')}`);
  }

  /** Kills the product, restarts it and counts its rows: everything acknowledged must exist. */
  async #killAndCount(ups: readonly Up[]) {
    const imported = this.#imported;
    const up = ups.find(({ target }) => target.name === 'Tabpoint');
    if (imported === undefined || up === undefined) return undefined;
    return this.#attempt('starting again after a kill', async () => {
      const { endpoint } = imported;
      const before = await totalOf(up.target.port, endpoint.path);
      await up.server.stop('SIGKILL');
      const { product } = await reopen(this.places.root, imported);
      const after = await totalOf(product.port, endpoint.path);
      await product.server.stop();
      return { before, after };
    });
  }

  /** Runs a step that may fail without ending the run. */
  async #attempt<T>(what: string, make: () => Promise<T>): Promise<T | undefined> {
    try {
      return await make();
    } catch (error) {
      this.#missing.push(`${what}: ${reasonOf(error)}`);
      say(`not available: ${what}: ${reasonOf(error)}`);
      return undefined;
    }
  }
}

/** @param places `tools`: folder in which the other servers are installed; undefined if that failed */
export async function run(
  places: Places & { readonly tools: string | undefined },
  options: Options,
): Promise<Findings> {
  // An earlier run may have been interrupted.
  rmSync(places.scratch, { recursive: true, force: true });
  mkdirSync(places.scratch, { recursive: true });
  try {
    return await new Run(places, options).findings();
  } finally {
    rmSync(places.scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}
