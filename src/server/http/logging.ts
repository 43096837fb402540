import type { FastifyBaseLogger, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';

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
