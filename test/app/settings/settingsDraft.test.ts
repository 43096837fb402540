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

it('keeps only what is changed', () => {
  const sheets = { 7: { headerRow: ' 3 ', keyColumn: 'name', columnTypes: { price: 'text' as const } } };
  expect(changedDraft(project, { title: 'Teas', sheets })).toBeUndefined();
  const changed = { title: 'Tea', sheets: { ...sheets, 9: { keyColumn: 'code', headerRow: '' } } };
  expect(changedDraft(project, changed)).toEqual({ title: 'Tea', sheets: { 9: { keyColumn: 'code' } } });
});

it('repeats merged cells, or no longer, where that is another decision', () => {
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

it('adds to what is changed of a sheet', () => {
  const draft = withSheet({ sheets: {} }, 9, { columnTypes: { price: 'number' } });
  expect(withSheet(withSheet(draft, 9, { columnTypes: { year: '' } }), 7, { keyColumn: '' }).sheets).toEqual({
    7: { keyColumn: '' },
    9: { columnTypes: { price: 'number', year: '' } },
  });
});

it('makes the update of it: what is emptied is found again', () => {
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

it.each(['01', '-1', '1.5', 'two', '123456789'])('refuses %s as a row', (headerRow) => {
  expect(Object.keys(draftErrors({ sheets: { 7: { headerRow } } }))).toEqual(['7.headerRow']);
});

it('refuses a blank name, and nothing else', () => {
  expect(draftErrors({ title: '  ', sheets: { 7: { headerRow: '' }, 9: { headerRow: '12' } } })).toEqual({
    title: 'Give the project a name.',
  });
});

it('has caches keep answers for so long, or ask each time where nothing is typed', () => {
  const kept = { ...project, maxAgeSeconds: 60 };
  expect(changedDraft(project, { maxAgeSeconds: ' ', sheets: {} })).toBeUndefined();
  expect(changedDraft(kept, { maxAgeSeconds: '60', sheets: {} })).toBeUndefined();
  expect(changedDraft(kept, { maxAgeSeconds: '', sheets: {} })).toEqual({ maxAgeSeconds: '', sheets: {} });
  expect(updateOf(kept, { maxAgeSeconds: ' ', sheets: {} })).toEqual({ maxAgeSeconds: null });
  expect(updateOf(project, { maxAgeSeconds: ' 0 ', sheets: {} })).toEqual({ maxAgeSeconds: 0 });
});

it.each(['-1', '1.5', 'a day', '86401', '1e3', '0x10'])('refuses %s as the seconds of caches', (maxAgeSeconds) => {
  expect(Object.keys(draftErrors({ maxAgeSeconds, sheets: {} }))).toEqual(['maxAgeSeconds']);
});

it.each(['', ' 0 ', '86400'])('takes "%s" as the seconds of caches', (maxAgeSeconds) => {
  expect(draftErrors({ maxAgeSeconds, sheets: {} })).toEqual({});
});

it('puts what the server says at its fields, the first line of each', () => {
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
