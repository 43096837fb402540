import { Agent, request } from 'node:http';
import type { Met } from './met';

/** Sends queries that nobody has sent before, so that each must be computed. */
export class Asker {
  readonly #agent: Agent;
  #asked = 0;
  #open = 0;

  /**
   * @param name makes the queries differ from those of other clients
   * @param connections maximum number at the same time
   */
  constructor(
    private readonly origin: string,
    private readonly name: string,
    connections = Infinity,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Requests in flight. */
  get open(): number {
    return this.#open;
  }

  async ask(path: string, met: Met): Promise<void> {
    const began = performance.now();
    this.#asked += 1;
    this.#open += 1;
    const url = `${this.origin}${path}?Note__contains=${this.#asked}&Name__ne=${this.name}&_sort=-Name&_limit=20`;
    try {
      const status = await this.#statusOf(url);
      const took = performance.now() - began;
      if (status === 200) met.answered.push(took);
      else if (status === 503) met.refused.push(took);
      else met.failed += 1;
    } catch {
      met.failed += 1;
    } finally {
      this.#open -= 1;
    }
  }

  #statusOf(url: string): Promise<number> {
    return new Promise((resolve, reject) => {
      request(url, { agent: this.#agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', reject);
      })
        .once('error', reject)
        .end();
    });
  }
}
