import type { FastifyReply, FastifyRequest } from 'fastify';

/** Takes the lines of a log, each of them JSON. */
export interface LogTo {
  write(line: string): void;
}

/** What must never be in a log, should somebody ever log a whole request or answer. */
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

/** Causes of causes that are told. */
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
 * What is told of an error: its kind, code, words and place, and those of its causes. Databases hang values of rows on theirs,
 * so nothing else is.
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
