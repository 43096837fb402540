import { answerWith, isList, isRecord, isText } from '../../../src/app/http/answer';

const needs = (data: unknown) => answerWith<{ title: string; tabs: unknown[] }>(data, { title: isText, tabs: isList });

it('is the answer itself when it has what is needed', () => {
  const data = { title: 'Coffee', tabs: [], more: 1 };
  expect(needs(data)).toBe(data);
});

it.each([
  [null, 'title, tabs'],
  [undefined, 'title, tabs'],
  ['<html>', 'title, tabs'],
  [[], 'title, tabs'],
  [{ title: 'Coffee', tabs: {} }, 'tabs'],
])('%j cannot be used', (data, lacking) => {
  expect(() => needs(data)).toThrow(`The server's answer cannot be used: ${lacking} is missing.`);
});

it.each([
  [{}, true],
  [[], false],
  [null, false],
  ['x', false],
])('%j is a record: %s', (value, expected) => {
  expect(isRecord(value)).toBe(expected);
});
