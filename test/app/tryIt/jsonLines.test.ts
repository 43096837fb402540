import fc from 'fast-check';
import { joinTokens } from '../../../src/app/snippets/codeStyles';
import { jsonLines, seenLines, textLines, type SeenLine } from '../../../src/app/tryIt/Lines';

const textOf = (seen: readonly SeenLine[]) =>
  seen.map(({ line, rest = [] }) => '  '.repeat(line.depth) + joinTokens([...line.tokens, ...rest])).join('\n');

const unfolded = new Set<number>();

it('splits a value into the lines of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = JSON.parse(JSON.stringify(value)) as unknown;
      expect(textOf(seenLines(jsonLines(copy), unfolded))).toBe(JSON.stringify(copy, null, 2));
    }),
  );
});

it('escapes characters that change the text direction', () => {
  const turning = { 'invoice\u2069\u202egnp.exe': 'a\u202eb' };
  const text = textOf(seenLines(jsonLines(turning), unfolded));
  expect(text).toBe('{\n  "invoice\\u2069\\u202egnp.exe": "a\\u202eb"\n}');
  expect(JSON.parse(text)).toEqual(turning);
});

const answer = { data: [{ _id: 'a', tags: [] }, { _id: 'b' }], meta: { total: 2 } };

it('folds an array or object into one line with its number of entries', () => {
  const lines = jsonLines(answer);
  expect(lines.map(({ opens }) => opens)).toEqual([
    2,
    2,
    2,
    ...[undefined, undefined, undefined, 1],
    ...Array(3).fill(undefined),
    1,
    ...Array(3).fill(undefined),
  ]);
  expect(textOf(seenLines(lines, new Set([1, 2])))).toBe(`{
  "data": [ … 2 ],
  "meta": {
    "total": 2
  }
}`);
  expect(textOf(seenLines(lines, new Set([0])))).toBe('{ … 2 }');
});

it('names the value that a line unfolds', () => {
  expect(jsonLines(answer).flatMap(({ name }) => name ?? [])).toEqual(['answer', 'data', 'data 1', 'data 2', 'meta']);
});

it('stops at a maximum number of lines, also inside a folded value', () => {
  const many = { data: Array.from({ length: 1_000 }, (_, at) => at), meta: {} };
  const lines = jsonLines(many, 500);
  expect(lines).toHaveLength(500);
  expect(textOf(seenLines(lines, new Set([1])))).toBe('{\n  "data": [ … 1000 ');
});

it('distinguishes keys, strings, numbers and keywords', () => {
  const kinds = jsonLines({ a: 'b', c: 1, d: null, e: true }).flatMap(({ tokens: pieces }) =>
    pieces.flatMap((piece) => (typeof piece === 'string' ? [] : `${piece[1]} ${piece[0]}`)),
  );
  expect(kinds).toEqual([
    'key "a"',
    'string "b"',
    'key "c"',
    'number 1',
    'key "d"',
    'word null',
    'key "e"',
    'word true',
  ]);
});

it('returns a text that is not JSON unchanged', () => {
  expect(textOf(seenLines(textLines('<b>one</b>\n two'), unfolded))).toBe('<b>one</b>\n two');
  expect(textLines('1\n2\n3', 2)).toHaveLength(2);
});
