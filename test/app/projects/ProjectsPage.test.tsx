import { act, screen, waitFor, within } from '@testing-library/react';
import type { Project } from '../../../src/contract/projects';
import { coffeeDraft, coffeePreview, projectOf, refused } from '../../fixtures/appState';
import { appTests, closeApp, deferred, openApp } from '../../fixtures/openApp';

appTests();

const tab = (sheetId: number, title: string, rows: number) => ({
  ...(projectOf().tabs[0] as Project['tabs'][number]),
  sheetId,
  title,
  slug: title,
  rows,
  url: `https://tabpoint.example/v1/p/${title}`,
});

const coffee = projectOf({
  id: 'coffee',
  title: 'Coffee roasters 2025',
  tabs: [tab(0, 'roasters', 48), tab(1, 'beans', 212), tab(2, 'orders', 1_930), tab(3, 'tea', 1), tab(4, 'cups', 2)],
  createdAt: '2026-03-03T10:00:00.000Z',
  source: 'googleLink',
});
const plants = projectOf({
  id: 'plants',
  title: 'Plant inventory',
  tabs: [tab(0, 'plants', 700)],
  createdAt: '2026-03-02T10:00:00.000Z',
  syncedAt: null,
  status: 'needsAccess',
  statusReason: 'It is no longer shared with Tabpoint.',
});

const heading = () => screen.findByRole('heading', { level: 1, name: 'Projects' });
const rows = () => screen.getAllByRole('row').slice(1);
const titles = () => rows().map((row) => within(row).getAllByRole('link')[0]?.textContent);

async function open(projects: readonly Project[] = [coffee, plants]) {
  const opened = openApp('/', { projects });
  await heading();
  await waitFor(() => expect(screen.queryByRole('table')).not.toHaveAttribute('aria-busy'));
  await screen.findByText(/endpoint/);
  return opened;
}

describe('the list', () => {
  it('shows the totals and each project’s details', async () => {
    await open();
    expect(screen.getByText('2 projects, 6 endpoints, 0 requests in the last 7 days.')).toBeVisible();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Project',
      'Rows',
      'Requests, 7 days',
      'Updated',
      'Status',
      'Actions',
    ]);
    const [first, second] = rows().map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(first).toEqual([
      'Coffee roasters 2025roastersbeansorders+2',
      '2,193',
      '0',
      expect.any(String),
      'Private',
      '',
    ]);
    expect(second).toEqual(['Plant inventoryplants', '700', '0', 'Not yet', 'Needs access', '']);
    expect(screen.getByText('+2')).toHaveAttribute('title', 'tea, cups');
    expect(screen.getByText('Needs access')).toHaveAttribute('title', 'It is no longer shared with Tabpoint.');
  });

  it('shows the status of each project', async () => {
    const statuses = ['live', 'stale', 'needsAccess', 'paused', 'syncing'] as const;
    await open(statuses.map((status, at) => projectOf({ id: `${9 - at}`, status, access: 'public' })));
    const words = rows().map((row) => within(row).getAllByRole('cell')[4]?.textContent);
    expect(words).toEqual(['Live', 'Stale', 'Needs access', 'Paused', 'Syncing']);
  });

  it('opens the first tab by its title or row, another tab by its chip', async () => {
    const { user } = await open();
    const [row] = rows() as [HTMLElement];
    expect(within(row).getByRole('link', { name: coffee.title })).toHaveAttribute('href', '/projects/coffee/roasters');
    expect(within(row).getByRole('link', { name: 'beans' })).toHaveAttribute('href', '/projects/coffee/beans');
    await user.click(within(row).getByText('2,193'));
    expect(window.location.pathname).toBe('/projects/coffee/roasters');
  });

  it('ignores unpublished sheets: no chip, no rows counted, never opened first', async () => {
    const off = { ...tab(7, 'hidden', 50), published: false };
    await open([
      projectOf({ id: 'some', title: 'Some', tabs: [off, tab(8, 'seen', 3)] }),
      projectOf({ id: 'none', title: 'None', tabs: [off] }),
    ]);
    const [some, none] = rows() as [HTMLElement, HTMLElement];
    expect(
      within(some)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Some', 'seen']);
    expect(within(some).getByRole('link', { name: 'Some' })).toHaveAttribute('href', '/projects/some/seen');
    expect(within(some).getByText('3')).toBeInTheDocument();
    expect(within(none).getByRole('link', { name: 'None' })).toHaveAttribute(
      'href',
      '/projects/none/hidden?view=settings',
    );
  });

  it('moves between rows with the arrow keys; the menu key opens a row’s actions', async () => {
    const { user } = await open();
    act(() => screen.getByRole('link', { name: coffee.title }).focus());
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: plants.title })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: plants.title })).toHaveFocus();
    await user.keyboard('{Shift>}{F10}{/Shift}');
    expect(await screen.findByRole('menuitem', { name: 'Delete project' })).toBeInTheDocument();
  });

  it('copies the URL of the first endpoint', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Copy the first endpoint of Plant inventory' }));
    expect(await navigator.clipboard.readText()).toBe('https://tabpoint.example/v1/p/plants');
    expect(await screen.findByText('Endpoint URL copied')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More actions for Coffee roasters 2025' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy endpoint URL' }));
    expect(await navigator.clipboard.readText()).toBe('https://tabpoint.example/v1/p/roasters');
  });

  it('shows a new project on top, marked', async () => {
    const created = projectOf({ id: 'new', title: 'New one', createdAt: '2026-03-09T10:00:00.000Z' });
    const { user, store } = openApp('/projects/new', {
      projects: [created, coffee],
      given: (server) => {
        server.createFlow.check.mockResolvedValue(coffeePreview);
        server.createFlow.create.mockResolvedValue(created);
      },
    });
    await user.click(await screen.findByLabelText('Google Sheet URL'));
    await user.paste(coffeeDraft.text);
    await user.click(await screen.findByRole('button', { name: 'Create project with this sheet' }));
    await screen.findByRole('link', { name: 'New one' });
    expect(titles()).toEqual(['New one', coffee.title]);
    expect(store.getState().projects.newId).toBe('new');
  });
});

