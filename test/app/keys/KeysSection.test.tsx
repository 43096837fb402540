import { screen, waitFor, within } from '@testing-library/react';
import type { ApiKey } from '../../../src/contract/keys';
import type { Project } from '../../../src/contract/projects';
import { projectOf, refused } from '../../fixtures/appState';
import { appTests, closeApp, deferred, openApp } from '../../fixtures/openApp';
import { columnOf, keyOf, roastBot, SECRET } from './keyFixtures';

appTests();

const access = (keys: readonly ApiKey[], project: Partial<Project> = {}) =>
  openApp(`/projects/${projectOf().id}/roasters?view=access`, {
    projects: [projectOf(project)],
    given: (server) => void server.keys.list.mockResolvedValue(keys),
  });

/** Methods of the endpoint bar that are struck through. */
const struckThrough = () => [...document.querySelectorAll('s')].map(({ textContent }) => textContent);

it.each<[Project['access'], string]>([
  ['public', 'No keys yet. Writing answers 401 until you make one.'],
  ['private', 'No keys yet. Every call answers 401 until you make one.'],
])('explains that a %s project has no keys', async (isOpen, text) => {
  access([], { access: isOpen });
  expect(await screen.findByText(text)).toBeVisible();
});

it('lists the keys, and shows who may use which method there and in the endpoint bar', async () => {
  access([keyOf({ lastUsedAt: new Date().toISOString() }), roastBot]);
  const table = await screen.findByRole('table', { name: 'API keys' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent('Shop websitetp_pk_9fK…c41dPublishableRead rowsJust now');
  expect(rows[1]).toHaveTextContent('Roast bottp_sk_q8T…e93aSecretRead, add and change rowsNever');
  expect(screen.getByText('Shop website, Roast bot')).toBeVisible();
  expect(screen.getByText('Only you, in Try it')).toBeVisible();
  expect(struckThrough()).toEqual([]);
});

it('shows a new key once, and closes only after it was copied', async () => {
  const made = deferred<{ key: ApiKey; secret: string }>();
  const { user, server } = access([]);
  server.keys.make.mockReturnValue(made.promise);
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const form = within(screen.getByRole('alertdialog', { name: 'New key' }));
  await user.click(form.getByRole('radio', { name: 'Secret' }));
  await user.click(form.getByRole('button', { name: 'Make key' }));
  expect(form.getByText('Give the key a name.')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Roast bot');
  await user.click(form.getByRole('checkbox', { name: 'Add rows' }));
  await user.click(form.getByRole('button', { name: 'Make key' }));
  expect(server.keys.make.mock.calls[0]?.slice(0, 2)).toEqual([
    projectOf().id,
    { name: 'Roast bot', kind: 'secret', scopes: ['read', 'create'], id: expect.any(String), replaces: [] },
  ]);
  made.resolve({ key: roastBot, secret: SECRET });
  const shown = within(await screen.findByRole('alertdialog', { name: 'Copy your key now' }));
  expect(shown.getByText('You will not see it again.')).toBeVisible();
  expect(shown.getByText(SECRET)).toBeVisible();
  expect(shown.getByRole('button', { name: 'Done' })).toBeDisabled();
  await user.click(shown.getByRole('button', { name: /Copy/ }));
  await waitFor(() => expect(shown.getByRole('button', { name: 'Done' })).toBeEnabled());
  expect(await navigator.clipboard.readText()).toBe(SECRET);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(screen.getByRole('table', { name: 'API keys' })).toHaveTextContent('Roast bot');
});

it('keeps the typed values if the server rejects them', async () => {
  const { user, server } = access([]);
  server.keys.make.mockRejectedValue(refused(422, { detail: 'This project has 100 keys.' }));
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Form');
  await user.click(screen.getByRole('radio', { name: /Only add rows/ }));
  await user.click(screen.getByRole('button', { name: 'Make key' }));
  expect(screen.getByText('Choose the sheet it adds rows to.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Sheets Choose a sheet' }));
  await user.click(screen.getByRole('radio', { name: 'roasters' }));
  await user.click(screen.getByRole('button', { name: 'Make key' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This project has 100 keys.');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Form');
});

it('revokes a key after confirmation', async () => {
  const { user, server } = access([keyOf()]);
  await user.click(await screen.findByRole('button', { name: 'Revoke Shop website' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Revoke Shop website?' }));
  expect(dialog.getByText('Calls with this key answer 401 from now on.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('No keys yet. Every call answers 401 until you make one.')).toBeVisible();
  expect(server.keys.revoke.mock.calls[0]?.slice(0, 2)).toEqual([projectOf().id, 'k1']);
});

it('asks again after a key could not be revoked', async () => {
  const { user, server } = access([keyOf()]);
  server.keys.revoke.mockRejectedValue(refused(500));
  for (const calls of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: 'Revoke Shop website' }));
    await user.click(screen.getByRole('button', { name: 'Revoke key' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.keys.revoke).toHaveBeenCalledTimes(calls);
  }
});

it('keeps the key if the confirmation is cancelled', async () => {
  const { user, server } = access([keyOf()]);
  await user.click(await screen.findByRole('button', { name: 'Revoke Shop website' }));
  await user.click(screen.getByRole('button', { name: 'Keep key' }));
  expect(server.keys.revoke).not.toHaveBeenCalled();
});

it('shows that the keys did not load, and loads them again', async () => {
  const { user, server } = openApp(`/projects/${projectOf().id}/roasters?view=access`, {
    projects: [projectOf()],
    given: (to) => void to.keys.list.mockRejectedValueOnce(refused(500)).mockResolvedValue([keyOf()]),
  });
  expect(await screen.findByText('The keys did not load. They still work. Try again in a moment.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('tp_pk_9fK…c41d')).toBeVisible();
  expect(server.keys.list).toHaveBeenCalledTimes(2);
});

const twoSheets = projectOf({
  tabs: [...projectOf().tabs, { ...(projectOf().tabs[0] as Project['tabs'][number]), sheetId: 7, title: 'orders' }],
});

it('creates a secret key for some sheets with hidden columns, and loads the columns of opened sheets only', async () => {
  const { user, server } = access([], twoSheets);
  server.columns.read.mockImplementation(async () => ({
    columns: [columnOf('order'), columnOf('phone')],
    first: null,
  }));
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const form = within(screen.getByRole('alertdialog', { name: 'New key' }));
  await user.click(form.getByRole('radio', { name: 'Secret' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Bot');
  await user.click(form.getByRole('button', { name: 'Hidden columns None' }));
  expect(server.columns.read).not.toHaveBeenCalled();
  const sheet = form.getByRole('button', { name: 'orders' });
  await user.click(sheet);
  expect(sheet).toHaveFocus();
  await user.click(await form.findByRole('checkbox', { name: 'phone' }));
  expect(server.columns.read.mock.calls.map((call) => call.slice(0, 2))).toEqual([[projectOf().id, 7]]);
  expect(form.getByRole('button', { name: 'Hidden columns orders: phone' })).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Sheets Every sheet' }));
  await user.click(form.getByRole('checkbox', { name: 'roasters' }));
  expect(form.getByRole('button', { name: 'Sheets orders' })).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Make key' }));
  expect(server.keys.make.mock.calls[0]?.[1]).toEqual({
    name: 'Bot',
    kind: 'secret',
    scopes: ['read'],
    tabs: [7],
    hiddenColumns: [{ sheetId: 7, columns: ['phone'] }],
    id: expect.any(String),
    replaces: [],
  });
});

describe('the selected key', () => {
  const shop = keyOf({ origins: ['https://a.example', 'https://b.example'] });
  const origins = () => within(screen.getByRole('list', { name: 'Origins of Shop website' }));

  it('is the first, then any clicked key, with its details below', async () => {
    const hiding = { ...roastBot, tabs: [0], hiddenColumns: [{ sheetId: 0, columns: ['phone'] }] };
    const { user } = access([shop, hiding]);
    expect(await screen.findByRole('heading', { name: 'Origins of Shop website' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Shop website' })).toHaveAttribute('aria-expanded', 'true');
    await user.click(screen.getByRole('button', { name: 'Roast bot' }));
    expect(screen.getByRole('heading', { name: 'Rights of Roast bot' })).toBeVisible();
    expect(screen.getByText('Read rows, Add rows, Change and replace rows')).toBeVisible();
    expect(screen.getByText('phone')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Origins of Shop website' })).toBeNull();
  });

  it('adds an allowed site once it is valid', async () => {
    const { user, server } = access([shop]);
    const bound = { ...shop, origins: [...(shop.origins ?? []), 'https://c.example'] };
    server.keys.change.mockResolvedValue(bound);
    const field = await screen.findByRole('textbox', { name: 'Add an origin' });
    await user.type(field, 'c.example{Enter}');
    expect(field).toHaveAccessibleDescription('Start with https://');
    expect(server.keys.change).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, 'https://c.example/{Enter}');
    expect(await origins().findByText('https://c.example')).toBeVisible();
    expect(server.keys.change.mock.calls[0]?.slice(0, 3)).toEqual([projectOf().id, 'k1', { origins: bound.origins }]);
    expect(field).toHaveValue('');
  });

  it('removes a site; "Undo" adds it again in the same place', async () => {
    const { user, server } = access([shop]);
    server.keys.change.mockImplementation(async (_project, _key, { origins: now }) => ({ ...shop, origins: now }));
    await user.click(await screen.findByRole('button', { name: 'Remove https://a.example' }));
    await waitFor(() => expect(origins().queryByText('https://a.example')).toBeNull());
    expect(screen.getByRole('list', { name: 'Origins of Shop website' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(origins().getAllByRole('listitem')).toHaveLength(2));
    expect(origins().getAllByRole('listitem')[0]).toHaveTextContent('https://a.example');
  });

  it('explains an empty list: any site before the first one is added, no site after the last one is removed', async () => {
    access([keyOf()]);
    expect(await screen.findByText(/^Every site may use it/)).toBeVisible();
    closeApp();
    access([keyOf({ origins: [] })]);
    expect(await screen.findByText(/^No site may use it/)).toBeVisible();
  });
});
