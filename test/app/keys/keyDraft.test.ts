import { draftErrors, emptyDraft, type KeyDraft, newKeyOf } from '../../../src/app/keys/keyDraft';

const now = new Date('2026-03-04T12:00:00Z');
const draft = (parts: Partial<KeyDraft>): KeyDraft => ({ ...emptyDraft, name: 'Bot', ...parts });

it.each<[string, Partial<KeyDraft>, string[]]>([
  ['no name', { name: '  ' }, ['name']],
  ['a form without its sheet', { pageScope: 'create' }, ['sheets']],
  ['a form with two sheets', { pageScope: 'create', sheetIds: [0, 7] }, ['sheets']],
  ['a key for no sheet', { kind: 'secret', sheetIds: [] }, ['sheets']],
  ['a site without https', { origins: 'https://a.example, http://b.example' }, ['origins']],
  ['a secret key without permissions', { kind: 'secret', scopes: [] }, ['scopes']],
  ['a day in the past', { kind: 'secret', until: '2026-03-01' }, ['until']],
  ['several at once', { name: '', kind: 'secret', scopes: [] }, ['name', 'scopes']],
])('rejects %s', (_what, parts, fields) => {
  const errors = Object.entries(draftErrors(draft(parts), now)).filter(([, error]) => error !== undefined);
  expect(errors.map(([field]) => field)).toEqual(fields);
});

it.each<[string, Partial<KeyDraft>]>([
  ['a reading key for every site', {}],
  ['a form', { pageScope: 'create', sheetIds: [0] }],
  ['work in progress', { origins: 'http://localhost:5173' }],
  ['a secret key with its end', { kind: 'secret', until: '2026-03-05' }],
  ['values typed for the other kind of key', { kind: 'secret', origins: 'nonsense', pageScope: 'create' }],
])('accepts %s', (_what, parts) => {
  expect(draftErrors(draft(parts), now)).toEqual({});
});

it('creates a publishable key', () => {
  const sites = draft({
    name: ' Form ',
    pageScope: 'create',
    sheetIds: [7],
    origins: 'https://A.example/ https://b.example',
  });
  expect(newKeyOf(sites)).toEqual({
    name: 'Form',
    kind: 'publishable',
    scopes: ['create'],
    tabs: [7],
    origins: ['https://a.example', 'https://b.example'],
  });
});

it('creates a secret key that expires at the end of its last day in local time', () => {
  const wish = newKeyOf(draft({ kind: 'secret', scopes: ['read', 'delete'], until: '2030-04-30' }));
  expect(wish).toEqual({
    name: 'Bot',
    kind: 'secret',
    scopes: ['read', 'delete'],
    expiresAt: new Date(2030, 3, 30, 23, 59, 59).toISOString(),
  });
});

it('hides columns in the sheets of a secret key', () => {
  const hidden = { 0: ['Cost'], 7: ['phone', 'address'], 8: [] };
  const wish = (parts: Partial<KeyDraft>) => newKeyOf(draft({ kind: 'secret', hidden, ...parts }));
  expect(wish({}).hiddenColumns).toEqual([
    { sheetId: 0, columns: ['Cost'] },
    { sheetId: 7, columns: ['phone', 'address'] },
  ]);
  expect(wish({ sheetIds: [7, 8] })).toMatchObject({
    tabs: [7, 8],
    hiddenColumns: [{ sheetId: 7, columns: ['phone', 'address'] }],
  });
  expect(wish({ sheetIds: [8] })).not.toHaveProperty('hiddenColumns');
  expect(wish({ kind: 'publishable' })).not.toHaveProperty('hiddenColumns');
});
