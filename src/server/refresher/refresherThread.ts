import { Worker } from 'node:worker_threads';
import type { Settings } from '../settings';
import { errorOf } from '../workers/crossing';
import type { News, RefresherData, RefresherEntry, Request } from './messages';

/** It has little to do at a time; what is large is read by threads of its own. */
const YOUNG_MEGABYTES = 8;

/** Milliseconds that it has to end by itself. */
const PATIENCE = 10_000;

interface Waiting {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** What can be asked of the thread. */
export type Asking = Request extends infer One
  ? One extends { readonly id: number }
    ? Omit<One, 'id'>
    : never
  : never;

/** What hears of a thread. */
export interface ThreadListener {
  /** What it tells besides its answers. */
  readonly news: (news: Exclude<News, { kind: 'answer' }>) => void;
  /** It has ended. @param error why, where nobody has asked it to */
  readonly ended: (error: Error | undefined) => void;
}

const ended = () => new Error('The thread that refreshes has ended.');

/** The thread that refreshes, as those see it who ask it. */
export class RefresherThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #gone: Promise<void>;
  #last = 0;
  #isEnding = false;
  #hasEnded = false;
  #error: Error | undefined;

  constructor(
    { entry, worker }: RefresherEntry,
    settings: Settings,
    private readonly listener: ThreadListener,
  ) {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
    this.#worker = new Worker(entry, { workerData: { settings, worker } satisfies RefresherData, resourceLimits });
    // Whoever waits for an answer has a connection, which keeps the process alive.
    this.#worker.unref();
    this.#worker.on('message', (all: readonly News[]) => {
      for (const news of all) this.#hear(news);
    });
    this.#worker.once('error', (error) => (this.#error = error));
    this.#gone = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#end();
        resolve();
      });
    });
  }

  /** @returns by what it can be asked about, and the answer, which rejects as the thread does, or where it ends before */
  ask(asking: Asking): { readonly id: number; readonly answered: Promise<unknown> } {
    const id = (this.#last += 1);
    if (this.#hasEnded) return { id, answered: Promise.reject(ended()) };
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#worker.postMessage({ ...asking, id });
    return { id, answered };
  }

  /** Ends what is under way: the server stops. */
  abort(): void {
    this.#worker.postMessage({ kind: 'abort' } satisfies Request);
  }

  /** Ends what is under way, and the thread. */
  async close(): Promise<void> {
    if (!this.#isEnding) this.#worker.postMessage({ kind: 'close' } satisfies Request);
    this.#isEnding = true;
    const late = setTimeout(() => void this.#worker.terminate(), PATIENCE);
    await this.#gone;
    clearTimeout(late);
  }

  #hear(news: News) {
    if (news.kind !== 'answer') return this.listener.news(news);
    const asked = this.#waiting.get(news.id);
    this.#waiting.delete(news.id);
    if ('output' in news.reply) asked?.resolve(news.reply.output);
    else asked?.reject(errorOf(news.reply));
  }

  #end() {
    this.#hasEnded = true;
    const error = this.#error ?? ended();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.listener.ended(this.#isEnding ? undefined : error);
  }
}
