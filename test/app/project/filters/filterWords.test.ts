import { withoutDirectionControls } from '../../../../src/app/project/filters/filterWords';

describe('a name in a sentence', () => {
  it('has no characters that change the text direction', () => {
    expect(withoutDirectionControls('\u2069invoice\u202egnp.exe\u2066 \u2068x\u202d')).toBe('invoicegnp.exe x');
  });

  it('keeps all other characters', () => {
    const names = ['قهوة عربية', 'שלום', '👩‍🚀 🏳️‍🌈', '<b>x</b>', 'a\u200db', ''];
    expect(names.map(withoutDirectionControls)).toEqual(names);
  });
});
