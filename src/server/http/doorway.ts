import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { Admission, type AdmissionOptions } from './admission';
import { readDirectly } from './direct/directConnections';
import { KEEP_ALIVE, REQUEST_TIMEOUT, STALLED } from './fastifyOptions';
import { holdBody } from './heldBody';
import { namesOneHost } from './hostHeader';
import type { Outlet, ReadingDoor } from './readingDoor';
import type { ReceivingDoor } from './receivingDoor';
import { type ReadyAnswer, sendReady } from './readyHead';

/** Answers a request at once and says so, or leaves it as it is: nothing is sent, counted or changed then. */
export type Door = (request: IncomingMessage, response: ServerResponse) => boolean;

declare module 'fastify' {
  interface FastifyInstance {
    /** Where requests come in. */
    doorway: Doorway;
  }
}

/** Connections at most; whoever comes then is turned away by the system. */
const CONNECTIONS_MOST = 20_000;

/** What a door need not think of: connections that end, clients that wait to be told to go on, or name no host or two. */
const isUsual = ({ headers, httpVersionMinor }: IncomingMessage, response: ServerResponse): boolean =>
  httpVersionMinor === 1 && response.shouldKeepAlive && headers.expect === undefined && namesOneHost(headers);

/** The answer to a request that Node has read. */
class Responding implements Outlet {
  constructor(private readonly response: ServerResponse) {}

  send(answer: ReadyAnswer, now: number): boolean {
    const { response } = this;
    sendReady(response, answer, now);
    return response.socket?.writableLength === 0;
  }
}

/** What begins the paths for which there are doors. */
const OURS = '/v1/';

/**
 * Where requests come in: a door that is open takes those it can answer at once, and Fastify has all others. What a door
 * answers is what Fastify would, byte for byte but for the order and the case of the headers' names.
 */
export class Doorway {
  readonly #doors: Door[] = [];
  readonly #readingDoors: ReadingDoor[] = [];
  readonly #receivingDoors: ReceivingDoor[] = [];
  #behind: Parameters<FastifyServerFactory>[0] | undefined;
  #isOpen = true;
  #isDraining = false;
  readonly admission: Admission;

  /**
   * @param stalled milliseconds after which a connection is cut on which nothing moves any more
   * @param admission when requests are refused, other than usual
   */
  constructor(
    private readonly stalled = STALLED,
    admission?: AdmissionOptions,
  ) {
    this.admission = new Admission(admission);
  }

  /** Makes the server; doors that are opened later count too. */
  readonly serverFactory: FastifyServerFactory = (handler): Server => {
    this.#behind = handler;
    // Who names no host is told so by us (`hostHeader.ts`). Headers that may come once only, and come twice, are joined: that is
    // no host, no key and no media type, where Node would go by the first.
    const server = createServer(
      { requireHostHeader: false, joinDuplicateHeaders: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE },
      (request, response) => {
        // Connections that are kept for the next request would keep clients here.
        if (this.#isDraining) response.shouldKeepAlive = false;
        this.#enter(request, response, () => handler(request, response));
      },
    );
    server.keepAliveTimeout = KEEP_ALIVE;
    server.requestTimeout = REQUEST_TIMEOUT;
    server.maxConnections = CONNECTIONS_MOST;
    server.setTimeout(this.stalled);
    readDirectly(server, {
      doors: this.#readingDoors,
      receivingDoors: this.#receivingDoors,
      handle: (request, response) => this.admission.admit(request, response, () => handler(request, response)),
      letIn: (request) => this.admission.letIn(request),
      passOn: (request, response) => this.passOn(request, response),
      isOurs: (url) => !this.#isDraining && url.startsWith(OURS),
      isWanted: () => this.#isOpen && !this.#isDraining && this.#readingDoors.length > 0,
      stalled: this.stalled,
    });
    return server;
  };

  open(door: Door): void {
    this.#doors.push(door);
  }

  /** Whether the server is about to stop, and asks to be given no more requests. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /** From now on every answer ends its connection, so that clients find another server. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Opens a door for requests that only read; their connections need not be read by Node. */
  openForReading(door: ReadingDoor): void {
    this.#readingDoors.push(door);
    this.open((request, response) => door(request, new Responding(response)));
  }

  /** Opens a door for requests that bring a short body; most of their connections need not be read by Node either. */
  openForReceiving(door: ReceivingDoor): void {
    this.#receivingDoors.push(door);
    this.open((request, response) => {
      if (!door.expects(request)) return false;
      holdBody(request, response, door, (held, answer) => this.passOn(held, answer));
      return true;
    });
  }

  /** Gives Fastify a request that a door has taken in and cannot answer. */
  passOn(request: IncomingMessage, response: ServerResponse): void {
    this.#behind?.(request, response);
  }

  /** From now on Fastify has every request: it ends connections with their answers while the server closes. */
  close(): void {
    this.#isOpen = false;
  }

  /** What is read is answered where it can be; everything else has to be let in first. */
  #enter(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    if (request.method !== 'GET') {
      this.admission.admit(request, response, () => this.#answers(request, response) || handle());
    } else if (!this.#answers(request, response)) this.admission.admit(request, response, handle);
  }

  #answers(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#isOpen || !isUsual(request, response)) return false;
    for (const door of this.#doors) if (door(request, response)) return true;
    return false;
  }
}

/** Puts the doorway where features find it. */
export function addDoorway(app: FastifyInstance, doorway: Doorway): void {
  app.decorate('doorway', doorway);
  const unwatch = doorway.admission.watch();
  app.addHook('onClose', async () => unwatch());
  app.addHook('preClose', (done) => {
    doorway.close();
    done();
  });
}
