import type { IncomingMessage, ServerResponse } from 'node:http';
import { askerOf, isWork } from './asker';
import { Lateness, LOOK } from './lateness';
import type { Incoming } from './readingDoor';
import { refuseAtOnce } from './refuseAtOnce';

/** Requests under way at most; what a door answers is over at once. */
const MOST = 1_000;

/** While this part of them is under way, nobody has more than the part that is {@link SHARE}. */
const CROWDED = 1 / 2;
const SHARE = 1 / 4;

/** Late looks in a row from which on something is refused: one long piece of work is no crowd. */
const IN_A_ROW = 3;

/** Part of what is still let through that a late loop takes away at each look, and part of all that it gives back in time. */
const TAKEN = 0.25;
const GIVEN = 0.04;

/** Part that is let through however late the loop is: else nobody would find out that it is better. */
const LEAST = 0.02;

/** Looks after which it is counted anew who asks for much. */
const LOOKS_COUNTED = 20;

/**
 * While something is refused: requests of one name in one turn of the event loop that are let in however long the turn takes
 * (of a name that asks for less than others do: as many as a page asks for at once), and milliseconds from which on more are
 * not. All that have arrived are in one turn, so that it would last as long as they do, and who comes in it waits for its end.
 */
const OF_TURN = 2;
const OF_TURN_FOR_FEW = 4;
const TURN = 5;

export interface AdmissionOptions {
  /** Requests under way at most. */
  readonly most?: number;
  /** From 0 to 1. */
  readonly chance?: () => number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** Milliseconds of processor time that were used up. */
  readonly used?: () => number;
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Says no at once, before the server has more to do than it can. What is ready never comes here: it is cheaper to answer it
 * than to refuse it. Of all else so many may be under way, and when the event loop is late, some are refused by chance, the
 * more the longer that lasts, and in each turn of it what does not fit: first of all those of whoever asks for the most.
 */
export class Admission {
  #underWay = 0;
  readonly #ofName = new Map<string, number>();
  /** Part of all that is refused, from 0 to 1. */
  #refused = 0;
  readonly #lateness: Lateness;
  /** Late looks in a row. */
  #late = 0;
  #looks = 0;
  #asked = 0;
  readonly #askedBy = new Map<string, number>();
  /** Of this turn of the event loop: when it began to let somebody in, and how many of whom. */
  #turnBegan: number | undefined;
  readonly #ofTurn = new Map<string, number>();
  /** Whether somebody was refused because a turn was full, since it was last looked. */
  #isFull = false;
  readonly #most: number;
  readonly #chance: () => number;
  readonly #now: () => number;

  constructor(options: AdmissionOptions = {}) {
    const { most = MOST, chance = Math.random, now = () => performance.now(), used = processorTime } = options;
    this.#most = most;
    this.#chance = chance;
    this.#now = now;
    this.#lateness = new Lateness({ now, used });
  }

  /** Looks again and again how late the event loop is. @returns the way to stop */
  watch(): () => void {
    const timer = setInterval(() => this.look(), LOOK).unref();
    return () => clearInterval(timer);
  }

  /** Looks how late the event loop is; meant to be called every 50 milliseconds. */
  look(): void {
    this.#late = this.#lateness.look(this.#underWay) ? this.#late + 1 : 0;
    // A turn that was cut short is no one long piece of work.
    const isCrowded = this.#late >= IN_A_ROW || (this.#late > 0 && this.#isFull);
    if (isCrowded) this.#refused = Math.min(1 - LEAST, this.#refused + (1 - this.#refused) * TAKEN);
    else if (this.#late === 0 && !this.#isFull) this.#refused = Math.max(0, this.#refused - GIVEN);
    this.#isFull = false;
    this.#looks += 1;
    if (this.#looks % LOOKS_COUNTED !== 0) return;
    this.#asked = 0;
    this.#askedBy.clear();
  }

  /** How much is under way, and which part is refused because the event loop is late. */
  load() {
    return { underWay: this.#underWay, refused: this.#refused };
  }

  /** Lets a request through, and counts it until it is answered; or answers it with a refusal. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isWork(request)) return true;
    const leave = this.letIn(request);
    if (leave === undefined) refuseAtOnce(request, response);
    else response.once('close', leave);
    return leave !== undefined;
  }

  /**
   * Lets in a request that asks for work, and counts it until it leaves.
   *
   * @returns how it leaves; undefined where it is to be refused
   */
  letIn(request: Incoming): (() => void) | undefined {
    this.#lateness.hear();
    const name = askerOf(request);
    if (!this.#hasRoom(name) || this.#isUnlucky(name) || !this.#hasTurn(name)) return undefined;
    this.#enter(name);
    return () => this.#leave(name);
  }

  /**
   * Whether a door may work out an answer, which is done before anything else is. While nobody is refused it costs next to
   * nothing to ask.
   */
  admitsAtOnce(project: string): boolean {
    this.#lateness.hear();
    return !this.#isUnlucky(project) && this.#hasTurn(project);
  }

  #hasRoom(name: string): boolean {
    if (this.#underWay >= this.#most) return false;
    return this.#underWay < this.#most * CROWDED || (this.#ofName.get(name) ?? 0) < this.#most * SHARE;
  }

  /** Whoever asks for no less than others is refused as often as all are; for less, less often. */
  #isUnlucky(name: string): boolean {
    this.#asked += 1;
    this.#askedBy.set(name, (this.#askedBy.get(name) ?? 0) + 1);
    return this.#refused > 0 && this.#chance() < this.#refused * Math.min(1, this.#partOf(name));
  }

  /** How much a name has asked for lately, as a multiple of what all have on average. */
  #partOf(name: string): number {
    return ((this.#askedBy.get(name) ?? 0) / this.#asked) * this.#askedBy.size;
  }

  /** Whether there is time in this turn, while there is too little of it. */
  #hasTurn(name: string): boolean {
    const now = this.#now();
    const isOverdue = this.#lateness.isOverdue(now, this.#underWay);
    if (this.#refused === 0 && !isOverdue) return true;
    if (this.#turnBegan === undefined) setImmediate(() => this.#endTurn());
    this.#turnBegan ??= isOverdue ? this.#lateness.lookedAt : now;
    const before = this.#ofTurn.get(name) ?? 0;
    this.#ofTurn.set(name, before + 1);
    const anyhow = this.#partOf(name) < 1 ? OF_TURN_FOR_FEW : OF_TURN;
    if (before < anyhow || now - this.#turnBegan < TURN) return true;
    this.#isFull = true;
    return false;
  }

  #endTurn() {
    this.#turnBegan = undefined;
    this.#ofTurn.clear();
  }

  #enter(name: string) {
    this.#underWay += 1;
    this.#ofName.set(name, (this.#ofName.get(name) ?? 0) + 1);
  }

  #leave(name: string) {
    this.#underWay -= 1;
    const left = (this.#ofName.get(name) ?? 0) - 1;
    if (left > 0) this.#ofName.set(name, left);
    else this.#ofName.delete(name);
  }
}
