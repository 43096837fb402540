import type { DriveSpreadsheet } from '../../../src/contract/drive';
import { createPageLeft, draftCleared } from '../../../src/app/createFlow/createFlowSlice';
import { selectUpload, selectUploadLine, uploadCancelled, uploadStarted } from '../../../src/app/drive/driveSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { refusalOf } from '../../../src/app/ui/forms/useFileInput';
import { networkGone, refused, signedOutError } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';

const file = new File(['name,price'], 'coffee.csv');
const spreadsheet = {
  id: 'tpd_a1b2',
  title: 'coffee',
  url: 'https://tabpoint.example/spreadsheets/d/tpd_a1b2',
} as DriveSpreadsheet;

function drive() {
  const upload = controlledCall<[File, (share: number) => void], DriveSpreadsheet>();
  const store = createAppStore(fakePorts({ drive: { upload: upload.call } }));
  const progress = (share: number) => (upload.calls.at(-1)?.args[1] as ((share: number) => void) | undefined)?.(share);
  return { store, uploads: upload.calls, progress, state: () => selectUpload(store.getState()) };
}

async function uploading() {
  const world = drive();
  world.store.dispatch(uploadStarted(file));
  await settled();
  return world;
}

it('reports each percent once, and never a lower one', async () => {
  const { store, progress } = await uploading();
  const seen: unknown[] = [];
  store.subscribe(() => seen.push(selectUploadLine(store.getState())));
  for (const share of [0.1, 0.101, 0.109, 0.05, 0.2]) progress(share);
  await settled();
  expect(seen).toEqual(['Uploading coffee.csv, 10%', 'Uploading coffee.csv, 20%']);
});

it.each([
  [
    'advice of the server',
    refused(422, { detail: 'The file is in an old Office format such as .xls.', hint: 'Save it as .xlsx.' }),
    'The file is in an old Office format such as .xls. Save it as .xlsx.',
  ],
  ['an exception in the app', new TypeError('x'), 'The upload did not finish. Try again.'],
])('fails on %s', async (_what, error, message) => {
  const { uploads, state } = await uploading();
  uploads[0]?.fail(error);
  await settled();
  expect(state()).toEqual({ phase: 'failed', message });
});

it('shows no error after a 401', async () => {
  const { uploads, state } = await uploading();
  uploads[0]?.fail(signedOutError());
  await settled();
  expect(state().phase).toBe('uploading');
});

it.each([
  ['it is cancelled', uploadCancelled()],
  ['the page is left', createPageLeft()],
  ['the session ends', sessionEnded({ byChoice: false })],
])('is aborted when %s, and its late response is ignored', async (_when, event) => {
  const { store, uploads, state } = await uploading();
  store.dispatch(event);
  expect(uploads[0]?.aborted()).toBe(true);
  uploads[0]?.answer(spreadsheet);
  await settled();
  expect(state()).toEqual({ phase: 'idle' });
  expect(store.getState().createFlow).toEqual({ phase: 'idle' });
});

it('is replaced by the upload of another file', async () => {
  const { store, uploads, state } = await uploading();
  store.dispatch(uploadStarted(new File([''], 'tea.csv')));
  await settled();
  expect(uploads.map((upload) => upload.aborted())).toEqual([true, false]);
  uploads[0]?.fail(networkGone());
  await settled();
  expect(state()).toEqual({ phase: 'uploading', fileName: 'tea.csv', percent: 0 });
});

it('can be tried again after a failure; an edit of the input removes the error', async () => {
  const { store, uploads, state } = await uploading();
  uploads[0]?.fail(networkGone());
  await settled();
  store.dispatch(draftCleared());
  expect(state()).toEqual({ phase: 'idle' });
  store.dispatch(uploadStarted(file));
  expect(uploads).toHaveLength(2);
});

describe('the file to upload', () => {
  const sized = (name: string, size: number) => Object.defineProperty(new File([], name), 'size', { value: size });
  const limit = 100 * 1024 * 1024;

  it.each(['coffee.xlsx', 'coffee.ods', 'coffee.csv', 'COFFEE.XLSX', 'a.b.csv', 'macro.xlsm', 'a.tsv', 'a.txt'])(
    '%s is accepted',
    (name) => {
      expect(refusalOf(sized(name, limit), limit)).toBeUndefined();
    },
  );

  it.each(['coffee.docx', 'coffee', 'xlsx', 'coffee.csv.exe'])('%s has the wrong type', (name) => {
    expect(refusalOf(sized(name, 1), limit)).toBe('Upload an .xlsx, .ods or .csv file.');
  });

  it.each([
    ['a.xls', 'An .xls file is of an old version of Excel. Save it as .xlsx and upload that file.'],
    ['a.numbers', 'A .numbers file is read by Apple Numbers only. Export it to Excel (.xlsx) and upload that file.'],
    ['a.PDF', 'A .pdf file is a printed page. Save the spreadsheet that it comes from as .xlsx and upload that file.'],
  ])('%s is rejected with advice', (name, sentence) => {
    expect(refusalOf(sized(name, 1), limit)).toBe(sentence);
  });
});
