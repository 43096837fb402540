import { guides } from '../../../src/app/learn/guideList';
import { articleOf, excerptOf, foundGuides, type GuidePart, partsOf } from '../../../src/app/learn/guideTexts';

let parts: readonly GuidePart[];
beforeAll(async () => {
  parts = (await Promise.all(guides.map(async ({ slug }) => partsOf(slug, await articleOf(slug))))).flat();
});

const slugsFor = (search: string) => foundGuides(parts, search).map(({ guide }) => guide.slug);

describe('the search of the guides', () => {
  it('finds titles before headings before texts, ignoring case and accents', () => {
    expect(slugsFor('PYTHON')[0]).toBe('python');
    expect(slugsFor('idempotency')).toEqual(expect.arrayContaining(['write', 'n8n']));
    expect(slugsFor('sertao')).toContain('first-endpoint');
    expect(slugsFor('two kinds of key')).toEqual(['keys']);
  });

  it('names the heading of a match and shows an excerpt', () => {
    const [found] = foundGuides(parts, 'two kinds of key');
    expect(found?.part).toEqual({ id: 'two-kinds-of-key', heading: 'Two kinds of key' });
    const inText = foundGuides(parts, 'Idempotency-Key').find(({ guide }) => guide.slug === 'write');
    expect(inText?.part?.id).toBe('two-at-the-same-time');
    expect(inText?.line).toContain('Idempotency-Key');
    expect(inText?.line.length).toBeLessThan(180);
  });

  it('finds titles before the texts are loaded, and nothing for an empty search', () => {
    expect(foundGuides([], 'sheet').map(({ guide }) => guide.slug)).toEqual(
      expect.arrayContaining(['sheetdb', 'sheet-best', 'opensheet']),
    );
    expect(foundGuides(parts, '  ')).toEqual([]);
    expect(foundGuides(parts, 'tea leaves')).toEqual([]);
  });

  it('cuts an excerpt at spaces', () => {
    const text = `${'word '.repeat(40)}needle ${'more '.repeat(40)}`;
    expect(excerptOf(text, 'needle')).toMatch(/^… (word )+needle (more ?)+ …$/);
    expect(excerptOf('short needle', 'needle')).toBe('short needle');
    expect(excerptOf(text, 'tea')).toBeUndefined();
  });
});
