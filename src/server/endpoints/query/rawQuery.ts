import { Refusal } from '../../refusal';

/** One `name=value` of a query, decoded. */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal('malformed_request', `The query holds a percent sign that does not begin a character: ${text}.`, {
      hint: 'Write a percent sign itself as %25.',
    });
  }
}

/**
 * The pairs of a request's query in their order, each as often as it stands there. `+` is a space, as forms write it; a
 * name without `=` has an empty value.
 *
 * @param url the request's target as it arrived
 * @throws Refusal `malformed_request` when the percent-encoding is broken
 */
export function queryPairsOf(url: string): QueryPair[] {
  const start = url.indexOf('?');
  if (start < 0) return [];
  const [query = ''] = url.slice(start + 1).split('#');
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return { name: decoded(pair), value: '' };
      return { name: decoded(pair.slice(0, equals)), value: decoded(pair.slice(equals + 1)) };
    });
}
