import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { DriveSpreadsheet } from '../../../src/contract/drive';
import { coffeePreview } from '../../fixtures/appState';
import { about, appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import { spreadsheetOf } from '../driveSheet/sheetWorld';
import { plansAnswer } from '../plans/plansAnswers';

appTests();

const spreadsheet = spreadsheetOf();
const coffee = new File(['abc'], 'coffee.xlsx');
const zone = () => screen.getByRole('button', { name: 'or upload a workbook (.xlsx, .ods, .csv)' });
const chooser = () => screen.getByLabelText<HTMLInputElement>('Workbook');
const choose = (file: File) => fireEvent.change(chooser(), { target: { files: [file] } });

async function open(given?: (server: TestServer) => void) {
  const opened = openApp('/projects/new', { given });
  await screen.findByRole('heading', { level: 1, name: 'Create a new project' });
  await act(async () => void (await Promise.resolve()));
  return opened;
}

const dragged = (type: string, files: readonly File[] = [coffee]) => {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types: ['Files'], files }, relatedTarget: null });
  act(() => void window.dispatchEvent(event));
  return event;
};

describe('choosing a workbook', () => {
  it('opens the file dialog with a press or Enter', async () => {
    const { user } = await open();
    const opened = jest.spyOn(chooser(), 'click').mockImplementation(() => undefined);
    await user.click(zone());
    act(() => zone().focus());
    await user.keyboard('{Enter}');
    expect(opened).toHaveBeenCalledTimes(2);
    expect(chooser().accept).toBe('.xlsx,.ods,.csv,.xlsm,.tsv,.txt');
  });

  it('uploads with a progress bar, fills the input, and checks it like any URL', async () => {
    const answer = deferred<DriveSpreadsheet>();
    let progress: (share: number) => void = () => undefined;
    const { server } = await open((server) => {
      server.drive.upload.mockImplementation((_file: File, onProgress: typeof progress) => {
        progress = onProgress;
        return answer.promise;
      });
      server.createFlow.check.mockResolvedValue(coffeePreview);
    });
    choose(coffee);
    expect(screen.getByText('Uploading coffee.xlsx, 0%')).toBeVisible();
    await waitFor(() => expect(server.drive.upload.mock.calls[0]?.[0]).toBe(coffee));
    act(() => progress(0.4299));
    expect(screen.getByText('Uploading coffee.xlsx, 42%')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Upload' })).toHaveAttribute('aria-valuenow', '42');
    answer.resolve(spreadsheet);
    expect(await screen.findByText("We've got it!")).toBeVisible();
    expect(screen.getByLabelText('Google Sheet URL')).toHaveValue(spreadsheet.url);
    expect(server.createFlow.check).toHaveBeenCalledTimes(1);
  });

  it('can cancel an upload', async () => {
    const { user } = await open();
    choose(coffee);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(zone()).toBeEnabled();
    expect(zone()).toHaveFocus();
  });
});

const large = new File(['a'], 'large.csv');
Object.defineProperty(large, 'size', { value: 25 * 1024 * 1024 + 1 });

it.each([
  ['of another kind', new File(['a'], 'coffee.docx'), 'Upload an .xlsx, .ods or .csv file.'],
  ['above the limit', large, 'This file is larger than 25 MB.'],
])('a file %s shows an error and is not sent', async (_which, file, sentence) => {
  const { server } = await open();
  await waitFor(() => expect(server.about.read).toHaveBeenCalled());
  choose(file);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(server.drive.upload).not.toHaveBeenCalled();
  expect(zone()).toBeEnabled();
});

describe('limits of the plan are shown before a file is chosen', () => {
  const planned = (projects: number) => (server: TestServer) => {
    server.about.read.mockResolvedValue({ ...about, plans: 'tiered' });
    const answer = plansAnswer('free');
    server.plans.read.mockResolvedValue({ ...answer, used: { ...answer.used, projects } });
  };

  it('shows the maximum size of a file, and nothing about projects if the plan has room', async () => {
    await open(planned(2));
    expect(await screen.findByText('Up to 5 MB and 5,000 rows a sheet on Free.')).toBeVisible();
    expect(screen.queryByText(/has room for/)).toBeNull();
  });

  it('shows that the plan has no room for another project, with a link to the plans', async () => {
    await open(planned(3));
    expect(await screen.findByText(/^You have 3 projects; Free has room for 3\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/upgrade');
  });
});

describe('dragging', () => {
  it('makes the whole page the drop target; dropping uploads the file', async () => {
    const { server } = await open();
    expect(dragged('dragover').defaultPrevented).toBe(true);
    expect(screen.getByText('Drop to upload')).toBeVisible();
    dragged('dragleave');
    expect(screen.queryByText('Drop to upload')).toBeNull();
    dragged('dragover');
    dragged('drop');
    expect(screen.queryByText('Drop to upload')).toBeNull();
    await waitFor(() => expect(server.drive.upload.mock.calls[0]?.slice(0, 1)).toEqual([coffee]));
  });

  it('is ignored during a check, and the browser does not open the file', async () => {
    const { server } = await open();
    fireEvent.change(screen.getByLabelText('Google Sheet URL'), {
      target: { value: 'https://docs.google.com/spreadsheets/d/abc' },
    });
    expect(zone()).toBeDisabled();
    dragged('dragover');
    expect(screen.queryByText('Drop to upload')).toBeNull();
    expect(dragged('drop').defaultPrevented).toBe(true);
    expect(server.drive.upload).not.toHaveBeenCalled();
  });
});
