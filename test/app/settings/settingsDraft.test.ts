import { changedDraft, draftErrors, errorsOf, updateOf } from '../../../src/app/settings/settingsDraft';
import { projectOf } from '../../fixtures/appState';

const [first] = projectOf().tabs;
if (first === undefined) throw new Error('The project of the tests has no tab.');
const project = projectOf({
  title: 'Teas',
  tabs: [
    { ...first, sheetId: 7, headerRow: 3, keyColumn: 'name', columnTypes: { price: 'text' } },
    { ...first, sheetId: 9 },
  ],
});

it('a draft contains only changes', () => {
  const same = { '7.headerRow': ' 3 ', '7.keyColumn': 'name', '7.columnTypes.price': 'text' };
  expect(changedDraft(project, { title: 'Teas', ...same })).toBeUndefined();
  const changed = { title: 'Tea', ...same, '9.keyColumn': 'code', '9.headerRow': '' };
  expect(changedDraft(project, changed)).toEqual({ title: 'Tea', '9.keyColumn': 'code' });
});

it('a draft contains no settings of a sheet that is gone', () => {
  expect(changedDraft(project, { '8.keyColumn': 'code' })).toBeUndefined();
  expect(updateOf(project, { '8.keyColumn': 'code', title: 'Tea' })).toEqual({ title: 'Tea' });
});

it('repeats merged cells, or no longer, only if that differs from the stored setting', () => {
  const [teas, others] = project.tabs;
  if (teas === undefined || others === undefined) throw new Error('The project of the tests has no tabs.');
  const repeating = { ...project, tabs: [{ ...teas, repeatMerged: true }, others] };
  const draft = { '7.repeatMerged': 'each', '9.repeatMerged': 'first' };
  expect(changedDraft(repeating, draft)).toBeUndefined();
  expect(changedDraft(project, draft)).toEqual({ '7.repeatMerged': 'each' });
  const turned = { '7.repeatMerged': 'first' };
  expect(changedDraft(repeating, turned)).toEqual(turned);
  expect(updateOf(repeating, turned)).toEqual({ tabs: [{ sheetId: 7, repeatMerged: false }] });
});

it('a draft becomes the update; an emptied field is detected again', () => {
  const draft = {
    title: ' Tea ',
    '7.headerRow': '',
    '7.keyColumn': '',
    '7.columnTypes.price': '',
    '7.columnTypes.a.b': 'date',
    '9.headerRow': ' 2 ',
  };
  expect(updateOf(project, draft)).toEqual({
    title: 'Tea',
    tabs: [
      { sheetId: 7, headerRow: null, keyColumn: null, columnTypes: { 'a.b': 'date' } },
      { sheetId: 9, headerRow: 2 },
    ],
  });
  expect(updateOf(project, { title: 'Tea' })).toEqual({ title: 'Tea' });
});

it.each(['01', '-1', '1.5', 'two', '123456789'])('rejects %s as a row number', (headerRow) => {
  expect(Object.keys(draftErrors({ '7.headerRow': headerRow }))).toEqual(['7.headerRow']);
});

it('rejects a blank name only', () => {
  expect(draftErrors({ title: '  ', '7.headerRow': '', '9.headerRow': '12' })).toEqual({
    title: 'Give the project a name.',
  });
});

it('sets the cache time in seconds, or revalidation if it is empty', () => {
  const cached = { ...project, maxAgeSeconds: 60 };
  expect(changedDraft(project, { maxAgeSeconds: ' ' })).toBeUndefined();
  expect(changedDraft(cached, { maxAgeSeconds: '60' })).toBeUndefined();
  expect(changedDraft(cached, { maxAgeSeconds: '' })).toEqual({ maxAgeSeconds: '' });
  expect(updateOf(cached, { maxAgeSeconds: ' ' })).toEqual({ maxAgeSeconds: null });
  expect(updateOf(project, { maxAgeSeconds: ' 0 ' })).toEqual({ maxAgeSeconds: 0 });
});

it.each(['-1', '1.5', 'a day', '86401', '1e3', '0x10'])('rejects %s as the cache time in seconds', (maxAgeSeconds) => {
  expect(Object.keys(draftErrors({ maxAgeSeconds }))).toEqual(['maxAgeSeconds']);
});

it.each(['', ' 0 ', '86400'])('accepts "%s" as the cache time in seconds', (maxAgeSeconds) => {
  expect(draftErrors({ maxAgeSeconds })).toEqual({});
});

it('assigns the server’s errors to the fields, the first one for each', () => {
  const update = { tabs: [{ sheetId: 9 }, { sheetId: 7 }] };
  const lines = [
    { field: 'tabs.1.keyColumn', detail: 'A2 and A3 both hold “Assam”.' },
    { field: 'tabs.1.keyColumn', detail: 'A4 is blank.' },
    { field: 'tabs.0.columnTypes.a.b', detail: 'There is no such column.' },
    { field: 'title', detail: 'Give the project a name.' },
    { detail: 'nowhere' },
  ];
  expect(errorsOf(update, lines)).toEqual({
    '7.keyColumn': 'A2 and A3 both hold “Assam”.',
    '9.columnTypes.a.b': 'There is no such column.',
    title: 'Give the project a name.',
  });
  expect(errorsOf(update, 'nothing')).toEqual({});
});
