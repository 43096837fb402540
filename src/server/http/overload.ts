import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import { originHeaders } from './crossOrigin';

/** When requests are refused because there is too much to do. */
export interface OverloadLimits {
  /** Requests in progress at the same time. */
  readonly requests: number;
  /** Milliseconds of one turn of the event loop after which the requests that are still waiting in it are refused. */
  readonly turn: number;
}

const USUAL: OverloadLimits = { requests: 1_000, turn: 100 };

/** Requests that every turn lets in, however long they take: as many clients can keep the server busy without being refused. */
const ALWAYS_LET_IN = 32;

/** What a turn is shortened to while requests keep being refused, in milliseconds, and what each calm turn gives back. */
const SHORTEST_TURN = 10;
const REGAINED = 1;

/** From this part of all requests on, no client address may have more than {@link SHARE} of them. */
const CROWDED = 1 / 2;
const SHARE = 1 / 4;

/** Client addresses that are not forgotten between two requests: that would cost more than the counting. */
const ADDRESSES_KEPT = 1_000;

/** Refusals closer together than this belong to one overload, in milliseconds; an overload this long makes the server not ready. */
const PAUSE = 2_000;
const LONG = 10_000;

const RETRY_AFTER_SECONDS = '2';

const busy = () =>
  new Refusal('busy', 'The server has more to do than it can at the moment. Nothing was done; try again.', {
    headers: { 'Retry-After': RETRY_AFTER_SECONDS, ...originHeaders('*', false) },
  });

declare module 'fastify' {
  interface FastifyInstance {
    overload: Overload;
  }
  interface FastifyContextConfig {
    /** The route reads an upload by itself, which may take long. */
    readsUpload?: boolean;
  }
  interface FastifyRequest {
    /** Ends the request's being in progress; undefined where it does not count. */
    leave: (() => void) | undefined;
  }
}

/**
 * Decides which requests are refused because there is too much to do. Two things are limited: the requests in progress, and the
 * time that one turn of the event loop spends on requests, so that what is let in is answered soon. All that arrives
 * together is handled in one turn; what is left of it after its time is refused, which costs little.
 */
export class Overload {
  readonly #limits: OverloadLimits;
  readonly #now: () => number;
  readonly #ofSocket = new Map<Socket, (() => void)[]>();
  readonly #ofAddress = new Map<string, number>();
  #count = 0;
  #turnBegan: number | undefined;
  #letIn = 0;
  #turnMost: number;
  #hasRefused = false;
  #refusedSince = -Infinity;
  #refusedAt = -Infinity;
  /** Whether the server is about to stop: every answer ends its connection from then on, so that clients find another server. */
  isDraining = false;

  constructor(limits: Partial<OverloadLimits> = {}, now = () => performance.now()) {
    this.#limits = { ...USUAL, ...limits };
    this.#turnMost = this.#limits.turn;
    this.#now = now;
  }

  /** Requests in progress. */
  get requests(): number {
    return this.#count;
  }

  /** Whether requests have been refused again and again for a while: another server had better be asked. */
  get isLong(): boolean {
    const now = this.#now();
    return now - this.#refusedAt < PAUSE && now - this.#refusedSince > LONG;
  }

  /** Whether a request of a client address is refused; to be asked once for each request. */
  refuses(address: string): boolean {
    const now = this.#now();
    const began = (this.#turnBegan ??= this.#beginTurn(now));
    const hasTime = now - began <= this.#turnMost || this.#letIn < ALWAYS_LET_IN;
    if (hasTime && this.#hasRoom(address)) {
      this.#letIn += 1;
      return false;
    }
    this.#hasRefused = true;
    if (now - this.#refusedAt > PAUSE) this.#refusedSince = now;
    this.#refusedAt = now;
    return true;
  }

  /** Counts a request as in progress, until its connection ends. @returns ends that before; called twice it counts once */
  enter(address: string, socket: Socket): () => void {
    const requests = this.#requestsOf(socket);
    const leave = () => {
      const at = requests.indexOf(leave);
      if (at < 0) return;
      requests.splice(at, 1);
      this.#count -= 1;
      const left = (this.#ofAddress.get(address) ?? 1) - 1;
      if (left > 0 || this.#ofAddress.size <= ADDRESSES_KEPT) this.#ofAddress.set(address, left);
      else this.#ofAddress.delete(address);
    };
    requests.push(leave);
    this.#count += 1;
    this.#ofAddress.set(address, (this.#ofAddress.get(address) ?? 0) + 1);
    return leave;
  }

  #hasRoom(address: string): boolean {
    const { requests } = this.#limits;
    if (this.#count >= requests) return false;
    return this.#count < requests * CROWDED || (this.#ofAddress.get(address) ?? 0) < requests * SHARE;
  }

  #beginTurn(now: number): number {
    setImmediate(() => {
      this.#turnBegan = undefined;
      this.#letIn = 0;
      const most = this.#hasRefused ? this.#turnMost / 2 : this.#turnMost + REGAINED;
      this.#turnMost = Math.min(this.#limits.turn, Math.max(SHORTEST_TURN, most));
      this.#hasRefused = false;
    });
    return now;
  }

  /**
   * The requests of a connection that are in progress. When it ends they all are over: an answer that waits behind others on the
   * same connection says nothing of its own end.
   */
  #requestsOf(socket: Socket): (() => void)[] {
    const known = this.#ofSocket.get(socket);
    if (known !== undefined) return known;
    const requests: (() => void)[] = [];
    this.#ofSocket.set(socket, requests);
    socket.once('close', () => {
      for (const leave of requests.slice()) leave();
      this.#ofSocket.delete(socket);
    });
    return requests;
  }
}

/** Whether something is asked of the product. All else are files of the app, or tells how the server is. */
const isWork = (url: string) => url.startsWith('/v1/') || url.startsWith('/api/');

/** Whether a request counts: an upload, whose body its route reads by itself, counts for its person alone. */
const isCounted = ({ url, routeOptions }: FastifyRequest) => isWork(url) && routeOptions.config.readsUpload !== true;

/** The request is answered: what remains is to send it while its connection lasts. */
export function countAnswered(request: FastifyRequest): void {
  request.leave?.();
  request.leave = undefined;
}

/**
 * Refuses requests with 503 and `Retry-After` when there is too much to do, and has answers end their connections when the server
 * is about to stop. A request counts as in progress from when its body has arrived until its answer is made: neither who sends
 * slowly nor who reads slowly keeps others out.
 */
export function refuseOverload(app: FastifyInstance, limits?: Partial<OverloadLimits>): void {
  const overload = new Overload(limits);
  app.decorate('overload', overload);
  app.decorateRequest('leave', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const address = request.ip as string | undefined;
    // The connection has ended before the request's turn came, so it has no address any more, and no client waits for an answer.
    if (address === undefined || request.raw.socket.destroyed) return void reply.hijack();
    if (overload.isDraining) reply.raw.setHeader('connection', 'close');
    if (isWork(request.url) && overload.refuses(address)) return done(busy());
    done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    // What is counted now would never be over.
    if (request.raw.socket.destroyed) return void reply.hijack();
    if (isCounted(request)) request.leave = overload.enter(request.ip, request.raw.socket);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWhole =
      typeof payload === 'string' || Buffer.isBuffer(payload) || payload === null || payload === undefined;
    if (isWhole) countAnswered(request);
    else reply.raw.once('close', () => countAnswered(request));
    done();
  });
}
