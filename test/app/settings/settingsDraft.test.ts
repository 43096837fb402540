import { changedDraft, draftErrors, errorsOf, updateOf, withSheet } from '../../../src/app/settings/settingsDraft';
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
  const sheets = { 7: { headerRow: ' 3 ', keyColumn: 'name', columnTypes: { price: 'text' as const } } };
  expect(changedDraft(project, { title: 'Teas', sheets })).toBeUndefined();
  const changed = { title: 'Tea', sheets: { ...sheets, 9: { keyColumn: 'code', headerRow: '' } } };
  expect(changedDraft(project, changed)).toEqual({ title: 'Tea', sheets: { 9: { keyColumn: 'code' } } });
});

it('repeats merged cells, or no longer, only if that differs from the stored setting', () => {
  const [teas, others] = project.tabs;
  if (teas === undefined || others === undefined) throw new Error('The project of the tests has no tabs.');
  const repeating = { ...project, tabs: [{ ...teas, repeatMerged: true }, others] };
  const draft = { sheets: { 7: { repeatMerged: true }, 9: { repeatMerged: false } } };
  expect(changedDraft(repeating, draft)).toBeUndefined();
  expect(changedDraft(project, draft)).toEqual({ sheets: { 7: { repeatMerged: true } } });
  const turned = { sheets: { 7: { repeatMerged: false } } };
  expect(changedDraft(repeating, turned)).toEqual(turned);
  expect(updateOf(repeating, turned)).toEqual({ tabs: [{ sheetId: 7, repeatMerged: false }] });
});

it('adds to the changes of a sheet', () => {
  const draft = withSheet({ sheets: {} }, 9, { columnTypes: { price: 'number' } });
  expect(withSheet(withSheet(draft, 9, { columnTypes: { year: '' } }), 7, { keyColumn: '' }).sheets).toEqual({
    7: { keyColumn: '' },
    9: { columnTypes: { price: 'number', year: '' } },
  });
});

it('a draft becomes the update; an emptied field is detected again', () => {
  const sheets = {
    7: { headerRow: '', keyColumn: '', columnTypes: { price: '' as const, year: 'date' as const } },
    9: { headerRow: ' 2 ' },
  };
  expect(updateOf(project, { title: ' Tea ', sheets })).toEqual({
    title: 'Tea',
    tabs: [
      { sheetId: 7, headerRow: null, keyColumn: null, columnTypes: { year: 'date' } },
      { sheetId: 9, headerRow: 2 },
    ],
  });
  expect(updateOf(project, { title: 'Tea', sheets: {} })).toEqual({ title: 'Tea' });
});

it.each(['01', '-1', '1.5', 'two', '123456789'])('rejects %s as a row number', (headerRow) => {
  expect(Object.keys(draftErrors({ sheets: { 7: { headerRow } } }))).toEqual(['7.headerRow']);
});

it('rejects a blank name only', () => {
  expect(draftErrors({ title: '  ', sheets: { 7: { headerRow: '' }, 9: { headerRow: '12' } } })).toEqual({
    title: 'Give the project a name.',
  });
});

it('sets the cache time in seconds, or revalidation if it is empty', () => {
  const cached = { ...project, maxAgeSeconds: 60 };
  expect(changedDraft(project, { maxAgeSeconds: ' ', sheets: {} })).toBeUndefined();
  expect(changedDraft(cached, { maxAgeSeconds: '60', sheets: {} })).toBeUndefined();
  expect(changedDraft(cached, { maxAgeSeconds: '', sheets: {} })).toEqual({ maxAgeSeconds: '', sheets: {} });
  expect(updateOf(cached, { maxAgeSeconds: ' ', sheets: {} })).toEqual({ maxAgeSeconds: null });
  expect(updateOf(project, { maxAgeSeconds: ' 0 ', sheets: {} })).toEqual({ maxAgeSeconds: 0 });
});

it.each(['-1', '1.5', 'a day', '86401', '1e3', '0x10'])('rejects %s as the cache time in seconds', (maxAgeSeconds) => {
  expect(Object.keys(draftErrors({ maxAgeSeconds, sheets: {} }))).toEqual(['maxAgeSeconds']);
});

it.each(['', ' 0 ', '86400'])('accepts "%s" as the cache time in seconds', (maxAgeSeconds) => {
  expect(draftErrors({ maxAgeSeconds, sheets: {} })).toEqual({});
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
