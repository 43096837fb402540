import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Project, ProjectTab } from '../../../src/contract/projects';
import type { Column } from '../../../src/contract/rows';
import { projectOf, refused } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import { keyOf } from '../keys/keyFixtures';

appTests();

const columnOf = (key: string, type: Column['type'], at: string): Column => ({
  ...{ key, header: key, slug: key, type, nullable: false, unique: true, examples: [], cell: `${at}3` },
});
const columns = [
  columnOf('name', 'text', 'A'),
  columnOf('price', 'integer', 'B'),
  columnOf('constructor', 'text', 'C'),
];
const [roasters] = projectOf().tabs as [ProjectTab];
const lookup = { ...roasters, sheetId: 9, title: '_lookup', published: false, hidden: true };
const project = projectOf({ tabs: [roasters, lookup] });

const open = (given: (server: TestServer) => void = () => undefined) =>
  openApp(`/projects/${project.id}/roasters?view=settings`, {
    projects: [project],
    given: (server) => {
      server.columns.read.mockResolvedValue({ columns, first: null });
      given(server);
    },
  });

const updatesOf = (server: TestServer) => server.projects.update.mock.calls.map(([id, update]) => [id, update]);

describe('the name', () => {
  it('is saved by a button that is enabled by a change, and disabled when the change is undone', async () => {
    const { user, server } = open((to) => void to.projects.update.mockResolvedValue({ ...project, title: 'Coffee!' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await user.type(name, '!');
    expect(save).toBeEnabled();
    await user.keyboard('{Backspace}');
    expect(save).toBeDisabled();
    await user.clear(name);
    await user.type(name, 'Coffee!');
    await user.click(save);
    expect(updatesOf(server)).toEqual([[project.id, { title: 'Coffee!' }]]);
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Coffee!' })).toBeVisible();
    expect(save).toBeDisabled();
  });

  it('is also saved by ⌘S, but not if it is blank', async () => {
    const { user, server } = open();
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByText('Give the project a name.')).toBeVisible();
    expect(name).toBeInvalid();
    await user.type(name, 'Tea');
    await user.keyboard('{Meta>}s{/Meta}');
    expect(updatesOf(server)).toEqual([[project.id, { title: 'Tea' }]]);
  });

  it('stays unsaved when the view changes, and the browser asks before the page is left', async () => {
    const { user } = open();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' and tea');
    const leaving = new Event('beforeunload', { cancelable: true });
    fireEvent(window, leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await user.click(screen.getByRole('link', { name: 'Access' }));
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Coffee roasters 2025 and tea');
  });
});

describe('caching', () => {
  it('is saved in seconds, and an invalid value shows an error before it is sent', async () => {
    const { user, server } = open((to) => void to.projects.update.mockResolvedValue({ ...project, maxAgeSeconds: 60 }));
    const seconds = await screen.findByRole('textbox', { name: 'Keep answers for so many seconds' });
    expect(seconds).toHaveValue('');
    const save = screen.getByRole('button', { name: 'Save caching' });
    expect(save).toBeDisabled();
    await user.type(seconds, '100000');
    await user.click(save);
    expect(await screen.findByText(/^Type a whole number of seconds from 0 to 86400/)).toBeVisible();
    expect(seconds).toBeInvalid();
    await user.clear(seconds);
    await user.type(seconds, '60');
    await user.click(save);
    expect(updatesOf(server)).toEqual([[project.id, { maxAgeSeconds: 60 }]]);
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(seconds).toHaveValue('60');
    expect(save).toBeDisabled();
  });
});

describe('the sheets', () => {
  it('are published or not; a hidden one is marked', async () => {
    const { user, server } = open();
    const off = await screen.findByRole('switch', { name: '_lookup' });
    expect(off).not.toBeChecked();
    expect(screen.getByText('Hidden in the spreadsheet')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'roasters' })).toBeChecked();
    await user.click(off);
    expect(off).toBeChecked();
    expect(updatesOf(server)).toEqual([[project.id, { tabs: [{ sheetId: 9, published: true }] }]]);
    server.projects.update.mockClear();
    await user.click(screen.getByRole('switch', { name: 'roasters' }));
    expect(server.projects.update).not.toHaveBeenCalled();
  });

  it('have a form for header row, key column, merged cells and types, saved together', async () => {
    const { user, server } = open();
    await user.click(await screen.findByRole('button', { name: /^roasters/ }));
    const row = await screen.findByRole('textbox', { name: 'Header row' });
    expect(row).toHaveAttribute('placeholder', 'Found in row 3');
    await user.type(row, '4');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Key column' }), 'name');
    const merged = screen.getByRole('combobox', { name: 'Merged cells' });
    expect(merged).toHaveDisplayValue('Value in the first cell');
    await user.selectOptions(merged, 'Value in each cell');
    const price = screen.getByRole('combobox', { name: 'price' });
    expect(within(price).getByRole('option', { name: 'As found: integer' })).toBeInTheDocument();
    await user.selectOptions(price, 'text');
    const odd = screen.getByRole('combobox', { name: 'constructor' });
    expect(odd).toHaveDisplayValue('As found: text');
    await user.selectOptions(odd, 'date');
    await user.selectOptions(odd, '');
    expect(screen.getByText('Not saved')).toBeVisible();
    await user.keyboard('{Control>}s{/Control}');
    const change = { sheetId: 0, headerRow: 4, keyColumn: 'name', columnTypes: { price: 'text' }, repeatMerged: true };
    expect(updatesOf(server)).toEqual([[project.id, { tabs: [change] }]]);
  });

  it('show the server’s errors at the fields', async () => {
    const detail = 'A4 and A5 both hold “Kaffa”, so it names no single row.';
    const { user } = open((to) => {
      const errors = [{ field: 'tabs.0.keyColumn', cell: 'roasters!A5', detail }];
      to.projects.update.mockRejectedValue(refused(422, { detail, errors }));
    });
    await user.click(await screen.findByRole('button', { name: /^roasters/ }));
    const key = await screen.findByRole('combobox', { name: 'Key column' });
    await user.selectOptions(key, 'name');
    await user.click(screen.getAllByRole('button', { name: 'Save' })[1] as HTMLElement);
    expect(await screen.findByText(detail)).toBeVisible();
    expect(key).toBeInvalid();
    expect(key).toHaveAccessibleDescription(detail);
    expect(key).toHaveValue('name');
  });

  it('show that their columns did not load, and load them again', async () => {
    const { user } = open((to) => void to.columns.read.mockRejectedValueOnce(refused(500)));
    await user.click(await screen.findByRole('button', { name: /^roasters/ }));
    expect(await screen.findByText('The columns did not load. Try again in a moment.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('combobox', { name: 'Key column' })).toBeVisible();
  });
});

it('pauses the project', async () => {
  const answer = deferred<Project>();
  const { user, server } = open((to) => void to.projects.update.mockReturnValue(answer.promise));
  const pause = await screen.findByRole('switch', { name: 'Pause project' });
  await user.click(pause);
  expect(updatesOf(server)).toEqual([[project.id, { paused: true }]]);
  expect(pause).toBeChecked();
  answer.resolve({ ...project, status: 'paused' });
  await waitFor(() => expect(pause).not.toHaveAttribute('aria-disabled'));
  expect(pause).toBeChecked();
});

it('creates a new URL after confirmation; the page navigates there', async () => {
  const moved: Project = { ...project, id: 'n3w', url: 'https://tabpoint.example/v1/n3w' };
  const { user, server } = open((to) => {
    to.projects.newAddress.mockResolvedValue(moved);
    to.projects.one.mockImplementation(async (id) => (id === 'n3w' ? moved : project));
  });
  await user.click(await screen.findByRole('button', { name: 'New address' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Make a new address?' }));
  expect(dialog.getByText(/stops at once, in every page and app that calls it\. The keys stay\./)).toHaveTextContent(
    `/v1/${project.id} stops`,
  );
  await user.click(dialog.getByRole('button', { name: 'Keep address' }));
  expect(server.projects.newAddress).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'New address' }));
  await user.click(screen.getByRole('button', { name: 'Make new address' }));
  await waitFor(() =>
    expect(window.location.pathname + window.location.search).toBe('/projects/n3w/roasters?view=settings'),
  );
  expect(await screen.findByText('The project has a new address')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('asks again for a new URL after a failure', async () => {
  const { user, server } = open((to) => void to.projects.newAddress.mockRejectedValue(refused(500)));
  for (const calls of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'New address' }));
    await user.click(screen.getByRole('button', { name: 'Make new address' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.projects.newAddress).toHaveBeenCalledTimes(calls);
  }
});

it('deletes the project after its name was typed, goes to the list, and can undo it', async () => {
  const gone = deferred<void>();
  const { user, server } = open((to) => {
    to.keys.list.mockResolvedValue([keyOf()]);
    to.projects.remove.mockReturnValue(gone.promise);
    to.projects.restore.mockResolvedValue(project);
  });
  await user.click(await screen.findByRole('button', { name: 'Delete project' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete Coffee roasters 2025?' }));
  const words = '1 endpoint and 1 API key stop working at once. The spreadsheet stays where it is.';
  expect(await dialog.findByText(words)).toBeVisible();
  const remove = dialog.getByRole('button', { name: 'Delete project' });
  expect(remove).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: /to confirm/ }), project.title);
  await user.click(remove);
  expect(remove).toHaveAttribute('aria-busy', 'true');
  // The server no longer lists the deleted project.
  server.projects.list.mockResolvedValue([]);
  gone.resolve();
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.projects.restore.mock.calls[0]?.[0]).toBe(project.id));
  expect(await screen.findByText('Coffee roasters 2025 is back')).toBeVisible();
});
