import { kindInWords, rightsInWords } from '../../../src/app/keys/keyRights';
import { methodRights } from '../../../src/app/keys/methodRights';
import { projectOf } from '../../fixtures/appState';
import { keyOf, roastBot } from './keyFixtures';

const now = Date.parse('2026-03-04T12:00:00Z');
const form = keyOf({ id: 'k3', name: 'Order form', scopes: ['create'], tabs: [7] });
const past = keyOf({
  id: 'k4',
  name: 'Old',
  kind: 'secret',
  scopes: ['delete'],
  expiresAt: '2026-03-04T12:00:00.000Z',
});
const keys = [keyOf(), form, roastBot, past];

const wordsOf = (project: Partial<ReturnType<typeof projectOf>>, sheetId?: number) =>
  methodRights(projectOf(project), keys, now, sheetId).map(({ method, who }) => `${method} ${who}`);

it('names for each method who may use it', () => {
  expect(wordsOf({ access: 'private' })).toEqual([
    'GET Shop website, Roast bot',
    'POST Order form, Roast bot',
    'PATCH Roast bot',
    'PUT Roast bot',
    'DELETE Only you, in Try it',
  ]);
});

it('counts a key for its own sheets only', () => {
  expect(wordsOf({ access: 'private' }, 0)[1]).toBe('POST Roast bot');
  expect(wordsOf({ access: 'private' }, 7)[1]).toBe('POST Order form, Roast bot');
});

it('lets anyone read a public project, and nobody write a read-only one', () => {
  const rights = methodRights({ access: 'public', writable: false }, keys, now);
  expect(rights.map(({ off }) => off)).toEqual([false, true, true, true, true]);
  expect(rights.map(({ who }) => who).slice(0, 2)).toEqual(['Anyone', 'Nobody: read only']);
});

it('leaves every method to the owner if there are no keys', () => {
  expect(methodRights({ access: 'private', writable: true }, [], now).every(({ isOwners }) => isOwners)).toBe(true);
});

it('names three keys and counts the rest', () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((name) => keyOf({ id: name, name }));
  const [get] = methodRights({ access: 'private', writable: true }, many, now);
  expect(get?.who).toBe('a, b, c and 2 more');
});

const tabs = [
  { sheetId: 7, title: 'orders' },
  { sheetId: 8, title: 'beans' },
  { sheetId: 9, title: 'roasters' },
];

it.each([
  [keyOf(), 'Read rows'],
  [form, 'Add rows in orders'],
  [keyOf({ tabs: [8, 9] }), 'Read rows in beans and roasters'],
  [keyOf({ tabs: [7, 8, 9] }), 'Read rows in 3 sheets'],
  [keyOf({ tabs: [1] }), 'Read rows in no sheet'],
  [
    { ...roastBot, hiddenColumns: [{ sheetId: 7, columns: ['cost', 'margin'] }] },
    'Read, add and change rows; 2 columns hidden',
  ],
  [keyOf({ scopes: ['read', 'schema'] }), 'Read rows'],
  [keyOf({ scopes: ['create', 'schema'] }), 'Add rows, read columns and types'],
  [keyOf({ scopes: ['schema'] }), 'Read columns and types'],
  [keyOf({ outdatedTabs: [7] }), `Read rows; no longer opens ${tabs.find(({ sheetId }) => sheetId === 7)?.title}`],
])('describes what a key can do: %#', (key, words) => {
  expect(rightsInWords(key, tabs)).toBe(words);
});

it.each([
  [keyOf(), 'Publishable'],
  [keyOf({ kind: 'secret', expiresAt: '2026-04-30T12:00:00.000Z' }), 'Secret, until 30 April'],
  [keyOf({ kind: 'secret', expiresAt: '2027-04-30T12:00:00.000Z' }), 'Secret, until 30 April 2027'],
  [keyOf({ kind: 'secret', expiresAt: '2026-01-30T12:00:00.000Z' }), 'Secret, expired 30 January'],
])('describes the kind of a key: %#', (key, words) => {
  expect(kindInWords(key, new Date(now))).toBe(words);
});
