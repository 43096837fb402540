import { setImmediate } from 'node:timers';
import { parentPort } from 'node:worker_threads';
import type { Counter } from '../metrics/metric';
import { memoryOf } from '../workers/crossing';
import type { News } from './messages';

/** What the thread tells: all of one turn of its event loop together, as whoever hears it has much else to do. */
export class Outbox {
  #news: News[] = [];
  #isDue = false;

  /** @param counters what these have counted goes along */
  constructor(private readonly counters: readonly Counter<string>[]) {}

  tell(news: News): void {
    this.tellLater(news);
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.flush());
  }

  /** Tells it together with what is told next. */
  tellLater(news: News): void {
    this.#news.push(news);
  }

  /** Tells at once what is to be told. */
  flush(): void {
    const news = [...this.#counted(), ...this.#news];
    this.#news = [];
    this.#isDue = false;
    if (news.length > 0) parentPort?.postMessage(news, memoryIn(news));
  }

  #counted(): News[] {
    return this.counters.flatMap((counter, at) =>
      counter.takeGrowth().map(({ labels, more }): News => ({ kind: 'counted', counter: at, labels, more })),
    );
  }
}

/** Rows are handed over, not copied. */
const memoryIn = (news: readonly News[]) => [
  ...new Set(news.flatMap((one) => (one.kind === 'ready' ? memoryOf(one.ready) : []))),
];
