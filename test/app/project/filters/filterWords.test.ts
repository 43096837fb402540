import { withoutDirectionControls } from '../../../../src/app/project/filters/filterWords';

describe('a name among words', () => {
  it('turns none of them round', () => {
    expect(withoutDirectionControls('\u2069invoice\u202egnp.exe\u2066 \u2068x\u202d')).toBe('invoicegnp.exe x');
  });

  it('is else as it is', () => {
    const names = ['قهوة عربية', 'שלום', '👩‍🚀 🏳️‍🌈', '<b>x</b>', 'a\u200db', ''];
    expect(names.map(withoutDirectionControls)).toEqual(names);
  });
});
