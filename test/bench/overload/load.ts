import { Agent, request } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import type { Product } from './product';

/** What became of requests. */
export interface Met {
  /** Milliseconds of each answer that was given. */
  readonly answered: number[];
  /** Milliseconds of each refusal. */
  readonly refused: number[];
  failed: number;
}

export interface Offer {
  readonly seconds: number;
  /** Requests a second for the project that asks for much, and for the other one. */
  readonly greedy: number;
  readonly modest: number;
}

/** Connections at the same time; a client that has no more left asks later. */
const CONNECTIONS = 1_500;

/** Clients of a closed circle: each asks again as soon as it is answered. */
const CIRCLE = 32;

/** Milliseconds between two batches of requests. */
const BATCH = 10;

const nothing = (): Met => ({ answered: [], refused: [], failed: 0 });

const at = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;

/** For example `120 answered (p50 1.2 ms, p99 3.4 ms), 5 refused (p99 1.0 ms), 0 failed`. */
export function summaryOf({ answered, refused, failed }: Met): string {
  const told = (times: readonly number[]) => {
    const sorted = times.toSorted((one, other) => one - other);
    return sorted.length === 0 ? '' : ` (p50 ${at(sorted, 0.5).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms)`;
  };
  return `${answered.length} answered${told(answered)}, ${refused.length} refused${told(refused)}, ${failed} failed`;
}

/** Makes load: questions that nobody has asked before, so that each has to be worked out. */
export class Load {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  /** The one who asks for little has connections of their own. */
  readonly #own = new Agent({ keepAlive: true });
  #asked = 0;
  #open = 0;

  constructor(private readonly product: Product) {}

  /** Requests a second that are answered when as many clients ask as keep the product busy. */
  async capacity(seconds: number): Promise<number> {
    const met = nothing();
    const until = performance.now() + seconds * 1_000;
    const client = async () => {
      while (performance.now() < until) await this.#ask(this.product.greedy, this.#agent, met);
    };
    await Promise.all(Array.from({ length: CIRCLE }, client));
    return met.answered.length / seconds;
  }

  /** Asks at a steady rate, whatever becomes of it. */
  async offer({ seconds, greedy, modest }: Offer): Promise<{ readonly greedy: Met; readonly modest: Met }> {
    const met = { greedy: nothing(), modest: nothing() };
    const began = performance.now();
    const sent = { greedy: 0, modest: 0 };
    const asking = new Set<Promise<void>>();
    const send = (who: 'greedy' | 'modest', agent: Agent) => {
      sent[who] += 1;
      const asked = this.#ask(this.product[who], agent, met[who]).finally(() => asking.delete(asked));
      asking.add(asked);
    };
    while (performance.now() - began < seconds * 1_000) {
      const passed = (performance.now() - began) / 1_000;
      while (sent.modest < passed * modest) send('modest', this.#own);
      while (sent.greedy < passed * greedy && this.#open < CONNECTIONS) send('greedy', this.#agent);
      await after(BATCH);
    }
    await Promise.all(asking);
    return met;
  }

  #ask(path: string, agent: Agent, met: Met): Promise<void> {
    const began = performance.now();
    this.#asked += 1;
    this.#open += 1;
    const url = `${this.product.origin}${path}?Note__contains=${this.#asked}&_sort=-Name&_limit=20`;
    return new Promise<void>((resolve) => {
      const asked = request(url, { agent }, (answer) => {
        answer.resume().once('end', () => {
          const list = answer.statusCode === 200 ? met.answered : answer.statusCode === 503 ? met.refused : undefined;
          if (list === undefined) met.failed += 1;
          else list.push(performance.now() - began);
          resolve();
        });
      });
      asked.once('error', () => {
        met.failed += 1;
        resolve();
      });
      asked.end();
    }).finally(() => (this.#open -= 1));
  }
}
