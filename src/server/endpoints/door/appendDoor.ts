import type { Guard } from '../../access/guard';
import { presentedKey } from '../../access/presentedKey';
import type { Incoming } from '../../http/readingDoor';
import type { Messenger, ReceivingDoor } from '../../http/receivingDoor';
import { type PlanLimits, planLimitsOf } from '../../plans/planLimits';
import type { OpenedTab } from '../../records/waiting';
import type { Settings } from '../../settings';
import { peekTab } from '../reading';
import { noteFailure } from '../write/failures';
import { openAgain, openedTab } from '../write/openForWriting';
import type { Performing } from '../write/writeCall';
import { bringsShortJson, rowIn } from './appendBody';
import { originAsked } from './approach';
import { Desks } from './desks';
import { type Handed, HandedRow, type Receipt, type Receiver } from './handedRow';
import { BEGINNING } from './target';

/**
 * The door for one new row: a short object in JSON, with a key. It goes into the same queue as every other write. Whatever is
 * refused, has to be read first, or is out of the ordinary, is left to Fastify, which begins from the beginning; what was
 * worked out in the queue is not done a second time.
 */
class AppendDoor implements ReceivingDoor, Receiver {
  readonly #desks: Desks;
  readonly #plans: PlanLimits;

  constructor(
    private readonly performing: Performing,
    private readonly guard: Guard,
    private readonly settings: Settings,
  ) {
    this.#desks = new Desks(performing.reading, guard);
    this.#plans = planLimitsOf(performing.reading);
  }

  expects(request: Incoming): boolean {
    return request.method === 'POST' && request.url?.startsWith(BEGINNING) === true && bringsShortJson(request);
  }

  take(request: Incoming, body: Buffer, messenger: Messenger): boolean {
    const now = Date.now();
    const handed = this.#prepare(request, body, messenger, now);
    if (handed === undefined || handed.desk.limits.take(handed.bucket, now) !== undefined) return false;
    this.performing.records.writer.put(new HandedRow(handed, this));
    return true;
  }

  openAgain({ desk }: Handed): Promise<OpenedTab> {
    return openAgain(this.performing.reading, desk.tab);
  }

  answer({ messenger, desk, bucket, began }: Handed, { fields, body }: Receipt): void {
    const { usage } = this.guard;
    const last = `ratelimit: ${desk.limits.told(bucket)}\r\ncontent-length: ${body.length}\r\n`;
    messenger.answer({ status: 201, fields: desk.fields + fields + last, pieces: [body] }, Date.now());
    usage.count(desk.known.project.id, desk.tab.id, 'POST', 201, false, performance.now() - began);
  }

  /** Fastify says what is wrong, and counts the call. */
  fail({ messenger, bucket, desk }: Handed, error: unknown): void {
    desk.limits.giveBack(bucket);
    messenger.passOn((request) => noteFailure(request, error));
  }

  /** What is wrong is found, and said, by Fastify. */
  #prepare(request: Incoming, body: Buffer, messenger: Messenger, now: number): Handed | undefined {
    try {
      const began = performance.now();
      const { plan, keyring } = this.guard;
      const key = presentedKey(request.headers, keyring, now)?.key;
      const desk = key && this.#desks.find(request.url ?? '', key);
      const origin = originAsked(request, this.settings);
      if (desk === undefined || origin === undefined) return undefined;
      const { limits } = desk;
      const { id: projectId } = desk.known.project;
      const served = peekTab(this.performing.reading, desk.tab);
      const opened = served && openedTab(served, desk.tab);
      const given = opened && rowIn(body);
      const bucket = limits.bucketOf({ presented: desk.key.presented, ip: '', projectId }, now);
      if (opened === undefined || given === undefined || !limits.hasOne(bucket, now)) return undefined;
      if (plan.refusal(projectId, now) !== undefined) return undefined;
      const { namesOf } = desk;
      const create = { given, namesOf, ignoreUnknown: false, plan: this.#plans.ofProject(projectId) };
      return { messenger, desk, opened, create, bucket, origin, began };
    } catch {
      return undefined;
    }
  }
}

/** A door for rows that are added one by one; see {@link AppendDoor}. */
export const appendDoor = (performing: Performing, guard: Guard, settings: Settings): ReceivingDoor =>
  new AppendDoor(performing, guard, settings);
