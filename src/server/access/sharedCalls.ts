import { randomUUID } from 'node:crypto';
import type { CallTeller, RequestLimits } from './requestLimits';

/** Where servers tell each other how many calls they have let through. */
export const CALLS_CHANNEL = 'tabpoint_calls';

/** Calls that are told of at once: a larger part of a limit than this. What is less waits for {@link LATEST}. */
const PART = 1 / 100;

/** Rounds after which all is told of. */
const LATEST = 10;

/** Bytes of one payload: PostgreSQL takes fewer than 8,000. */
const PAYLOAD_BYTES = 7_000;

/** Payloads of one round; what does not fit waits for the next. */
const PAYLOADS_MOST = 50;

type Line = readonly [perMinute: number, name: string, calls: number];

interface Told {
  readonly from: string;
  readonly lines: readonly Line[];
}

const nameOf = (perMinute: number, name: string) => `${perMinute} ${name}`;

/**
 * Calls that this server lets through, told to the others in batches, and those that they tell of. Limits hold for all servers
 * together but for what is let through between two batches.
 */
export class SharedCalls implements CallTeller {
  readonly #id = randomUUID();
  readonly #taken = new Map<string, { readonly perMinute: number; readonly name: string; calls: number }>();
  #limits: ((perMinute: number) => RequestLimits) | undefined;
  #round = 0;

  /** Says what is taken from when others tell of calls. */
  applyTo(limits: (perMinute: number) => RequestLimits): void {
    this.#limits = limits;
  }

  taken(perMinute: number, name: string, calls: number): void {
    const key = nameOf(perMinute, name);
    const known = this.#taken.get(key);
    if (known === undefined) this.#taken.set(key, { perMinute, name, calls });
    else known.calls += calls;
  }

  /** What is to be told now, as payloads; it counts as told. */
  drain(): string[] {
    this.#round += 1;
    const isAll = this.#round % LATEST === 0;
    const payloads: string[] = [];
    let lines: Line[] = [];
    let bytes = 0;
    for (const [key, { perMinute, name, calls }] of this.#taken) {
      if (!isAll && calls < perMinute * PART) continue;
      if (payloads.length === PAYLOADS_MOST) break;
      this.#taken.delete(key);
      if (calls === 0) continue;
      lines.push([perMinute, name, calls]);
      bytes += name.length + 30;
      if (bytes < PAYLOAD_BYTES) continue;
      payloads.push(this.#payloadOf(lines));
      [lines, bytes] = [[], 0];
    }
    return lines.length === 0 ? payloads : [...payloads, this.#payloadOf(lines)];
  }

  /** Takes out what another server has let through. */
  hear(payload: string, now: number): void {
    const { from, lines } = JSON.parse(payload) as Told;
    if (from === this.#id) return;
    for (const [perMinute, name, calls] of lines) this.#limits?.(perMinute).takeMade(name, calls, now);
  }

  #payloadOf(lines: readonly Line[]): string {
    return JSON.stringify({ from: this.#id, lines } satisfies Told);
  }
}
