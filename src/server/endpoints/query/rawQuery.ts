import { Refusal } from '../../refusal';

/** `name=value` pair of a query, decoded. */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
  /** Encoded text, as in the address. */
  readonly raw: string;
}

const PLAIN = /^[\w.~!*'(),;:@/?$-]*$/;

/** Decodes a text, if it needs decoding; most texts do not. @throws Refusal `malformed_request` if the encoding is invalid */
function decode(text: string): string {
  if (PLAIN.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal('malformed_request', `The query holds a percent sign that does not begin a character: ${text}.`, {
      hint: 'Write a percent sign itself as %25.',
    });
  }
}

function pairOf(raw: string): QueryPair {
  const equals = raw.indexOf('=');
  if (equals < 0) return { name: decode(raw), value: '', raw };
  return { name: decode(raw.slice(0, equals)), value: decode(raw.slice(equals + 1)), raw };
}

/** Returns the query of a request's target, without its `?`. */
export function queryTextOf(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const hash = url.indexOf('#', start);
  return url.slice(start + 1, hash < 0 ? undefined : hash);
}

/**
 * Parses the pairs of a query, in their order, repeated ones included. `+` is a space, as in HTML forms; a name without `=` has an
 * empty value.
 *
 * @param text raw query, without `?`
 * @throws Refusal `malformed_request` if the percent-encoding is invalid
 */
export const queryPairsOf = (text: string): QueryPair[] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map(pairOf);

/**
 * Rejects all parameters, for routes that take none: no parameter is ignored.
 *
 * @param url raw target of the request
 * @throws Refusal `unknown_parameter`
 */
export function refuseParameters(url: string): void {
  const names = [...new Set(queryPairsOf(queryTextOf(url)).map(({ name }) => name))];
  if (names.length === 0) return;
  const errors = names.map((field) => ({ field, detail: `“${field}” is not known here.` }));
  throw new Refusal('unknown_parameter', 'This address takes no parameters.', { errors });
}
