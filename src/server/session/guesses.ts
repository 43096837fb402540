import { hash } from 'node:crypto';

/** So many wrong passwords for one account … */
const MOST = 50;

/** … in so many milliseconds, from wherever they come. */
const WINDOW = 60 * 60_000;

/** Accounts that are remembered; those that were tried first are forgotten first. */
const REMEMBERED = 50_000;

/** What was guessed wrong of one account. */
interface Guessed {
  readonly since: number;
  times: number;
}

/** As short for any text: what is typed as an address may be anything. */
const markOf = (email: string) => hash('sha256', email, 'base64url');

/**
 * Wrong passwords by account, of accounts that are not there too, so that nothing can be learnt from it. Counted by this server
 * for itself. Limits by address stand beside it: those stop one address, this stops many.
 */
export class Guesses {
  readonly #guessed = new Map<string, Guessed>();

  /** @param now milliseconds since 1970 */
  hasTooMany(email: string, now: number): boolean {
    const guessed = this.#guessed.get(markOf(email));
    return guessed !== undefined && now - guessed.since < WINDOW && guessed.times >= MOST;
  }

  /** Counts a try as wrong until it is known to be right: many at once must not all find that there is room. */
  tried(email: string, now: number): void {
    const mark = markOf(email);
    const guessed = this.#guessed.get(mark);
    if (guessed !== undefined && now - guessed.since < WINDOW) guessed.times += 1;
    else this.#begin(mark, now);
  }

  /** Takes a try back that was not wrong. */
  wasRight(email: string): void {
    const guessed = this.#guessed.get(markOf(email));
    if (guessed !== undefined) guessed.times -= 1;
  }

  #begin(mark: string, now: number) {
    this.#guessed.delete(mark);
    const [first] = this.#guessed.keys();
    if (this.#guessed.size >= REMEMBERED && first !== undefined) this.#guessed.delete(first);
    this.#guessed.set(mark, { since: now, times: 1 });
  }
}
