import { slugFor } from '../../../src/server/sync/planTabs';

describe('the slug of a tab', () => {
  it.each([
    ['S&P 500', 's-p-500'],
    ['Countries', 'countries'],
    ['  Crème Brûlée!  ', 'creme-brulee'],
    ['Größe', 'grosse'],
    ['_private', 'private'],
    ['__proto__', 'proto'],
    ['../../etc/passwd', 'etc-passwd'],
    ['orders.csv', 'orders-csv'],
    ['日本', 'tab-3'],
    ['🫖', 'tab-3'],
    ['..', 'tab-3'],
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
