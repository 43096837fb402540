import type { IncomingMessage, ServerResponse } from 'node:http';
import { askerOf, isWork } from './asker';
import { Demand } from './demand';
import { Lateness, LOOK, processorTime } from './lateness';
import type { Incoming } from './readingDoor';
import { refuseAtOnce } from './refuseAtOnce';
import { Turn } from './turn';
import { UnderWay } from './underWay';
import { WaitingLine } from './waitingLine';

/** Late looks in a row from which on something is refused: one long piece of work is no crowd. */
const IN_A_ROW = 3;

/** Part of what is still let through that a late loop takes away at each look, and part of all that it gives back. */
const TAKEN = 0.25;
const GIVEN = 0.04;

/** Part that is let through however late the loop is: else nobody would find out that it is better. */
const LEAST = 0.02;

/** Looks after which it is counted anew who asks for much. */
const LOOKS_COUNTED = 20;

/**
 * Requests of one name in one turn of the event loop that are let in however long the turn takes (of a name that asks for less
 * than others do: as many as a page asks for at once). While something is refused: milliseconds from which on more are not.
 * While nothing is: milliseconds from which on more have to wait for a turn of their own.
 */
const OF_TURN = 2;
const OF_TURN_FOR_FEW = 4;
const TURN = 5;
const LONG_TURN = 10;

/** What becomes of somebody who asks: `later`, when there is a turn for them. */
export type Entry = 'now' | 'later' | 'refused';

export interface AdmissionOptions {
  /** Requests under way at most; what a door answers is over at once. */
  readonly most?: number;
  /** From 0 to 1. */
  readonly chance?: () => number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** Milliseconds of processor time that were used up. */
  readonly used?: () => number;
}

/**
 * Says no at once, before the server has more to do than it can. What is ready never comes here: it is cheaper to answer it
 * than to refuse it. Of all else so many may be under way. When those that came together take long, the others wait, each for a
 * turn of the event loop, and whoever would wait for too long is refused. Then, and when the event loop is late, some are
 * refused by chance, the more the longer that lasts, and in each turn what does not fit: first of all those of whoever asks
 * for the most.
 */
export class Admission {
  readonly #underWay: UnderWay;
  /** Part of all that is refused, from 0 to 1. */
  #refused = 0;
  readonly #lateness: Lateness;
  /** Late looks in a row. */
  #late = 0;
  #looks = 0;
  readonly #demand = new Demand();
  readonly #turn: Turn;
  readonly #line: WaitingLine;
  /** Whether somebody was refused because there was no room in a turn, or in the line, since it was last looked. */
  #isFull = false;
  readonly #chance: () => number;
  readonly #now: () => number;

  constructor(options: AdmissionOptions = {}) {
    const { most, chance = Math.random, now = () => performance.now(), used = processorTime } = options;
    this.#underWay = new UnderWay(most);
    this.#chance = chance;
    this.#now = now;
    this.#lateness = new Lateness({ now, used });
    this.#turn = new Turn({ now, used });
    this.#line = new WaitingLine({ now, used }, this.#turn);
  }

  /** Looks again and again how late the event loop is. @returns the way to stop */
  watch(): () => void {
    const timer = setInterval(() => this.look(), LOOK).unref();
    return () => clearInterval(timer);
  }

