import type { Bucket } from '../../access/buckets';
import type { Guard } from '../../access/guard';
import type { Admission } from '../../http/admission';
import type { Incoming, Outlet, ReadingDoor } from '../../http/readingDoor';
import { busyAnswer } from '../../http/refuseAtOnce';
import { Refusal } from '../../refusal';
import type { Settings } from '../../settings';
import { headroomOf, release } from '../answers/answer';
import { codingAccepted } from '../answers/coding';
import { formatAccepted } from '../formats/format';
import { NotReady } from '../notReady';
import type { Reading } from '../reading';
import { ipOf } from './approach';
import { type Arrival, Places } from './places';
import { type Asked, ReadyReplies } from './readyReplies';
import type { Reply } from './reply';
import { rowReply } from './rowReply';
import { renewAnswers } from './renewing';
import { type RowsParts, rowsReply } from './rowsReply';
import { BEGINNING, targetOf } from './target';
import { visitorOf } from './visitor';

/** A reply, where it was found, and what it is taken from. */
interface Prepared {
  readonly arrival: Arrival;
  readonly reply: Reply;
  readonly bucket: Bucket;
}

const found = (arrival: Arrival, reply: Reply | undefined, bucket: Bucket): Prepared | undefined =>
  reply && { arrival, reply, bucket };

/** Failures of the door itself are told once in so many milliseconds. */
const BETWEEN_REPORTS = 60_000;

/** What is wrong with a request, or has to be waited for. */
const isForFastify = (error: unknown) =>
  error instanceof Refusal || error instanceof URIError || error instanceof NotReady;

/** Whether a request reads an address of the data API, brings no body, and would like JSON. */
function isReading({ method, url = '', headers }: Incoming): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(BEGINNING)) return false;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
  return formatAccepted(headers.accept) === 'json';
}

/**
 * The door for what is read: rows and single rows in JSON that can be answered at once. Whatever is refused, has to be read
 * or waited for, or is out of the ordinary, is left to Fastify, which begins from the beginning.
 */
class ReadDoor {
  readonly #places: Places;
  readonly #ready: ReadyReplies;
  readonly #parts: RowsParts;
  #failedAt = -Infinity;

  constructor(
    private readonly reading: Reading,
    private readonly guard: Guard,
    private readonly settings: Settings,
    private readonly admission: Pick<Admission, 'entryOf'>,
    private readonly report: (error: unknown) => void,
  ) {
    this.#places = new Places(reading, guard);
    this.#ready = new ReadyReplies(this.#places, settings, reading.memory);
    this.#parts = { reading, settings, ready: this.#ready };
    const failed = (error: unknown) => this.#noteFailure(error, Date.now());
    renewAnswers({ parts: this.#parts, places: this.#places, failed });
  }

  enter(request: Incoming, outlet: Outlet): boolean {
    if (!isReading(request)) return false;
    const began = performance.now();
    const now = Date.now();
    const prepared = this.#prepare(request, now);
    if (prepared === undefined) return false;
    if (prepared === 'busy') return this.#refuse(request, outlet, now);
    if (prepared.arrival.place.limits.take(prepared.bucket, now) !== undefined) return false;
    this.#send(request, outlet, prepared, now);
    this.#count(request, prepared, performance.now() - began);
    return true;
  }

  #refuse({ method = 'GET' }: Incoming, outlet: Outlet, now: number): true {
    outlet.send(busyAnswer(method), now);
    return true;
  }

  #count({ method = 'GET' }: Incoming, { arrival: { place }, reply }: Prepared, milliseconds: number) {
    this.guard.usage.count(place.projectId, place.tab.id, method, reply.status, reply.fromCache, milliseconds);
  }