describe('search and order', () => {
  it('filters titles and tabs while typing; / focuses the field', async () => {
    const { user } = await open();
    await user.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Find a project or tab' })).toHaveFocus();
    await user.keyboard('CUPS');
    expect(titles()).toEqual([coffee.title]);
    await user.keyboard('{Escape}');
    expect(titles()).toEqual([coffee.title, plants.title]);
  });

  it('says that nothing matches', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('searchbox'), 'wine');
    expect(screen.getByText('No project or tab matches “wine”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(titles()).toHaveLength(2);
    expect(screen.getByRole('searchbox')).toHaveFocus();
  });

  const [c, a, b] = ['C', 'A', 'B'].map((title, at) =>
    projectOf({ id: title, title, createdAt: `2026-03-0${at + 1}` }),
  ) as [Project, Project, Project];

  it('remembers the order', async () => {
    const { user } = await open([c, b, a]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name');
    closeApp();
    await open([c, b, a]);
    expect(titles()).toEqual(['A', 'B', 'C']);
  });

  it('starts with the newest', async () => {
    await open([c, b, a]);
    const choice = within(screen.getByRole('combobox', { name: 'Sort by' }));
    expect(choice.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Newest',
      'Last updated',
      'Name',
      'Requests',
      'Rows',
    ]);
    expect(choice.getByRole('option', { selected: true })).toHaveTextContent('Newest');
    expect(titles()).toEqual(['B', 'A', 'C']);
  });
});

