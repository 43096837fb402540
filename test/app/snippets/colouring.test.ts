import { joinTokens, tokenize } from '../../../src/app/snippets/codeStyles';
import { snippetFor } from '../../../src/app/snippets/snippetFor';
import { snippetLanguages } from '../../../src/app/snippets/snippetRequest';
import { adding, deleting, hostileTexts, listing } from './requests';

it.each(snippetLanguages)('%s keeps every character of the code', (language) => {
  const requests = [
    listing,
    adding,
    deleting,
    ...hostileTexts.map((text) => ({ ...listing, query: [[text, text] as const] })),
  ];
  for (const request of requests) {
    const code = snippetFor(language, request);
    expect(joinTokens(tokenize(language, code))).toBe(code);
  }
});

const kindOf = (language: (typeof snippetLanguages)[number], code: string, text: string) =>
  tokenize(language, code).find((piece) => piece[0] === text)?.[1];

it('distinguishes strings, numbers, keywords and comments', () => {
  expect(kindOf('javascript', 'const a = "// no comment"; // one', 'const')).toBe('word');
  expect(kindOf('javascript', 'const a = "// no comment"; // one', '"// no comment"')).toBe('string');
  expect(kindOf('javascript', 'const a = "// no comment"; // one', '// one')).toBe('comment');
  expect(kindOf('python', 'x = {"a": 17.5} # one', '17.5')).toBe('number');
  expect(kindOf('python', 'x = {"a": 17.5} # one', '# one')).toBe('comment');
  expect(kindOf('curl', "curl --header 'A: b'", '--header')).toBe('word');
  expect(kindOf('go', 'import (\n\t"fmt"\n)', '"fmt"')).toBe('string');
  expect(kindOf('php', "<?php\n$a = 'it\\'s';", "'it\\'s'")).toBe('string');
});

it('distinguishes the names and the values of JSON', () => {
  const code = JSON.stringify({ 'a "b"': 'a: "b"', price: 17.5, sold: null }, null, 2);
  const pieces = tokenize('json', code);
  expect(joinTokens(pieces)).toBe(code);
  expect(pieces.filter((piece) => typeof piece !== 'string')).toEqual([
    ['"a \\"b\\""', 'key'],
    ['"a: \\"b\\""', 'string'],
    ['"price"', 'key'],
    ['17.5', 'number'],
    ['"sold"', 'key'],
    ['null', 'word'],
  ]);
});