  #send({ method = 'GET' }: Incoming, outlet: Outlet, { arrival, reply, bucket }: Prepared, now: number) {
    const { limits } = arrival.place;
    const fields = `${reply.fields}ratelimit: ${limits.told(bucket)}\r\n`;
    const pieces = method === 'HEAD' ? [] : reply.pieces;
    const { status, spent } = reply;
    const headroom = method === 'HEAD' ? undefined : spent && headroomOf(spent);
    const isSent = outlet.send({ status, fields, pieces, headroom }, now);
    if (isSent && spent !== undefined) release(spent);
  }

  /** What is wrong is found, and said, by Fastify. */
  #prepare(request: Incoming, now: number): Prepared | 'busy' | undefined {
    try {
      const visitor = visitorOf(request, this.guard, now);
      if (visitor === undefined) return undefined;
      const { url = '', headers } = request;
      const welcome = codingAccepted(headers['accept-encoding']);
      const asked: Asked = { request, url, visitor, welcome, tags: headers['if-none-match'] };
      return this.#prepareAgain(asked, now) ?? this.#prepareAnew(asked, now);
    } catch (error) {
      this.#noteFailure(error, now);
      return undefined;
    }
  }

  /** A door that fails is only slow: who looks after the server has to hear of it, but not at each request. */
  #noteFailure(error: unknown, now: number) {
    if (isForFastify(error) || now - this.#failedAt < BETWEEN_REPORTS) return;
    this.#failedAt = now;
    this.report(error);
  }

  #prepareAgain(asked: Asked, now: number): Prepared | undefined {
    const again = this.#ready.find(asked);
    if (again === undefined) return undefined;
    const { arrival, answer, reply } = again;
    const bucket = this.#bucketOf(asked, arrival, now);
    if (bucket === undefined) return undefined;
    const { place, served } = arrival;
    const { revision } = answer.told;
    if (answer.hasCursor === true) {
      this.reading.held.hold(place.tab.id, served, served.view(), place.view, revision);
    }
    return { arrival, reply, bucket };
  }

  /** Rows that have to be looked for are what can be too much for the server. */
  #prepareAnew(asked: Asked, now: number): Prepared | 'busy' | undefined {
    const target = targetOf(asked.url);
    const arrival = target && this.#places.find(target.tab, asked.visitor);
    const bucket = arrival && this.#bucketOf(asked, arrival, now);
    if (target === undefined || arrival === undefined || bucket === undefined) return undefined;
    if (target.row !== undefined) return found(arrival, this.#row(asked, arrival, target), bucket);
    const entry = this.admission.entryOf(arrival.place.projectId);
    if (entry === 'refused') return 'busy';
    return entry === 'now' ? found(arrival, this.#rows(asked, arrival, target.query), bucket) : undefined;
  }

  #rows(asked: Asked, arrival: Arrival, query: string): Reply | undefined {
    const { request, url, visitor, welcome, tags } = asked;
    return rowsReply(this.#parts, { request, url, visitor, welcome, tags, arrival, query });
  }

  /** How a row is to look is left to Fastify. */
  #row({ request, tags }: Asked, arrival: Arrival, { row = '', query }: { row: string | undefined; query: string }) {
    if (query !== '') return undefined;
    return rowReply(arrival, row, { coding: request.headers['accept-encoding'], tags });
  }

  /** @returns undefined when there is no call left */
  #bucketOf({ request, visitor }: Asked, { place: { projectId, limits } }: Arrival, now: number): Bucket | undefined {
    const { plan } = this.guard;
    const { presented } = visitor;
    const ip = presented === undefined ? ipOf(request, this.settings) : '';
    if (ip === undefined || plan.refusal(projectId, now) !== undefined) return undefined;
    const bucket = limits.bucketOf({ presented, ip, projectId }, now);
    return limits.hasOne(bucket, now) ? bucket : undefined;
  }
}

/**
 * A door for what is read; see {@link ReadDoor}.
 *
 * @param admission says when there is too much to be worked out
 * @param report is told of errors that are none of the caller's
 */
export function readDoor(
  reading: Reading,
  guard: Guard,
  settings: Settings,
  admission: Pick<Admission, 'entryOf'>,
  report: (error: unknown) => void,
): ReadingDoor {
  const door = new ReadDoor(reading, guard, settings, admission, report);
  return (request, outlet) => door.enter(request, outlet);
}
