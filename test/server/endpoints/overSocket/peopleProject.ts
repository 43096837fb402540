import type { NewKey } from '../../../../src/contract/keys';
import { apiPaths } from '../../../../src/contract/paths';
import type { TestApp } from '../../../fixtures/apps';
import type { SignedIn } from '../../../fixtures/people';
import { makeKey } from '../../keys/keyOf';
import { publishProject } from '../published';

const cities = ['Oslo', 'São Paulo', 'London', '', '京都'];

/** 250 rows with everything that JSON escapes or formats. */
const people = [
  'Name;City;Founded;Open;Größe',
  ...Array.from({ length: 250 }, (_, at) =>
    [`Name ${at} "é" \\`, cities[at % 5], 1990 + (at % 30), at % 3 === 0 ? 'TRUE' : 'FALSE', at / 4].join(';'),
  ),
];

const tabs = [
  { title: 'People', slug: 'people', former_names: '["Persons"]', lines: people },
  {
    title: 'Größen & mehr',
    slug: 'groessen-mehr',
    lines: ['Code;Text', 'a b;Åse', 'ø;x', 'a b;y', '_own;z'],
    settings: { keyColumn: 'Code' },
  },
  { title: 'Long', slug: 'long', lines: ['Text', 'x'.repeat(6_000), 'é'.repeat(3_000)] },
  { title: 'Gone', slug: 'gone', lines: ['a', '1'], gone_at: '2026-01-01T00:00:00.000Z' },
] as const;

/** Creates a public or private project of four tabs. */
export const publishPeople = ({ db }: TestApp, owner: SignedIn, access: 'public' | 'private') =>
  publishProject(db, owner.person.id, tabs, { access });

/** Creates keys of all sorts for a project, and returns their headers by name. */
export async function keysOf(server: TestApp, owner: SignedIn, id: string) {
  const secret = async (wish: Partial<NewKey> = {}) => (await makeKey(server, owner, id, wish)).secret;
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
  const whole = await secret();
  const site = 'https://shop.example';
  const pageKey = await secret({ kind: 'publishable', origins: [site] });
  return {
    'a key': bearer(whole),
    'a key in its own header': { 'x-api-key': whole },
    'a key as user name': { authorization: `Basic ${Buffer.from(`${whole}:`).toString('base64')}` },
    'a key twice': { ...bearer(whole), 'x-api-key': whole },
    'two keys': { ...bearer(whole), 'x-api-key': 'tp_sk_other' },
    'a key and a page': { ...bearer(whole), origin: site },
    'a key of a page': { ...bearer(pageKey), origin: site },
    'a key of another page': { ...bearer(pageKey), origin: 'https://evil.example' },
    'a key of a page, at home': bearer(pageKey),
    'a key with hidden columns': bearer(await secret({ hiddenColumns: [{ sheetId: 0, columns: ['City'] }] })),
    'a key of one tab': bearer(await secret({ tabs: [0] })),
    'a key that may not read': bearer(await secret({ scopes: ['create'] })),
    'a key of nobody': bearer(`${whole.slice(0, -2)}xx`),
    'no key but words': bearer('nonsense'),
    'an empty key': { authorization: '' },
  } satisfies Record<string, Record<string, string>>;
}

/** Revokes a key as its owner. */
export const revoke = ({ app }: TestApp, owner: SignedIn, projectId: string, keyId: string) =>
  app.inject({ method: 'DELETE', url: apiPaths.projectKey(projectId, keyId), headers: owner.headers });
