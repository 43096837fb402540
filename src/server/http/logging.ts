import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { ProblemCode } from '../../contract/problems';

/** Takes the lines of a log, each of them JSON. */
export interface LogTo {
  write(line: string): void;
}

/** What must never be in a log, also where a whole request or answer is logged. */
const SECRETS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  'res.headers["set-cookie"]',
  '*.headers.cookie',
  '*.headers.authorization',
  '*.headers["x-api-key"]',
  '*.password',
  '*.secret',
];

/** Secrets that may stand in the message of an error: keys of ours, tokens, passwords in addresses. */
const TELLTALE: readonly [RegExp, string][] = [
  [/tp_[ps]k_[\w-]{20,}/g, '[key]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  [/\b(ya29\.|1\/\/)[\w.-]+/g, '[token]'],
  [/(\w+:\/\/[^\s:/@]*):[^\s/@]+@/g, '$1:[secret]@'],
];

const scrubbed = (text: string) => TELLTALE.reduce((left, [secret, word]) => left.replace(secret, word), text);

/** Longest path that is logged. */
const PATH = 500;

/** An address without its query: values asked for are people's data, and what Google sends back there is secret. */
export const pathOf = (url: string) => url.split('?', 1)[0]?.slice(0, PATH);

const requestLine = ({ method, url, ip }: FastifyRequest) => ({ method, path: pathOf(url), address: ip });

const answerLine = ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode });

/** How many causes of causes are logged. */
const DEPTH = 5;

/** What the log tells of an error. */
export interface ErrorLine {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: ErrorLine;
  [more: string]: unknown;
}

/**
 * What is logged of an error: its kind, code, message and stack, and those of its causes. Databases put values of rows into other
 * properties, so these are left out.
 */
export function errorLine(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: scrubbed(String(error)), stack: '' };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    ...(code !== undefined && { code }),
    message: scrubbed(message),
    stack: scrubbed(stack),
    ...(cause !== undefined && depth < DEPTH && { cause: errorLine(cause, depth + 1) }),
  };
}

/** The log: a line of JSON for each event, with the number of its request, and without secrets. */
export const loggingOf = (level: string, logTo?: LogTo) => ({
  level,
  redact: SECRETS,
  serializers: { req: requestLine, res: answerLine, err: (error: unknown) => errorLine(error) },
  ...(logTo !== undefined && { stream: logTo }),
});

/** Whether each request has lines: then its log is made beforehand, else where a line is written, as few requests write one. */
const tellsRequests = ({ level }: FastifyBaseLogger) => ['trace', 'debug', 'info'].includes(level);

/** Makes the logs of requests. */
export const requestLogs: NonNullable<FastifyServerOptions['childLoggerFactory']> = (log, bindings, options) =>
  tellsRequests(log) ? log.child(bindings, options) : log;

/** The log of a request, whose lines have its number. */
export const logOf = ({ log, id }: Pick<FastifyRequest, 'log' | 'id'>): FastifyBaseLogger =>
  tellsRequests(log) ? log : log.child({ reqId: id });

/** What the log tells of something that was not let happen. */
export interface SecurityLine {
  readonly event: string;
  readonly outcome: string;
  /** Where it came from. */
  readonly address: string;
}

interface Logged {
  readonly line: SecurityLine;
  readonly message: string;
  readonly log: FastifyBaseLogger;
  /** How often it has happened since. */
  again: number;
}

/** Milliseconds within which the same from the same address has one line. */
const WINDOW = 60_000;

/** Addresses that are counted one by one within that time, for all kinds of events together. */
const MOST = 1_000;

/** Stands for all addresses beyond those. */
const OTHERS = 'others';

/**
 * Warns of what clients can cause as often as they like, without letting them fill the log: the first is logged in full, and at
 * the end of a minute how often each has happened again.
 */
export class SparingLog {
  readonly #logged = new Map<string, Logged>();

  /** @param line in full; of repeats the event, outcome and address are logged */
  warn(log: FastifyBaseLogger, line: SecurityLine, message: string): void {
    const what = `${message} ${line.event} ${line.outcome}`;
    const own = `${what} ${line.address}`;
    const isOther = !this.#logged.has(own) && this.#logged.size >= MOST;
    const name = isOther ? `${what} ${OTHERS}` : own;
    const before = this.#logged.get(name);
    if (before !== undefined) {
      before.again += 1;
      return;
    }
    log.warn(line, message);
    const { event, outcome } = line;
    const kept = { event, outcome, address: isOther ? OTHERS : line.address };
    if (this.#logged.size === 0) setTimeout(() => this.#end(), WINDOW).unref();
    this.#logged.set(name, { line: kept, message, log, again: 0 });
  }

  #end() {
    for (const { line, message, log, again } of this.#logged.values())
      if (again > 0) log.warn({ ...line, again }, message);
    this.#logged.clear();
  }
}

/** The one of this server: a process is one. */
export const sparingLog = new SparingLog();

type Event = 'authentication' | 'authorisation' | 'forgery' | 'limit' | 'input';

/** Problems of callers who lack a right, or who try out keys and passwords; all others are everyday mistakes. */
const EVENTS: Partial<Record<ProblemCode, Event>> = {
  signed_out: 'authentication',
  key_required: 'authentication',
  unknown_key: 'authentication',
  missing_scope: 'authorisation',
  origin_refused: 'authorisation',
  outdated_key: 'authorisation',
  second_factor_required: 'authorisation',
  cross_site_request: 'forgery',
  too_many_requests: 'limit',
  malformed_request: 'input',
  unsafe_workbook: 'input',
};

/** What is not there for a person may be there for another one: the two are not told apart in answers, nor here. */
const eventOf = ({ person }: Partial<Pick<FastifyRequest, 'person'>>, code: ProblemCode): Event | undefined =>
  code === 'not_found' && person !== undefined ? 'authorisation' : EVENTS[code];

/**
 * Writes down that a request was refused for safety's sake (ASVS 5.0, 16.3.2 and 16.3.3): what was refused, from where, and
 * whose session or key it was, by their ids. All of them are counted in the metrics; the log has them sparingly.
 */
export function noteSecurityEvent(request: FastifyRequest, code: ProblemCode): void {
  const event = eventOf(request, code);
  if (event === undefined) return;
  const { method, url, ip } = request;
  const person = (request as Partial<FastifyRequest>).person?.id;
  const key = (request as Partial<FastifyRequest>).presented?.key?.id;
  const line = { event, outcome: code, address: ip, method, path: pathOf(url), person, key };
  sparingLog.warn(logOf(request), line, 'security');
}
