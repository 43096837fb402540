import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import { originHeaders } from './crossOrigin';

/** Limits above which requests are rejected. */
export interface OverloadLimits {
  /** Maximum number of requests in flight. */
  readonly requests: number;
  /** Maximum milliseconds of one turn of the event loop; the remaining requests of a longer turn are rejected. */
  readonly turn: number;
}

const DEFAULTS: OverloadLimits = { requests: 1_000, turn: 100 };

/** Requests admitted in every turn, however long they take: this many clients can keep the server busy without a rejection. */
const MIN_ADMITTED_PER_TURN = 32;

/**
 * Lower bound of a turn's limit, which is halved while requests are rejected, and milliseconds it regains in each turn without
 * rejections.
 */
const MIN_TURN_MS = 10;
const TURN_REGAIN_MS = 1;

/** Fraction of the maximum requests in flight from which one client address may have at most {@link MAX_ADDRESS_SHARE} of them. */
const CROWDED_FRACTION = 1 / 2;
const MAX_ADDRESS_SHARE = 1 / 4;

/** Maximum gap between rejections of the same overload, and the duration from which an overload makes the server "not ready". */
const MAX_REFUSAL_GAP_MS = 2_000;
const LONG_OVERLOAD_MS = 10_000;

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
    /** Whether the route reads an upload itself, which may take long. */
    readsUpload?: boolean;
  }
  interface FastifyRequest {
    /** Removes the request from those in flight; undefined if it is not counted. */
    leave: (() => void) | undefined;
  }
}

/**
 * Decides which requests are rejected under overload. It limits the requests in flight, and the time one turn of the event loop
 * spends on requests, so that admitted requests are answered soon. All requests that arrive together are handled in one turn;
 * those left after its time are rejected, which is cheap.
 */
export class Overload {
  readonly #limits: OverloadLimits;
  readonly #now: () => number;
  readonly #ofSocket = new Map<Socket, Set<() => void>>();
  readonly #ofAddress = new Map<string, number>();
  #count = 0;
  #turnBegan: number | undefined;
  #admitted = 0;
  #maxTurnMs: number;
  #hasRefused = false;
  #refusedSince = -Infinity;
  #refusedAt = -Infinity;
  /** Whether the server is about to stop: every response then closes its connection, so that clients move to another server. */
  isDraining = false;

  constructor(limits: Partial<OverloadLimits> = {}, now = () => performance.now()) {
    this.#limits = { ...DEFAULTS, ...limits };
    this.#maxTurnMs = this.#limits.turn;
    this.#now = now;
  }

  /** Number of requests in flight. */
  get requests(): number {
    return this.#count;
  }

  /** Whether the overload has lasted so long that load balancers should use another server. */
  get isLong(): boolean {
    const now = this.#now();
    return now - this.#refusedAt < MAX_REFUSAL_GAP_MS && now - this.#refusedSince > LONG_OVERLOAD_MS;
  }

  /** Decides whether a request of a client address is rejected; call it once for each request, as it counts. */
  refuses(address: string): boolean {
    const now = this.#now();
    const began = (this.#turnBegan ??= this.#beginTurn(now));
    const hasTime = now - began <= this.#maxTurnMs || this.#admitted < MIN_ADMITTED_PER_TURN;
    if (hasTime && this.#hasRoom(address)) {
      this.#admitted += 1;
      return false;
    }
    this.#hasRefused = true;
    if (now - this.#refusedAt > MAX_REFUSAL_GAP_MS) this.#refusedSince = now;
    this.#refusedAt = now;
    return true;
  }

  /** Counts a request as in flight until its connection ends. @returns function that ends this earlier; further calls have no effect */
  enter(address: string, socket: Socket): () => void {
    const requests = this.#requestsOf(socket);
    const leave = () => {
      if (!requests.delete(leave)) return;
      this.#count -= 1;
      const left = (this.#ofAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#ofAddress.set(address, left);
      else this.#ofAddress.delete(address);
    };
    requests.add(leave);
    this.#count += 1;
    this.#ofAddress.set(address, (this.#ofAddress.get(address) ?? 0) + 1);
    return leave;
  }

  #hasRoom(address: string): boolean {
    const { requests } = this.#limits;
    if (this.#count >= requests) return false;
    if (this.#count < requests * CROWDED_FRACTION) return true;
    return (this.#ofAddress.get(address) ?? 0) < requests * MAX_ADDRESS_SHARE;
  }

  #beginTurn(now: number): number {
    setImmediate(() => {
      this.#turnBegan = undefined;
      this.#admitted = 0;
      const next = this.#hasRefused ? this.#maxTurnMs / 2 : this.#maxTurnMs + TURN_REGAIN_MS;
      this.#maxTurnMs = Math.min(this.#limits.turn, Math.max(MIN_TURN_MS, next));
      this.#hasRefused = false;
    });
    return now;
  }

  /**
   * Returns the requests in flight of a connection. They all end with it: a response queued behind others on the connection has
   * no end event of its own.
   */
  #requestsOf(socket: Socket): Set<() => void> {
    const known = this.#ofSocket.get(socket);
    if (known !== undefined) return known;
    const requests = new Set<() => void>();
    this.#ofSocket.set(socket, requests);
    socket.once('close', () => {
      for (const leave of requests) leave();
      this.#ofSocket.delete(socket);
    });
    return requests;
  }
}

/** Returns whether a URL is of an API. All others are files of the app, or report the server's state. */
const isWork = (url: string) => url.startsWith('/v1/') || url.startsWith('/api/');

/** Returns whether a request counts as in flight. An upload does not: its route limits uploads by person. */
const isCounted = ({ url, routeOptions }: FastifyRequest) => isWork(url) && routeOptions.config.readsUpload !== true;

/** Marks a request as answered; what remains is to send the response. */
export function countAnswered(request: FastifyRequest): void {
  request.leave?.();
  request.leave = undefined;
}

/**
 * Rejects requests with 503 and `Retry-After` under overload, and closes connections after their responses when the server is
 * about to stop. A request is in flight from the end of its body until its response is complete: slow senders and slow readers do
 * not block others.
 */
export function refuseOverload(app: FastifyInstance, limits?: Partial<OverloadLimits>): void {
  const overload = new Overload(limits);
  app.decorate('overload', overload);
  app.decorateRequest('leave', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const address = request.ip as string | undefined;
    // The connection has ended already: it has no address any more, and no client waits for a response. Node notices its end
    // only when it reads on, which an unread body prevents.
    if (address === undefined || request.raw.socket.destroyed) {
      request.raw.socket.destroy();
      reply.hijack();
      return;
    }
    if (overload.isDraining) reply.raw.setHeader('connection', 'close');
    if (isWork(request.url) && overload.refuses(address)) return done(busy());
    done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    // A request counted now would never be removed.
    if (request.raw.socket.destroyed) {
      reply.hijack();
      return;
    }
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
