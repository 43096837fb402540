import { notLet } from '../../../../src/server/google/write/writeRefusals';

const OURS = 'Look whether these cells are protected in the sheet.';

describe('Google’s errors for cells that cannot be written', () => {
  it.each([
    ['is quoted, never said by us', 'This is protected.', 'Google’s own words: “This is protected.”'],
    [
      'is one line that shows all it has',
      ' a\u0000b\r\n\u001b[31mc\u202ed\u2028e\t',
      'Google’s own words: “a b [31mc d e”',
    ],
    ['does not end its quotation', 'a” b “c', 'Google’s own words: “a" b "c”'],
    ['is shortened, to whole characters', '😀'.repeat(300), `Google’s own words: “${'😀'.repeat(199)}…”`],
    ['may be empty', ' \n', 'Google says no more.'],
  ])('%s', (_what, message, expected) => {
    expect(notLet(message).extras.hint).toBe(`${OURS} ${expected}`);
  });
});
