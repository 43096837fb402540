import { changeOf, choicesOf } from '../../../src/app/reading/readingChoices';
import { previewOf, workbookPreview } from './previews';

const ID = 'tpd_teas';
const named = (answer = previewOf(ID)) => new Map(choicesOf(answer).map((choice) => [choice.name, choice]));

it('offers every choice for a text file, first the detected value', () => {
  const choices = named();
  expect([...choices.keys()]).toEqual(['headerRow', 'encoding', 'separator', 'decimal']);
  expect([...choices.values()].map(({ value, options }) => [value, options[0]])).toEqual([
    ['', ['', 'Found: row 1']],
    ['', ['', 'Found: Western European (Windows-1252)']],
    ['', ['', 'Found: Comma  ,']],
    ['', ['', 'Found: Point  1.5']],
  ]);
});

it('offers detection again instead of a chosen value', () => {
  const { value, options } = named(previewOf(ID, { encoding: 'shift_jis' })).get('encoding')!;
  expect(value).toBe('shift_jis');
  expect(options[0]).toEqual(['', 'Let it be found']);
});

it('offers only the header row for a workbook', () => {
  expect([...named(workbookPreview(ID)).keys()]).toEqual(['headerRow']);
});

it('leaves the header row to the settings of a project', () => {
  const answer = previewOf(ID);
  const choices = named({ ...answer, spreadsheet: { ...answer.spreadsheet, projectId: 'p1' } });
  expect([...choices.keys()]).toEqual(['encoding', 'separator', 'decimal']);
});

it('shows that no header row was detected, and lists a chosen one in any row', () => {
  const answer = previewOf(ID);
  const { preview } = answer;
  const none = { ...answer, preview: { ...preview, shown: { ...preview.shown, headerRow: 0 } } };
  expect(named(none).get('headerRow')?.options[0]).toEqual(['', 'Found: none']);
  const far = { ...answer, preview: { ...preview, tabs: preview.tabs.map((tab) => ({ ...tab, headerRow: 34 })) } };
  const choice = named(far).get('headerRow');
  expect(choice?.value).toBe('34');
  expect(choice?.options.slice(-2)).toEqual([
    ['20', 'Row 20'],
    ['34', 'Row 34'],
  ]);
});

it.each([
  ['encoding', 'big5', { encoding: 'big5' }],
  ['separator', '\t', { separator: '\t' }],
  ['decimal', '', { decimal: null }],
  ['headerRow', '3', { tabs: [{ sheetId: 5, headerRow: 3 }] }],
  ['headerRow', '0', { tabs: [{ sheetId: 5, headerRow: 0 }] }],
  ['headerRow', '', { tabs: [{ sheetId: 5, headerRow: null }] }],
] as const)('%s “%s” is the change %j', (name, value, change) => {
  expect(changeOf(name, value, 5)).toEqual(change);
});
