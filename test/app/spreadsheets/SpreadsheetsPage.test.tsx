import { never } from '../../fixtures/fakePorts';
import { screen, within } from '@testing-library/react';
import type { DriveSpreadsheet, TrashAnswer } from '../../../src/contract/drive';
import { networkGone, projectOf, refused } from '../../fixtures/appState';
import { appTests, openApp } from '../../fixtures/openApp';

const spreadsheet = (parts: Partial<DriveSpreadsheet>): DriveSpreadsheet => ({
  id: 'tpd_beans',
  title: 'Beans',
  url: 'https://tabpoint.example/spreadsheets/d/tpd_beans',
  tabs: [{ sheetId: 1, title: 'stock', rows: 1200, columns: 4 }],
  fileName: 'beans.xlsx',
  bytes: 62_000,
  createdAt: '2026-03-01T10:00:00.000Z',
  changedAt: '2026-03-04T10:00:00.000Z',
  ...parts,
});

const beans = spreadsheet({});
const shops = spreadsheet({ id: 'tpd_shops', title: 'Shops', bytes: 2_400_000, projectId: 'p1' });
const project = projectOf({ id: 'p1', title: 'Shops of Oslo', sheetId: shops.id });

const trash: TrashAnswer = {
  projects: [{ id: 'p9', title: 'Old project', source: 'googleLink', deletedAt: '2026-03-02T10:00:00.000Z' }],
  spreadsheets: [{ id: 'tpd_old', title: 'Old sheet', bytes: 1_000, deletedAt: '2026-03-03T10:00:00.000Z' }],
};

appTests();

const open = (spreadsheets: readonly DriveSpreadsheet[], inTrash: TrashAnswer = { projects: [], spreadsheets: [] }) =>
  openApp('/spreadsheets', {
    projects: [project],
    given: (server) => {
      server.spreadsheets.list.mockResolvedValue(spreadsheets);
      server.spreadsheets.trash.mockResolvedValue(inTrash);
    },
  });

const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

