import { nameInText } from '../../../../src/app/project/filters/filterWords';

describe('a name in a sentence', () => {
  it('is isolated, so that its text direction does not affect the sentence', () => {
    expect(nameInText('\u2069invoice\u202egnp.exe\u2066 \u2068x\u202d')).toBe('invoicegnp.exe x');
  });

  it('is unchanged otherwise', () => {
    const names = ['قهوة عربية', 'שלום', '👩‍🚀 🏳️‍🌈', '<b>x</b>', 'a\u200db', ''];
    expect(names.map(nameInText)).toEqual(names);
  });
});
