import fc from 'fast-check';
import { joinTokens } from '../../../src/app/snippets/codeLook';
import { jsonLines, seenLines, textLines, type SeenLine } from '../../../src/app/tryIt/Lines';

const textOf = (seen: readonly SeenLine[]) =>
  seen.map(({ line, rest = [] }) => '  '.repeat(line.depth) + joinTokens([...line.tokens, ...rest])).join('\n');

const unfolded = new Set<number>();

it('breaks a value into the lines that JSON.stringify makes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = JSON.parse(JSON.stringify(value)) as unknown;
      expect(textOf(seenLines(jsonLines(copy), unfolded))).toBe(JSON.stringify(copy, null, 2));
    }),
  );
});

it('escapes what would turn the rest of a line round', () => {
  const turning = { 'invoice\u2069\u202egnp.exe': 'a\u202eb' };
  const text = textOf(seenLines(jsonLines(turning), unfolded));
  expect(text).toBe('{\n  "invoice\\u2069\\u202egnp.exe": "a\\u202eb"\n}');
  expect(JSON.parse(text)).toEqual(turning);
});

const answer = { data: [{ _id: 'a', tags: [] }, { _id: 'b' }], meta: { total: 2 } };

it('folds a list or an object into one line, with how many things are in it', () => {
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

it('names what a line opens', () => {
  expect(jsonLines(answer).flatMap(({ name }) => name ?? [])).toEqual(['answer', 'data', 'data 1', 'data 2', 'meta']);
});

it('stops after so many lines, also inside something that is folded', () => {
  const many = { data: Array.from({ length: 1_000 }, (_, at) => at), meta: {} };
  const lines = jsonLines(many, 500);
  expect(lines).toHaveLength(500);
  expect(textOf(seenLines(lines, new Set([1])))).toBe('{\n  "data": [ … 1000 ');
});

it('tells keys, strings, numbers and words apart', () => {
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

it('leaves another text as it is', () => {
  expect(textOf(seenLines(textLines('<b>one</b>\n two'), unfolded))).toBe('<b>one</b>\n two');
  expect(textLines('1\n2\n3', 2)).toHaveLength(2);
});
