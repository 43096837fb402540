import { matchTabs, slugFor } from '../../../src/server/sync/planTabs';

const found = (sheetId: number, title: string, headers?: string[]) => ({ sheetId, title, headers });
const known = (sheetId: number, title: string, gone = false) => ({ sheetId, title, gone });

/** Returns the title of the known tab that each found tab is matched with. */
const matchedTitles = (
  tabs: ReturnType<typeof found>[],
  before: (ReturnType<typeof known> & { headers?: string[] })[],
  steady: boolean,
) => {
  const matched = matchTabs(tabs, before, steady);
  return tabs.map((tab) => matched.get(tab)?.title);
};

describe('tabs with numbers of their own', () => {
  it.each([
    ['nothing changed', [found(1, 'A'), found(2, 'B')], ['A', 'B']],
    ['moved', [found(2, 'B'), found(1, 'A')], ['B', 'A']],
    ['renamed', [found(1, 'New'), found(2, 'B')], ['A', 'B']],
    ['titles swapped', [found(1, 'B'), found(2, 'A')], ['A', 'B']],
    ['copied into a new file, with other numbers', [found(8, 'A'), found(9, 'B')], ['A', 'B']],
    ['one added', [found(1, 'A'), found(3, 'C'), found(2, 'B')], ['A', undefined, 'B']],
    ['one removed', [found(2, 'B')], ['B']],
  ])('%s', (_what, tabs, expected) => {
    expect(matchedTitles(tabs, [known(1, 'A'), known(2, 'B')], true)).toEqual(expected);
  });
});

describe('tabs whose numbers are their positions', () => {
  it.each([
    ['one added in front', [found(0, 'X'), found(1, 'A'), found(2, 'B')], [undefined, 'A', 'B']],
    ['one removed in front', [found(0, 'B')], ['B']],
    ['renamed in its place', [found(0, 'New'), found(1, 'B')], ['A', 'B']],
  ])('%s', (_what, tabs, expected) => {
    expect(matchedTitles(tabs, [known(0, 'A'), known(1, 'B')], false)).toEqual(expected);
  });
});

describe('tabs with known headers', () => {
  const before = [
    { ...known(1, 'Teas'), headers: ['name', 'price'] },
    { ...known(2, 'Staff'), headers: ['person', 'role'] },
  ];
  it.each([
    [
      'renamed and moved',
      [found(2, 'Green', ['name', 'price']), found(1, 'People', ['person', 'role'])],
      ['Teas', 'Staff'],
    ],
    [
      'renamed, with an additional column',
      [found(1, 'Green', ['name', 'price', 'code']), found(2, 'Staff')],
      ['Teas', 'Staff'],
    ],
    [
      'another one replaces one that is gone',
      [found(1, 'Orders', ['number', 'day']), found(2, 'Staff')],
      [undefined, 'Staff'],
    ],
    [
      'two candidates',
      [found(3, 'North', ['name', 'price']), found(4, 'South', ['name', 'price'])],
      [undefined, undefined],
    ],
  ])('%s', (_what, tabs, expected) => {
    expect(matchedTitles(tabs, before, false)).toEqual(expected);
  });
});

describe('a tab that had vanished', () => {
  it('comes back by its title', () => {
    expect(matchedTitles([found(7, 'A')], [known(1, 'A', true)], true)).toEqual(['A']);
  });

  it('does not come back by its number, which another tab may have now', () => {
    expect(matchedTitles([found(1, 'Other')], [known(1, 'A', true)], true)).toEqual([undefined]);
  });

  it('is matched after an existing tab of the same title', () => {
    const before = [known(1, 'A', true), known(2, 'A')];
    expect(
      matchTabs([found(1, 'A')], before, true)
        .values()
        .next().value,
    ).toBe(before[1]);
  });
});

describe('the slug of a tab', () => {
  it.each([
    ['S&P 500', 's-p-500'],
    ['Größe', 'grosse'],
    ['_private', 'private'],
    ['../../etc/passwd', 'etc-passwd'],
    ['日本', 'tab-3'],
    ['🫖', 'tab-3'],
    ['', 'tab-3'],
  ])('of %j is %s', (title, slug) => {
    expect(slugFor(title, 3, new Set())).toBe(slug);
  });

  it('is numbered when another tab has it', () => {
    expect(slugFor('Teas', 1, new Set(['teas']))).toBe('teas-2');
    expect(slugFor('Teas', 1, new Set(['teas', 'teas-2']))).toBe('teas-3');
  });

  it('is short and does not end with a hyphen', () => {
    const slug = slugFor(`${'a'.repeat(59)} ${'b'.repeat(300)}`, 1, new Set());
    expect(slug).toBe('a'.repeat(59));
  });
});
