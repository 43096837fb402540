import type { FastifyBaseLogger } from 'fastify';

/** What the log tells of something that was not let happen. */
export interface SecurityLine {
  readonly event: string;
  readonly outcome: string;
  /** Where it came from. */
  readonly address: string;
}

interface Told {
  readonly line: SecurityLine;
  readonly message: string;
  readonly log: FastifyBaseLogger;
  /** How often it has happened since. */
  again: number;
}

/** Milliseconds within which the same from the same address has one line. */
const WINDOW = 60_000;

/** Addresses that are told apart within that time, for each kind of event together. */
const MOST = 1_000;

/** Stands for all addresses beyond those that are told apart. */
const OTHERS = 'others';

/**
 * Warns of what anybody can cause as often as they like, so that nobody can fill the log: the first is told in full, and at the
 * end of a minute how often each has happened again.
 */
export class SparingLog {
  readonly #told = new Map<string, Told>();

  /** @param line in full; of what comes again its event, outcome and address are told */
  warn(log: FastifyBaseLogger, line: SecurityLine, message: string): void {
    const what = `${message} ${line.event} ${line.outcome}`;
    const own = `${what} ${line.address}`;
    const isOther = !this.#told.has(own) && this.#told.size >= MOST;
    const name = isOther ? `${what} ${OTHERS}` : own;
    const before = this.#told.get(name);
    if (before !== undefined) {
      before.again += 1;
      return;
    }
    log.warn(line, message);
    const { event, outcome } = line;
    const kept = { event, outcome, address: isOther ? OTHERS : line.address };
    if (this.#told.size === 0) setTimeout(() => this.#end(), WINDOW).unref();
    this.#told.set(name, { line: kept, message, log, again: 0 });
  }

  #end() {
    for (const { line, message, log, again } of this.#told.values())
      if (again > 0) log.warn({ ...line, again }, message);
    this.#told.clear();
  }
}

/** The one of this server: a process is one. */
export const sparingLog = new SparingLog();
