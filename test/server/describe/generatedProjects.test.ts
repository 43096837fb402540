import fc from 'fast-check';
import { runs } from '../../fixtures/runs';
import type { TabToPublish } from '../endpoints/published';
import { type Asked, hostile, describing } from './asked';
import { errorsOfEach } from './compiled';
import { type Document, lostReferences, operationsOf } from './openapiDocument';
import { publicFaultsOf } from './publicValidator';

const described = describing();

/** Any character. Its equivalent in fast-check takes a second to build. */
const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

/** Names that are hard for languages, formats and addresses, and random ones. */
const names = fc.oneof(
  fc.constantFrom(
    ...'__proto__ constructor toString hasOwnProperty _id _row __id data length class null'.split(' '),
    ...'a__gt a {x} / .. # ? % %41 " \' `${x}` \\ */ <b> $ref ~1'.split(' '),
    'x y',
    ...['\u202eabc', '😀', 'é', 'e\u0301', '١٢', '名前', '\u2028', '\ufeff', '\ud800', '0', '-1', '2024', 'true', ' '],
  ),
  fc.string({ unit: character, maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

/** Separators of cells and rows. */
const cell = (text: string) => text.replace(/[;\r\n\0]/g, '');
const values = fc.oneof(
  names,
  fc.constantFrom('', '1', '2.5', '2009-04-01', '12:30', 'TRUE', '2009-04-01T12:30:00Z', '007', '=1+1'),
);

const tabs: fc.Arbitrary<TabToPublish> = fc
  .record({
    title: names.map((name) => name.replace(/\0/g, '') || 'T'),
    headers: fc.array(names, { minLength: 1, maxLength: 8 }),
    rows: fc.array(fc.array(values, { minLength: 1, maxLength: 8 }), { maxLength: 6 }),
  })
  .map(({ title, headers, rows }) => ({ title, lines: [headers, ...rows].map((line) => line.map(cell).join(';')) }));

/** Columns that are called like a reference. */
const references = { title: 'T', lines: ['$ref;$id;$anchor', 'a;b;c', '#/x;y;z'] };

const projects = fc.array(tabs, { minLength: 1, maxLength: 3 });

const PROJECTS = runs(1);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const scopes = ['read', 'create', 'update', 'delete', 'schema'] as const;

/** A sync assigns slugs; here each tab has its own. */
const publish = (project: readonly TabToPublish[]) =>
  described.publish(project.map((tab, at) => ({ ...tab, slug: `tab-${at + 1}` })));

async function documentOf(publication: Asked): Promise<Document> {
  const answer = await publication.openapi(await publication.key({ scopes: [...scopes] }));
  expect(answer.statusCode).toBe(200);
  return answer.json<Document>();
}

describe(`projects of any names (SEED=${seed})`, () => {
  const made: { readonly publication: Asked; readonly document: Document; readonly types: string }[] = [];
  beforeAll(async () => {
    for (const project of [[hostile], [references], ...fc.sample(projects, { seed, numRuns: PROJECTS })]) {
      const publication = await publish(project);
      const document = await documentOf(publication);
      const types = await publication.types(await publication.key({ scopes: [...scopes] }));
      made.push({ publication, document, types: types.body });
    }
  });

  it('have a description that a public validator accepts', () => {
    const incomplete = { openapi: '3.1.0' };
    const faults = publicFaultsOf([...made.map(({ document }) => document), incomplete]);
    expect(faults).toEqual([...made.map(() => []), expect.arrayContaining([expect.any(String)])]);
  });

  it('have a description without broken references, and a name of its own for each operation', () => {
    for (const { document } of made) {
      expect(lostReferences(document)).toEqual([]);
      const ids = operationsOf(document).map(([, , { operationId }]) => operationId);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('have types that compile under the strictest settings', () => {
    expect(errorsOfEach(made)).toEqual(made.map(() => []));
  });

  it('answer at the addresses of the document', async () => {
    for (const { publication, document } of made) {
      const key = await publication.key({ scopes: [...scopes] });
      for (const path of Object.keys(document.paths)) {
        if (path.includes('{') || path.endsWith('_query')) continue;
        expect([path, (await publication.get(path, key)).statusCode]).toEqual([path, 200]);
      }
    }
  });
});
