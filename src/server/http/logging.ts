import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { ProblemCode } from '../../contract/problems';

/** Destination of log lines, each of them JSON. */
export interface LogTo {
  write(line: string): void;
}

/** Paths redacted in every log line, even if a whole request or response is logged. */
const REDACTED_PATHS = [
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

/** Patterns of secrets in error messages: API keys, tokens, passwords in URLs. */
const SECRET_PATTERNS: readonly [RegExp, string][] = [
  [/tp_[ps]k_[\w-]{20,}/g, '[key]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, '$1 [secret]'],
  [/\b(ya29\.|1\/\/)[\w.-]+/g, '[token]'],
  // The boundary keeps the search linear in a long word.
  [/(\b\w+:\/\/[^\s:/@]*):[^\s/@]+@/g, '$1:[secret]@'],
];

const redacted = (text: string) => SECRET_PATTERNS.reduce((left, [secret, word]) => left.replace(secret, word), text);

/** Maximum characters of a logged path. */
const MAX_PATH_CHARS = 500;

/**
 * Returns the path of a URL without its query, as filter values are people's data and Google's callback carries secrets there, and
 * without a key that was sent as a part of it by mistake.
 */
export const pathOf = (url: string) => redacted(url.split('?', 1)[0]?.slice(0, MAX_PATH_CHARS) ?? '');

/** Maximum depth of logged causes. */
const MAX_CAUSE_DEPTH = 5;

/** Logged fields of an error. */
interface ErrorLine {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: ErrorLine;
  [more: string]: unknown;
}

/**
 * Returns the logged fields of an error: type, code, message, stack, and its causes. Other properties are omitted, as databases
 * put values of rows into them.
 */
export function errorLine(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: redacted(String(error)), stack: '' };
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    ...(code !== undefined && { code }),
    message: redacted(message),
    stack: redacted(stack),
    ...(cause !== undefined && depth < MAX_CAUSE_DEPTH && { cause: errorLine(cause, depth + 1) }),
  };
}

/** Returns the logger options: one JSON line for each event, with the id of its request, and without secrets. */
export const loggingOf = (level: string, logTo?: LogTo) => ({
  level,
  redact: REDACTED_PATHS,
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({ method, path: pathOf(url), address: ip }),
    res: ({ statusCode }: Pick<FastifyReply, 'statusCode'>) => ({ statusCode }),
    err: (error: unknown) => errorLine(error),
  },
  ...(logTo !== undefined && { stream: logTo }),
});

/**
 * Returns whether each request is logged. Its logger is then created in advance; otherwise only when a line is written, which few
 * requests do.
 */
const logsRequests = ({ level }: FastifyBaseLogger) => ['trace', 'debug', 'info'].includes(level);

/** Creates the loggers of requests. */
export const requestLogs: NonNullable<FastifyServerOptions['childLoggerFactory']> = (log, bindings, options) =>
  logsRequests(log) ? log.child(bindings, options) : log;

/** Returns the logger of a request, whose lines carry its id. */
export const logOf = ({ log, id }: Pick<FastifyRequest, 'log' | 'id'>): FastifyBaseLogger =>
  logsRequests(log) ? log : log.child({ reqId: id });

/** Logged fields of a rejected action. */
interface SecurityLine {
  readonly event: string;
  readonly outcome: string;
  /** Client address. */
  readonly address: string;
}

interface Logged {
  readonly line: SecurityLine;
  readonly message: string;
  readonly log: FastifyBaseLogger;
  /** Number of repetitions. */
  again: number;
}

/** Time within which the same event from the same address is logged once. */
const WINDOW_MS = 60_000;

/** Maximum number of address and event pairs counted separately in a window. */
const MAX_COUNTED = 1_000;

/** Stands for all further addresses. */
const OTHERS = 'others';

/**
 * Rate-limited log of events that clients can cause at will, so that they cannot flood the log: the first is logged in full, and
 * the number of repetitions at the end of the minute.
 */
export class SparingLog {
  readonly #logged = new Map<string, Logged>();

  /** Logs a warning. @param line logged in full; of repetitions only event, outcome and address */
  warn(log: FastifyBaseLogger, line: SecurityLine, message: string): void {
    const what = `${message} ${line.event} ${line.outcome}`;
    const own = `${what} ${line.address}`;
    const isOther = !this.#logged.has(own) && this.#logged.size >= MAX_COUNTED;
    const name = isOther ? `${what} ${OTHERS}` : own;
    const before = this.#logged.get(name);
    if (before !== undefined) {
      before.again += 1;
      return;
    }
    log.warn(line, message);
    const { event, outcome } = line;
    const kept = { event, outcome, address: isOther ? OTHERS : line.address };
    if (this.#logged.size === 0) setTimeout(() => this.end(), WINDOW_MS).unref();
    this.#logged.set(name, { line: kept, message, log, again: 0 });
  }

  /** Ends the window: logs how often events were repeated, and forgets them. */
  end(): void {
    for (const { line, message, log, again } of this.#logged.values())
      if (again > 0) log.warn({ ...line, again }, message);
    this.#logged.clear();
  }
}

/** Shared instance of the process. */
export const sparingLog = new SparingLog();

type Event = 'authentication' | 'authorisation' | 'forgery' | 'limit' | 'input';

/** Security events by problem code: missing rights, and attempts to guess keys and passwords. All other problems are ordinary mistakes. */
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

/**
 * A resource that does not exist for a person may exist for another: responses do not tell these cases apart, and neither does
 * the log.
 */
const eventOf = ({ person }: Partial<Pick<FastifyRequest, 'person'>>, code: ProblemCode): Event | undefined =>
  code === 'not_found' && person !== undefined ? 'authorisation' : EVENTS[code];

/**
 * Logs a request rejected for security (ASVS 5.0, 16.3.2 and 16.3.3): the problem, the client address, and the ids of session and
 * key. The metrics count all of them; the log is rate-limited.
 */
export function logSecurityEvent(request: FastifyRequest, code: ProblemCode): void {
  const event = eventOf(request, code);
  if (event === undefined) return;
  const { method, url, ip } = request;
  const person = (request as Partial<FastifyRequest>).person?.id;
  const key = (request as Partial<FastifyRequest>).presented?.key?.id;
  const line = { event, outcome: code, address: ip, method, path: pathOf(url), person, key };
  sparingLog.warn(logOf(request), line, 'security');
}
