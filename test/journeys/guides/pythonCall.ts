import type { CurlCall } from './curlCall';

/** Parses a Python literal: in guides and snippets JSON, except for three keywords and trailing commas. */
function literal(text: string): unknown {
  const json = text
    .replace(/("(?:[^"\\]|\\.)*")|\b(True|False|None)\b/g, (_all, quoted?: string, word?: string) =>
      quoted === undefined ? ({ True: 'true', False: 'false', None: 'null' }[word ?? ''] ?? '') : quoted,
    )
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_all, quoted?: string) => quoted ?? '');
  return JSON.parse(json);
}

/** The arguments of a call, split at its outermost commas. */
function argumentsOf(text: string): readonly string[] {
  const all: string[] = [''];
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[\s\S]/g)) {
    if ('([{'.includes(part)) depth += 1;
    if (')]}'.includes(part)) depth -= 1;
    if (depth < 0) break;
    if (part === ',' && depth === 0) all.push('');
    else all[all.length - 1] += part;
  }
  return all.map((argument) => argument.trim()).filter((argument) => argument !== '');
}

const pairsOf = (params: unknown) =>
  Array.isArray(params) ? (params as [string, string][]) : Object.entries((params ?? {}) as Record<string, string>);

/** What the first call of `requests` in a program would send, without running it. */
export function pythonCall(program: string): CurlCall {
  const match = /requests\.(get|post|patch|put|delete)\(/.exec(program);
  if (match === null) throw new Error(`No call of requests: ${program}`);
  const [address = '', ...named] = argumentsOf(program.slice(match.index + match[0].length));
  const variable = new RegExp(`^${address} = (".*")$`, 'm').exec(program)?.[1];
  const url = String(literal(variable ?? address));
  const given = Object.fromEntries(
    named.map((argument) => {
      const [, name = '', value = ''] = /^(\w+)=([\s\S]*)$/.exec(argument) ?? [];
      return [name, literal(value)];
    }),
  );
  const query = new URLSearchParams(pairsOf(given.params).map(([name, value]) => [name, String(value)])).toString();
  const hasBody = given.json !== undefined;
  return {
    method: (match[1] ?? '').toUpperCase(),
    url: query === '' ? url : `${url}?${query}`,
    headers: {
      ...(given.headers as Record<string, string> | undefined),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(given.json) }),
  };
}
