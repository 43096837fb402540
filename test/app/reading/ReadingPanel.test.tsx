import { fireEvent, screen, within } from '@testing-library/react';
import type { DrivePreviewAnswer } from '../../../src/contract/drive';
import { projectOf, refused } from '../../fixtures/appState';
import { appTests, openApp, type TestServer } from '../../fixtures/openApp';
import { previewOf, workbookPreview } from './previews';

appTests();

const ID = `tpd_${'a'.repeat(24)}`;
const url = () => `${window.location.origin}/spreadsheets/d/${ID}`;

async function openFound(answer: DrivePreviewAnswer, given?: (server: TestServer) => void) {
  const opened = openApp('/projects/new', {
    given: (server) => {
      const { tabs } = answer.preview;
      const found = tabs.map(({ sheetId, title, rows, columns, hidden }) => ({
        sheetId,
        title,
        rows,
        columns,
        hidden,
      }));
      server.createFlow.check.mockResolvedValue({ title: 'teas', source: 'drive', writable: true, tabs: found });
      server.reading.preview.mockResolvedValue(answer);
      given?.(server);
    },
  });
  fireEvent.change(await screen.findByLabelText('Google Sheet URL'), { target: { value: url() } });
  await screen.findByText("We've got it!");
  return opened;
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

it('shows the first rows with their types', async () => {
  const { server } = await openFound(previewOf(ID));
  const table = await screen.findByRole('table');
  expect(rowsOf(table)).toEqual([
    ['nametext', 'priceinteger'],
    ['Assam', '4'],
    ['Darjeeling', 'empty'],
  ]);
  expect(server.reading.preview.mock.calls[0]?.[0]).toEqual({ spreadsheetId: ID });
});

it('re-reads the file with the person’s choices', async () => {
  const { server, user } = await openFound(previewOf(ID));
  server.reading.choose.mockResolvedValue(previewOf(ID, { encoding: 'shift_jis' }));
  await user.selectOptions(await screen.findByLabelText('Encoding'), 'Japanese (Shift JIS)');
  expect(server.reading.choose.mock.calls[0]?.slice(0, 2)).toEqual([
    { spreadsheetId: ID, sheetId: 0 },
    { encoding: 'shift_jis' },
  ]);
  expect(await screen.findByLabelText('Encoding')).toHaveValue('shift_jis');
});

it('shows why a choice was rejected, and keeps the previous one', async () => {
  const { user } = await openFound(previewOf(ID), (server) => {
    server.reading.choose.mockRejectedValue(refused(409, { detail: 'This spreadsheet was changed.' }));
  });
  await user.selectOptions(await screen.findByLabelText('Separator'), 'Tab');
  expect(await screen.findByRole('alert')).toHaveTextContent('This spreadsheet was changed.');
  expect(screen.getByLabelText('Separator')).toHaveValue('');
});

it('marks a hidden sheet, and counts it only once it is published', async () => {
  const answer = workbookPreview(ID);
  const { server, user } = await openFound(answer);
  const line = () => screen.getByText('Notes', { selector: 'span' }).closest('li')!;
  expect(line()).toHaveTextContent('Hidden, no endpoint');
  expect(screen.getByText('Tabpoint drive, 2 rows')).toBeInTheDocument();
  const { preview } = answer;
  const tabs = preview.tabs.map((tab) => ({ ...tab, published: true }));
  server.reading.choose.mockResolvedValue({ ...answer, preview: { ...preview, tabs } });
  await user.click(await screen.findByRole('switch', { name: 'Notes' }));
  expect(server.reading.choose.mock.calls[0]?.[1]).toEqual({ tabs: [{ sheetId: 7, published: true }] });
  expect(await screen.findByText('Tabpoint drive, 3 rows')).toBeInTheDocument();
  expect(line()).toHaveTextContent('1 row, 1 column');
});

it('shows another sheet', async () => {
  const { server, user } = await openFound(workbookPreview(ID));
  const shown = await screen.findByRole('button', { name: 'First rows of teas' });
  expect(shown).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'First rows of Notes' }));
  expect(server.reading.preview.mock.calls[1]?.[0]).toEqual({ spreadsheetId: ID, sheetId: 7 });
});

it('is not required to create the project', async () => {
  const { server, user } = await openFound(previewOf(ID), (server) => {
    server.reading.preview.mockRejectedValue(refused(500));
    server.createFlow.create.mockResolvedValue(projectOf());
  });
  await screen.findByText('The first rows could not be shown. The project can be created all the same.');
  await user.click(screen.getByRole('button', { name: 'Create project with this sheet' }));
  expect(server.createFlow.create).toHaveBeenCalledTimes(1);
});

it('names each sheet once', async () => {
  await openFound(workbookPreview(ID));
  await screen.findByRole('table');
  expect(screen.getAllByText('Notes')).toHaveLength(1);
});

it('has no switches if there is a project', async () => {
  const answer = workbookPreview(ID);
  await openFound({ ...answer, spreadsheet: { ...answer.spreadsheet, projectId: 'p1' } });
  await screen.findByRole('table');
  expect(screen.queryByRole('switch')).toBeNull();
});