describe('other states', () => {
  it('empty: explains the product and how to start', async () => {
    openApp('/');
    expect(await screen.findByRole('heading', { name: 'Turn a spreadsheet into an API' })).toBeVisible();
    expect(screen.getByText('No projects yet.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New project' })).toHaveAttribute('href', '/projects/new');
    expect(screen.getByRole('link', { name: 'Browse templates' })).toHaveAttribute('href', '/templates');
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('loading: shows the title and the toolbar at once, and marks the page as busy', async () => {
    const list = deferred<readonly Project[]>();
    openApp('/', { given: (server) => void server.projects.list.mockReturnValue(list.promise) });
    const title = await heading();
    expect(screen.getByRole('searchbox')).toBeVisible();
    expect(title.closest('[aria-busy="true"]')).not.toBeNull();
    list.resolve([coffee]);
    expect(await screen.findByRole('link', { name: coffee.title })).toBeVisible();
    expect(title.closest('[aria-busy="true"]')).toBeNull();
  });

  it('failed: shows why, and "Try again"', async () => {
    const error = refused(503, { detail: 'The database is being moved.' });
    const { user } = openApp('/', {
      given: (server) => void server.projects.list.mockRejectedValueOnce(error).mockResolvedValue([coffee]),
    });
    expect(await screen.findByRole('heading', { name: 'Your projects did not load' })).toBeVisible();
    expect(screen.getByText('The database is being moved.')).toBeVisible();
    expect(screen.getByRole('button', { name: /Copy details/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: coffee.title })).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

describe('deleting', () => {
  const dialog = () => screen.queryByRole('alertdialog');

  async function ask(given?: Parameters<typeof openApp>[1]) {
    const opened = openApp('/', { projects: [coffee, plants], ...given });
    await opened.user.click(await screen.findByRole('button', { name: 'More actions for Plant inventory' }));
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Delete project' }));
    await screen.findByRole('alertdialog');
    return opened;
  }

  it('says what stops working, and requires the project’s name to be typed', async () => {
    const { user, server } = await ask();
    expect(screen.getByRole('alertdialog', { name: 'Delete Plant inventory?' })).toBeVisible();
    expect(screen.getByText('1 endpoint stops working at once. The spreadsheet stays where it is.')).toBeVisible();
    const field = screen.getByLabelText('Type Plant inventory to confirm');
    await user.type(field, 'Plant inventor{Enter}');
    expect(screen.getByRole('button', { name: 'Delete project' })).toBeDisabled();
    expect(server.projects.remove).not.toHaveBeenCalled();
    await user.type(field, 'y');
    expect(screen.getByRole('button', { name: 'Delete project' })).toBeEnabled();
  });

  it('"Keep project" cancels it', async () => {
    const { user, server } = await ask();
    await user.click(screen.getByRole('button', { name: 'Keep project' }));
    expect(dialog()).toBeNull();
    expect(server.projects.remove).not.toHaveBeenCalled();
  });

  it('shows progress, then removes the row and shows a toast', async () => {
    const answer = deferred<undefined>();
    const { user, server } = await ask({
      given: (server) => void server.projects.remove.mockReturnValue(answer.promise),
    });
    await user.type(screen.getByLabelText('Type Plant inventory to confirm'), 'Plant inventory{Enter}');
    expect(screen.getByRole('button', { name: 'Delete project' })).toHaveAttribute('aria-busy', 'true');
    answer.resolve(undefined);
    await waitFor(() => expect(dialog()).toBeNull());
    expect(titles()).toEqual([coffee.title]);
    expect(await screen.findByText('Plant inventory deleted')).toBeVisible();
    expect(server.projects.remove).toHaveBeenCalledTimes(1);
  });

  it('works again after the project was restored', async () => {
    const { user, server } = await ask({
      given: (server) => void server.projects.restore.mockImplementation(async () => plants),
    });
    const name = () => screen.findByLabelText('Type Plant inventory to confirm');
    await user.type(await name(), 'Plant inventory{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(await screen.findByRole('button', { name: 'More actions for Plant inventory' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete project' }));
    await user.type(await name(), 'Plant inventory{Enter}');
    await waitFor(() => expect(server.projects.remove).toHaveBeenCalledTimes(2));
  });

  it('keeps the project if it fails, and shows the reason in a toast', async () => {
    const { user } = await ask({
      given: (server) => void server.projects.remove.mockRejectedValue(refused(503, { detail: 'Not now.' })),
    });
    await user.type(screen.getByLabelText('Type Plant inventory to confirm'), 'Plant inventory{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
    expect(dialog()).toBeNull();
    expect(titles()).toEqual([coffee.title, plants.title]);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