describe('/spreadsheets', () => {
  it('lists each with its size, its project, and its last change', async () => {
    open([beans, shops]);
    const row = await rowOf('Beans');
    expect(row.textContent).toContain('1 sheet, 1,200 rows');
    expect(row.textContent).toContain('61 KB');
    // Isolated text direction: a right-to-left project name would otherwise reorder the size beside it.
    expect(row.querySelector('[data-narrow] bdi')).toHaveTextContent('Make a project');
    expect(within(row).getAllByText('4 Mar').length).toBe(2);
    expect(within(row).getAllByRole('link', { name: 'Make a project' })[0]?.getAttribute('href')).toBe(
      `/projects/new?sheet=${encodeURIComponent(beans.url)}`,
    );
    const used = within(await rowOf('Shops')).getAllByRole('link', { name: 'Shops of Oslo' })[0];
    expect(used?.getAttribute('href')).toBe('/projects/p1/stock');
    expect(screen.getByText('2 spreadsheets, 2.3 MB.')).toBeTruthy();
  });

  it('shows how many of its sheets are hidden', async () => {
    const tabs = [{ sheetId: 2, title: 'prices', rows: 30, columns: 2, hidden: true }, ...shops.tabs];
    open([{ ...shops, tabs }]);
    const row = await rowOf('Shops');
    expect(row.textContent).toContain('2 sheets, 1 of them hidden, 1,230 rows');
    expect(within(row).getAllByRole('link', { name: 'Shops of Oslo' })[0]?.getAttribute('href')).toBe(
      '/projects/p1/stock',
    );
  });

  it('downloads the current and the uploaded version', async () => {
    const { user } = open([beans]);
    await user.click(await screen.findByRole('button', { name: 'More actions for Beans' }));
    const links = screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'));
    expect(links.filter((href) => href?.includes('/file?format='))).toEqual([
      `${window.location.origin}/api/drive/spreadsheets/tpd_beans/file?format=xlsx`,
      `${window.location.origin}/api/drive/spreadsheets/tpd_beans/file?format=original`,
    ]);
  });

  it('moves a spreadsheet to the trash; Undo in the toast restores it', async () => {
    const { user, server } = open([beans]);
    await user.click(await screen.findByRole('button', { name: 'More actions for Beans' }));
    server.spreadsheets.list.mockResolvedValue([]);
    await user.click(screen.getByRole('menuitem', { name: /^Delete/ }));
    expect(await screen.findByText('No spreadsheets yet')).toBeTruthy();
    expect(server.spreadsheets.remove.mock.lastCall?.[0]).toBe('tpd_beans');
    server.spreadsheets.list.mockResolvedValue([beans]);
    await user.click(screen.getByRole('button', { name: 'Put back' }));
    expect(await rowOf('Beans')).toBeTruthy();
    expect(server.spreadsheets.putBack.mock.lastCall?.[0]).toEqual({ kind: 'spreadsheet', id: 'tpd_beans' });
  });

  it('links to the settings of the project that uses a spreadsheet, instead of deleting it', async () => {
    const { user, server } = open([shops]);
    await user.click(await screen.findByRole('button', { name: 'More actions for Shops' }));
    const item = screen.getByRole('menuitem', { name: /^Delete/ });
    expect(item.textContent).toContain('Its project uses it: delete that first.');
    expect(item.getAttribute('href')).toBe('/projects/p1/stock?view=settings');
    expect(server.spreadsheets.remove).not.toHaveBeenCalled();
  });

  it('shows why a spreadsheet could not be deleted, and keeps it in the list', async () => {
    const { user, server } = open([beans]);
    server.spreadsheets.remove.mockRejectedValue(refused(409, { detail: 'The project “X” uses this spreadsheet.' }));
    await user.click(await screen.findByRole('button', { name: 'More actions for Beans' }));
    await user.click(screen.getByRole('menuitem', { name: /^Delete/ }));
    expect(await screen.findByText('The project “X” uses this spreadsheet.')).toBeTruthy();
    expect(await rowOf('Beans')).toBeTruthy();
  });

  it('shows that the lists did not load after a deletion, and loads them again', async () => {
    const { user, server } = open([beans, shops]);
    await user.click(await screen.findByRole('button', { name: 'More actions for Beans' }));
    server.spreadsheets.list.mockRejectedValueOnce(networkGone()).mockResolvedValue([shops]);
    await user.click(screen.getByRole('menuitem', { name: /^Delete/ }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await rowOf('Shops')).toBeTruthy();
    expect(screen.queryByRole('row', { name: /Beans/ })).toBeNull();
  });

  it('shows why the lists did not load, and loads them again', async () => {
    const { user, server } = openApp('/spreadsheets', {
      given: (given) => void given.spreadsheets.list.mockRejectedValue(networkGone()),
    });
    expect(await screen.findByText('Your spreadsheets did not load')).toBeTruthy();
    server.spreadsheets.list.mockResolvedValue([beans]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rowOf('Beans')).toBeTruthy();
  });
});

describe('the trash', () => {
  it('lists projects and spreadsheets, last deleted first', async () => {
    const now = { ...trash.spreadsheets[0]!, deletedAt: new Date().toISOString() };
    open([], { ...trash, spreadsheets: [now] });
    const table = await screen.findByRole('table', { name: 'Trash' });
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('Old sheetSpreadsheet, 1 KB, deleted just now'),
      expect.stringContaining('Old projectProject, deleted'),
    ]);
  });

  it('restores a project and reloads the list of projects', async () => {
    const { user, server } = open([], trash);
    await user.click(await screen.findByRole('button', { name: 'Put back Old project' }));
    expect(server.spreadsheets.putBack.mock.lastCall?.[0]).toEqual({ kind: 'project', id: 'p9' });
    expect(await screen.findByText('Old project is back')).toBeTruthy();
    expect(server.projects.list.mock.calls.length).toBeGreaterThan(1);
  });

  it('changes one item at a time: the buttons of the others wait', async () => {
    const { user, server } = open([], trash);
    server.spreadsheets.putBack.mockImplementation(never);
    await user.click(await screen.findByRole('button', { name: 'Put back Old project' }));
    expect(screen.getByRole('button', { name: 'Put back Old sheet' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Delete Old sheet for good' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Put back Old project' })).toHaveAttribute('aria-busy', 'true');
  });

  it('deletes permanently only after confirmation', async () => {
    const { user, server } = open([], trash);
    await user.click(await screen.findByRole('button', { name: 'Delete Old sheet for good' }));
    await user.click(screen.getByRole('button', { name: 'Keep in the trash' }));
    expect(server.spreadsheets.removeForGood).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Delete Old sheet for good' }));
    server.spreadsheets.trash.mockResolvedValue({ ...trash, spreadsheets: [] });
    await user.click(screen.getByRole('button', { name: 'Delete for good' }));
    expect(server.spreadsheets.removeForGood.mock.lastCall?.[0]).toEqual({ kind: 'spreadsheet', id: 'tpd_old' });
    expect(await screen.findByText('Old sheet is removed')).toBeTruthy();
    expect(screen.queryByText('Old sheet')).toBeNull();
  });
});
