import { matchIn } from '../../../src/app/ui/display/Marked';

const found = (text: string, search: string) => {
  const match = matchIn(text, search);
  return match && text.slice(...match);
};

it.each([
  ['beans', 'bea', 'bea'],
  ['Café Río', 'cafe r', 'Café R'],
  ['Cafe\u0301 noir', 'café', 'Cafe\u0301'],
  ['🐘 Elephants', 'ELE', 'Ele'],
  ['ﬁne', 'fi', 'ﬁ'],
  ['orders', ' ders ', 'ders'],
])('in %j, %j matches %j', (text, search, part) => {
  expect(found(text, search)).toBe(part);
});

it.each([
  ['beans', 'tea'],
  ['beans', '  '],
  ['', 'a'],
])('in %j, %j has no match', (text, search) => {
  expect(matchIn(text, search)).toBeUndefined();
});
