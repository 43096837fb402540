import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import ts from 'typescript';
import { snippetFor } from '../../../src/app/snippets/snippetFor';
import { snippetLanguages, type SnippetRequest } from '../../../src/app/snippets/snippetRequest';
import { adding, asUtf8, hostileTexts, listing } from './requests';

/** Requests with a hostile text as a name, a value, a part of the body, and a key. */
const queryWith = (text: string): SnippetRequest => ({ ...listing, query: [[text, text]] });
const bodyWith = (text: string): SnippetRequest => ({
  ...adding,
  key: text,
  body: JSON.stringify({ [text]: text, list: [text] }),
});
const halfTyped = (text: string): SnippetRequest => ({ ...adding, body: `{"name": ${text}` });

/** The characters of a text that a header can contain. */
const headerOf = (text: string) => `Bearer ${asUtf8(text).replace(/\p{Cc}/gu, '')}`;

const parsed = (body: string | undefined): unknown => JSON.parse(body ?? '');
/** Texts that every language can write as a string literal. */
const writable = hostileTexts.filter((text) => text === asUtf8(text));

const bodyValue = (text: string) => parsed(asUtf8(bodyWith(text).body ?? ''));

describe('JavaScript', () => {
  interface Sent {
    readonly url: string;
    readonly options?: { method?: string; headers?: Record<string, string>; body?: string };
  }

  async function run(code: string): Promise<Sent> {
    const sent: Sent[] = [];
    const fetch = async (url: URL | string, options?: Sent['options']) => {
      sent.push({ url: String(url), options });
      return { status: 200, json: async () => ({ data: [], meta: {} }) };
    };
    const AsyncFunction = (async () => undefined).constructor as new (
      ...names: string[]
    ) => (...given: unknown[]) => Promise<unknown>;
    await new AsyncFunction('fetch', 'URL', code)(fetch, URL);
    return sent[0] as Sent;
  }

  const transpiled = (code: string) => {
    const { outputText, diagnostics } = ts.transpileModule(code, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      reportDiagnostics: true,
    });
    expect(diagnostics).toEqual([]);
    return outputText;
  };

  const dialects = [
    ['javascript', (code: string) => code],
    ['typescript', transpiled],
  ] as const;

  /** Any character. Its equivalent in fast-check takes a second to build. */
  const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

  it.each(dialects)('%s sends exactly the typed text', async (language, plain) => {
    for (const text of hostileTexts) {
      const { url } = await run(plain(snippetFor(language, queryWith(text))));
      expect([...new URL(url).searchParams]).toEqual([[asUtf8(text), asUtf8(text)]]);
      const { options } = await run(plain(snippetFor(language, bodyWith(text))));
      expect(parsed(options?.body)).toEqual(bodyValue(text));
      expect(options?.headers?.Authorization).toBe(headerOf(text));
      const half = await run(plain(snippetFor(language, halfTyped(text))));
      expect(half.options?.body).toBe(asUtf8(halfTyped(text).body ?? ''));
    }
  });

  it('sends any generated text unchanged', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: character }), fc.jsonValue(), async (text, value) => {
        const body = JSON.stringify(value);
        const { url, options } = await run(
          snippetFor('javascript', { ...queryWith(text), method: 'POST', body, key: 'k' }),
        );
        expect([...new URL(url).searchParams]).toEqual([[asUtf8(text), asUtf8(text)]]);
        expect(parsed(options?.body)).toEqual(parsed(asUtf8(body)));
      }),
      { numRuns: 200 },
    ));

  it('TypeScript accepts any column name', () => {
    for (const key of hostileTexts) {
      const code = snippetFor('typescript', { ...listing, columns: [{ key, type: 'text', nullable: true }] });
      transpiled(code);
      expect(code).toContain(': string | null;');
    }
  });
});

describe('curl', () => {
  /** Splits a command into words as a shell does, without running it. */
  const words = (command: string) => {
    const shown = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
    return execFileSync('sh', ['-c', shown]).toString().split('\0').slice(0, -1);
  };

  it('sends exactly the typed text', () => {
    for (const text of hostileTexts) {
      const [address = '', ...rest] = words(snippetFor('curl', queryWith(text)));
      expect(rest).toEqual([]);
      expect(address).toMatch(/^[\x21-\x7e]+$/);
      expect(address.replace(listing.origin + listing.path, '')).not.toMatch(/[[\]{}'"\\]/);
      expect([...new URL(address).searchParams]).toEqual([[asUtf8(text), asUtf8(text)]]);
      const all = words(snippetFor('curl', bodyWith(text)));
      expect(all.filter((_, at) => at !== 8)).toEqual([
        '--request',
        'POST',
        adding.origin + adding.path,
        '--header',
        `Authorization: ${headerOf(text)}`,
        '--header',
        'Content-Type: application/json',
        '--data-raw',
      ]);
      expect(parsed(all[8])).toEqual(bodyValue(text));
    }
  });
});

describe('Python', () => {
  /** Parses a Python literal of a snippet: JSON, except for three keywords and trailing commas. */
  const valueOf = (literal: string): unknown => {
    const names: Record<string, string> = { True: 'true', False: 'false', None: 'null' };
    const json = literal.replace(/"(?:[^"\\]|\\.)*"|True|False|None|,(?=\s*[}\]])/g, (part) =>
      part === ',' ? '' : (names[part] ?? part),
    );
    return parsed(json);
  };
  const argument = (code: string, name: string) =>
    valueOf(new RegExp(`^ {4}${name}=([^]*?),\\n(?: {4}\\w+=|\\)\\n)`, 'm').exec(code)?.[1] ?? '');

  it('sends exactly the typed text', () => {
    for (const text of writable) {
      const params = argument(snippetFor('python', queryWith(text)), 'params') as object;
      expect(Object.entries(params)).toEqual([[asUtf8(text), asUtf8(text)]]);
      const code = snippetFor('python', bodyWith(text));
      expect(argument(code, 'json')).toEqual(bodyValue(text));
      expect(argument(code, 'headers')).toEqual({ Authorization: headerOf(text) });
    }
  });

  it('is valid for the Python interpreter, if it is installed', () => {
    const codes = hostileTexts.flatMap((text) =>
      [queryWith(text), bodyWith(text), halfTyped(text)].map((request) => snippetFor('python', request)),
    );
    const check = 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)\nprint("fine")';
    const { status, stdout, stderr } = spawnSync('python3', ['-c', check], { input: JSON.stringify(codes) });
    if (status === null) return;
    expect([stderr.toString(), stdout.toString()]).toEqual(['', 'fine\n']);
  });
});