  /** Looks how late the event loop is; meant to be called every 50 milliseconds. */
  look(): void {
    this.#late = this.#lateness.look(this.#underWay.count) ? this.#late + 1 : 0;
    // A turn that was cut short is no one long piece of work.
    const isCrowded = this.#late >= IN_A_ROW || (this.#late > 0 && this.#isFull);
    if (isCrowded) this.#refuseMore();
    else if (this.#late === 0 && !this.#isFull) this.#refused = Math.max(0, this.#refused - GIVEN);
    if (!this.#isFull) this.#line.lengthen();
    this.#isFull = false;
    this.#looks += 1;
    if (this.#looks % LOOKS_COUNTED === 0) this.#demand.forget();
  }

  #refuseMore() {
    this.#refused = Math.min(1 - LEAST, this.#refused + (1 - this.#refused) * TAKEN);
  }

  /** How much is under way, and which part is refused because the event loop is late. */
  load() {
    return { underWay: this.#underWay.count, refused: this.#refused };
  }

  /**
   * Lets a request through now or later, and counts it until it is answered; or answers it with a refusal.
   *
   * @param handle is called when it is let through, unless nobody waits for an answer any more
   */
  admit(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    if (!isWork(request)) return handle();
    const name = askerOf(request);
    const entry = this.#underWay.hasRoom(name) ? this.entryOf(name) : 'refused';
    if (entry === 'refused') return refuseAtOnce(request, response);
    const leave = this.#underWay.enter(name);
    let isGone = false;
    response.once('close', () => {
      isGone = true;
      leave();
    });
    if (entry === 'now') return handle();
    this.#line.add(this.#now(), () => {
      if (isGone) return false;
      handle();
      return true;
    });
  }

  /**
   * Lets in a request that asks for work, and counts it until it leaves.
   *
   * @returns how it leaves; undefined where it is to be refused
   */
  letIn(request: Incoming): (() => void) | undefined {
    const name = askerOf(request);
    this.#hear(name);
    if (!this.#underWay.hasRoom(name) || this.#isUnlucky(name)) return undefined;
    const now = this.#now();
    return this.#isPressed(now) && !this.#hasTurn(name, now) ? undefined : this.#underWay.enter(name);
  }

  /**
   * When somebody may be answered. A door asks it before it works out an answer, and leaves what is for `later` to whoever
   * has it admitted. While nobody is refused it costs next to nothing to ask.
   */
  entryOf(name: string): Entry {
    this.#hear(name);
    if (this.#isUnlucky(name)) return 'refused';
    const now = this.#now();
    this.#turn.hear(now);
    const entry = this.#isPressed(now) ? (this.#hasTurn(name, now) ? 'now' : 'refused') : this.#inTurn(name, now);
    if (entry === 'now') this.#turn.letIn();
    return entry;
  }

  #hear(name: string) {
    this.#lateness.hear();
    this.#demand.count(name);
  }

  /** Whoever asks for no less than others is refused as often as all are; for less, less often. */
  #isUnlucky(name: string): boolean {
    return this.#refused > 0 && this.#chance() < this.#refused * Math.min(1, this.#demand.partOf(name));
  }

  /** Whether it is known that there is too little time for all. */
  #isPressed(now: number): boolean {
    return this.#refused > 0 || this.#lateness.isOverdue(now, this.#underWay.count);
  }

  /** Whether there is time in this turn, while there is too little of it. Those that wait for one come first. */
  #hasTurn(name: string, now: number): boolean {
    this.#turn.begin(this.#refused > 0 ? now : this.#lateness.lookedAt);
    const before = this.#turn.count(name);
    if (this.#demand.partOf(name) < 1 ? before < OF_TURN_FOR_FEW : this.#line.isEmpty && before < OF_TURN) return true;
    if (this.#line.isEmpty && this.#turn.passed(now) < TURN) return true;
    this.#isFull = true;
    return false;
  }

  /** Whose turn it is while nobody is refused: of those that take long together some wait for another one. */
  #inTurn(name: string, now: number): Entry {
    const isLong = this.#turn.passed(now) >= LONG_TURN && this.#turn.isDear(now);
    if (!isLong && this.#line.isEmpty) return 'now';
    this.#turn.begin(now);
    if (this.#demand.partOf(name) < 1 && this.#turn.count(name) < OF_TURN_FOR_FEW) return 'now';
    if (!this.#line.isFull(now)) return 'later';
    this.#isFull = true;
    this.#line.shorten();
    this.#refuseMore();
    return 'refused';
  }
}
