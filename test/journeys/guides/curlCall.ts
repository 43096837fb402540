/** What a curl command sends. */
export interface CurlCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

/** Splits a command into words as a shell does: quotes, nested quotes, and lines continued by a backslash. */
export const wordsOf = (command: string) =>
  [...command.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_all, single?: string, double?: string, escaped?: string) =>
      String(single ?? double ?? escaped),
    ),
  );

const pair = (text: string, between: string): [string, string] => {
  const at = text.indexOf(between);
  return [text.slice(0, at), text.slice(at + between.length)];
};

interface Reading {
  readonly call: CurlCall;
  readonly query: string[];
}

/** Options with a value. Others are rejected: guides use no option that the tests do not know. */
const options: Readonly<Record<string, (reading: Reading, value: string) => void>> = {
  '-X': ({ call }, value) => void (call.method = value),
  '--request': ({ call }, value) => void (call.method = value),
  '-d': ({ call }, value) => void (call.body = value),
  '--data-raw': ({ call }, value) => void (call.body = value),
  '--data-urlencode': ({ query }, value) => {
    const [name, text] = pair(value, '=');
    query.push(`${name}=${encodeURIComponent(text)}`);
  },
  '-H': ({ call }, value) => {
    const [name, text] = pair(value, ': ');
    call.headers[name] = text;
  },
  '--header': (reading, value) => options['-H']?.(reading, value),
  '-u': ({ call }, value) => void (call.headers.Authorization = `Basic ${btoa(value)}`),
};

const flags: readonly string[] = ['-i', '-G'];

/** Parses a curl command. */
export function curlCall(command: string): CurlCall {
  const [curl, ...words] = wordsOf(command);
  if (curl !== 'curl') throw new Error(`Not a call of curl: ${command}`);
  const reading: Reading = { call: { method: 'GET', url: '', headers: {} }, query: [] };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const option = options[word];
    if (option) option(reading, words.shift() ?? '');
    else if (word.startsWith('http')) reading.call.url = word;
    else if (!flags.includes(word)) throw new Error(`An option no test knows: ${word}`);
  }
  const { call, query } = reading;
  return query.length === 0 ? call : { ...call, url: `${call.url}?${query.join('&')}` };
}
