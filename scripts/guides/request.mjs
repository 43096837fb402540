/**
 * Parses a request block of a guide:
 *
 *     GET beans?origin=Ethiopia&_sort=-price
 *
 *     POST beans
 *     key
 *     { "name": "Fuglen" }
 *
 * The query is not encoded. `key` marks requests that need a key.
 */
const FIRST = /^(GET|POST|PATCH|PUT|DELETE) ([\w-]+)(\/\{id\})?(\?.*)?$/;

const pairOf = (text) => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

const answerOf = (method, ofRow, body) => {
  if (ofRow) return method === 'DELETE' ? 'nothing' : 'row';
  return method === 'POST' && !body.startsWith('[') ? 'row' : 'rows';
};

export function requestOf(text) {
  const [first, ...others] = text.trim().split('\n');
  const match = FIRST.exec(first);
  if (match === null) throw new Error(`Not a call: ${first}`);
  const [, method, tab, row, query = ''] = match;
  const needsKey = others[0] === 'key';
  const body = others.slice(needsKey ? 1 : 0).join('\n');
  if (body !== '') JSON.parse(body);
  return {
    ...{ method, tab, ofRow: row !== undefined, query: query === '' ? [] : query.slice(1).split('&').map(pairOf) },
    ...(needsKey && { needsKey }),
    ...(body !== '' && { body }),
    answer: answerOf(method, row !== undefined, body),
  };
}
