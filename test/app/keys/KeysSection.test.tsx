import { screen, waitFor, within } from '@testing-library/react';
import type { ApiKey } from '../../../src/contract/keys';
import type { Project } from '../../../src/contract/projects';
import { projectOf, refused } from '../../fixtures/appState';
import { closeApp, completeBrowser, later, openApp } from '../../fixtures/openApp';
import { quietConsole } from '../../fixtures/quietConsole';
import { keyOf, roastBot, SECRET } from './keyFixtures';

quietConsole();
beforeEach(completeBrowser);
afterEach(closeApp);

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
])('says what it means that a %s project has no keys', async (isOpen, text) => {
  access([], { access: isOpen });
  expect(await screen.findByText(text)).toBeVisible();
});

it('lists the keys, and shows who may use which method there and in the endpoint bar', async () => {
  access([keyOf({ lastUsedAt: new Date().toISOString() }), roastBot]);
  const table = await screen.findByRole('table', { name: 'API keys' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows[0]).toHaveTextContent('Shop websitetp_pk_9fK…c41dPublishableReadJust now');
  expect(rows[1]).toHaveTextContent('Roast bottp_sk_q8T…e93aSecretRead, create, updateNever');
  expect(screen.getByText('Shop website, Roast bot')).toBeVisible();
  expect(screen.getByText('No key may do this')).toBeVisible();
  expect(struckThrough()).toEqual(['DELETE', 'DELETE']);
});

it('shows a new key once, and lets it go after it was copied', async () => {
  const made = later<{ key: ApiKey; secret: string }>();
  const { user, server } = access([]);
  server.keys.make.mockReturnValue(made.promise);
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  const form = within(screen.getByRole('alertdialog', { name: 'New key' }));
  await user.click(form.getByRole('radio', { name: /^Secret/ }));
  await user.click(form.getByRole('button', { name: 'Make key' }));
  expect(form.getByText('Give the key a name.')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Roast bot');
  await user.click(form.getByRole('checkbox', { name: 'Add rows' }));
  await user.click(form.getByRole('button', { name: 'Make key' }));
  expect(server.keys.make.mock.calls[0]?.slice(0, 2)).toEqual([
    projectOf().id,
    { name: 'Roast bot', kind: 'secret', scopes: ['read', 'create'] },
  ]);
  made.give({ key: roastBot, secret: SECRET });
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

it('keeps what was typed when the server refuses', async () => {
  const { user, server } = access([]);
  server.keys.make.mockRejectedValue(refused(422, { detail: 'This project has 100 keys.' }));
  await user.click(await screen.findByRole('button', { name: 'New key' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Form');
  await user.click(screen.getByRole('radio', { name: /Only add rows/ }));
  await user.click(screen.getByRole('button', { name: 'Make key' }));
  expect(screen.getByText('Choose the sheet it adds rows to.')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sheet' }), 'roasters');
  await user.click(screen.getByRole('button', { name: 'Make key' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This project has 100 keys.');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Form');
});

it('revokes after asking', async () => {
  const { user, server } = access([keyOf()]);
  await user.click(await screen.findByRole('button', { name: 'Revoke Shop website' }));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Revoke Shop website?' }));
  expect(dialog.getByText('Calls with this key answer 401 from now on.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('No keys yet. Every call answers 401 until you make one.')).toBeVisible();
  expect(server.keys.revoke.mock.calls[0]?.slice(0, 2)).toEqual([projectOf().id, 'k1']);
});

it('does not revoke when the key is kept', async () => {
  const { user, server } = access([keyOf()]);
  await user.click(await screen.findByRole('button', { name: 'Revoke Shop website' }));
  await user.click(screen.getByRole('button', { name: 'Keep key' }));
  expect(server.keys.revoke).not.toHaveBeenCalled();
});

it('says that the keys did not load, and asks again', async () => {
  const { user, server } = openApp(`/projects/${projectOf().id}/roasters?view=access`, {
    projects: [projectOf()],
    given: (to) => void to.keys.list.mockRejectedValueOnce(refused(500)).mockResolvedValue([keyOf()]),
  });
  expect(await screen.findByText('The keys did not load. They still work. Try again in a moment.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('tp_pk_9fK…c41d')).toBeVisible();
  expect(server.keys.list).toHaveBeenCalledTimes(2);
});