describe('PHP', () => {
  /** Parses a single- or double-quoted PHP string. */
  const textOf = (literal: string) => {
    const inside = literal.slice(1, -1);
    if (literal.startsWith("'")) return inside.replace(/\\([\\'])/g, '$1');
    expect(inside).not.toMatch(/(?<!\\)(?:\\\\)*\$/);
    return inside.replace(/\\u\{([0-9A-F]+)\}|\\([\\"$])/g, (_all, code: string | undefined, mark: string) =>
      code === undefined ? mark : String.fromCodePoint(Number.parseInt(code, 16)),
    );
  };
  const STRING = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/g;
  const strings = (code: string) => (code.match(STRING) ?? []).map(textOf);

  it('sends exactly the typed text', () => {
    for (const text of writable) {
      const query = /http_build_query\(\[([^]*?)\n\]\);/.exec(snippetFor('php', queryWith(text)))?.[1] ?? '';
      expect(strings(query)).toEqual([asUtf8(text), asUtf8(text)]);
      const code = snippetFor('php', bodyWith(text));
      expect(code).not.toMatch(/[^\P{Cc}\n]/u);
      expect(strings(code)).toEqual([
        adding.origin + adding.path,
        'POST',
        `Authorization: ${headerOf(text)}`,
        'Content-Type: application/json',
        asUtf8(text),
        asUtf8(text),
        'list',
        asUtf8(text),
        'data',
      ]);
    }
  });

  it('sends an object as an object, whatever its keys', () => {
    const code = snippetFor('php', { ...adding, body: '{"0":"a","1":{}}' });
    expect(code).toContain(`json_encode((object) [
        '0' => 'a',
        '1' => (object) [],
    ])`);
  });
});

describe('Go', () => {
  /** Parses Go strings in double quotes: JSON, except that Go rejects lone surrogates. */
  const textOf = (literal: string) => {
    if (literal.startsWith('`')) return literal.slice(1, -1);
    expect(literal).not.toMatch(/\\u[dD][89a-fA-F]/);
    return parsed(literal) as string;
  };
  const STRING = /`[^`]*`|"(?:[^"\\]|\\.)*"/g;
  const strings = (code: string) => (code.match(STRING) ?? []).map(textOf);

  it('sends exactly the typed text', () => {
    for (const text of hostileTexts) {
      const line = /query\.Add\(.*\)\n/.exec(snippetFor('go', queryWith(text)))?.[0] ?? '';
      expect(strings(line)).toEqual([asUtf8(text), asUtf8(text)]);
      const code = snippetFor('go', bodyWith(text));
      expect(code).not.toMatch(/[^\P{Cc}\n\t]|\ufeff/u);
      const body = strings(/strings\.NewReader\(([^]*?)\)\)\n/.exec(code)?.[1] ?? '')[0];
      expect(parsed(body)).toEqual(bodyValue(text));
      expect(strings(/Header\.Set\("Authorization", .*\)\n/.exec(code)?.[0] ?? '')[1]).toBe(headerOf(text));
    }
  });
});

it('a body with a lone surrogate is sent as typed; the server validates it', () => {
  const body = '{"name":"half \\ud800 of a pair"}';
  for (const language of ['javascript', 'python', 'php'] as const)
    expect(snippetFor(language, { ...adding, body })).toContain('\\ud800');
});

it('numbers that lose digits when parsed are sent as typed', () => {
  for (const number of ['1e999', '12345678901234567890']) {
    const request = { ...adding, body: `{"n":${number}}` };
    for (const language of ['javascript', 'python', 'php'] as const) {
      expect(snippetFor(language, request)).toContain(number);
      expect(snippetFor(language, request)).not.toMatch(/Infinity|12345678901234567000/);
    }
  }
});

it('a repeated name is sent twice', () => {
  const twice = { ...listing, query: [['price__gte', '1'] as const, ['price__gte', '2'] as const] };
  for (const language of ['curl', 'javascript', 'typescript', 'python', 'php', 'go'] as const)
    expect(snippetFor(language, twice).match(/price__gte/g)).toHaveLength(2);
  expect(snippetFor('javascript', twice)).toContain('url.searchParams.append("price__gte", "2");');
});

it('no text reverses the direction of the code, and the sent text is the same', () => {
  const text = 'invoice\u202egnp.exe\u2069\u2066';
  for (const language of snippetLanguages)
    for (const request of [queryWith(text), { ...bodyWith(text), key: 'tp_sk_1' }])
      expect(snippetFor(language, request)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
});
