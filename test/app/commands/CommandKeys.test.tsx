import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Project } from '../../../src/contract/projects';
import { networkGone, projectOf, tabOf } from '../../fixtures/appState';
import { appTests, closeApp, openApp } from '../../fixtures/openApp';

appTests();

const tab = (sheetId: number, title: string, published = true) =>
  tabOf({ sheetId, title, slug: title, published, url: `https://tabpoint.example/v1/coffee/${title}` });
const coffee = projectOf({
  id: 'coffee',
  source: 'googleLink',
  title: 'Coffee roasters 2025',
  tabs: [tab(0, 'roasters'), tab(1, 'beans'), tab(2, 'secret', false)],
});
const plants = projectOf({ id: 'plants', source: 'googleLink', title: 'Plant inventory', tabs: [tab(0, 'plants')] });

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const active = () => screen.queryByRole('option', { selected: true })?.textContent;
const place = () => window.location.pathname + window.location.search;

/** A page without anything to choose. */
const QUIET = '/no-such-page';

async function open(where = QUIET, given?: Parameters<typeof openApp>[1]) {
  const opened = openApp(where, { projects: [coffee, plants], ...given });
  await screen.findByRole('banner');
  return opened;
}

async function openMenu(search = '', given?: Parameters<typeof openApp>[1]) {
  const opened = await open(QUIET, given);
  await opened.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await screen.findAllByRole('option', { name: /^roasters/ });
  if (search) await opened.user.type(field, search);
  return { ...opened, field };
}

describe('the command menu', () => {
  it('opens with Ctrl K and ⌘K, also while typing, and has three groups', async () => {
    await openMenu();
    expect(screen.getByRole('dialog', { name: 'Command menu' })).toBeVisible();
    expect(screen.getAllByRole('group').map((group) => group.firstElementChild?.textContent)).toEqual([
      'Endpoints',
      'Actions',
      'Learn',
    ]);
    expect(options().slice(0, 3)).toEqual([
      expect.stringContaining('roastersCoffee roasters 2025'),
      expect.stringContaining('Copy URL of roasters'),
      expect.stringContaining('beansCoffee roasters 2025'),
    ]);
    expect(options().join()).not.toContain('secret');
    closeApp();
    const again = await open('/');
    await screen.findByRole('link', { name: coffee.title });
    await again.user.click(screen.getByRole('searchbox'));
    await again.user.keyboard('{Meta>}k{/Meta}');
    expect(await screen.findByRole('dialog', { name: 'Command menu' })).toBeVisible();
  });

  it('loads the projects if they are not loaded, and offers the other commands if that fails', async () => {
    const { user } = await open(QUIET, {
      given: (server) => void server.projects.list.mockRejectedValue(networkGone()),
    });
    await user.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('option', { name: /^New project/ })).toBeVisible();
    expect(screen.queryByRole('group', { name: 'Endpoints' })).toBeNull();
  });

  it('lists endpoints by their own name before those by their project’s name, and their actions', async () => {
    await openMenu('BEA');
    expect(options()).toEqual([
      expect.stringContaining('beansCoffee roasters 2025'),
      expect.stringContaining('Copy URL of beans'),
      'Sync Coffee roasters 2025',
    ]);
    const match = within(screen.getByRole('option', { selected: true })).getByText('bea');
    expect(match.tagName).toBe('B');
  });

  it('opens the active entry with ↵; the arrows wrap around', async () => {
    const { user } = await openMenu('plants');
    expect(active()).toContain('plantsPlant inventory');
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe('Sync Plant inventory');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(place()).toBe('/projects/plants/plants');
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('ignores keys during the composition of an input method', async () => {
    const { field } = await openMenu();
    const before = active();
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(field, { key, isComposing: true });
    expect(active()).toBe(before);
    expect(place()).toBe(QUIET);
  });

  it('copies the URL of the endpoint with ⌘↵', async () => {
    const { user } = await openMenu('beans');
    await user.keyboard('{Meta>}{Enter}{/Meta}');
    expect(await screen.findByText('Endpoint URL copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('https://tabpoint.example/v1/coffee/beans');
    expect(place()).toBe(QUIET);
  });

  it('lists guides, also by the product to migrate from', async () => {
    const { user } = await openMenu('stein');
    expect(options()).toEqual(['Move from Stein']);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Stein' })).toBeVisible();
    expect(place()).toBe('/learn/stein');
  });

  it('runs an action: syncing a project', async () => {
    const { user, server } = await openMenu('sync plant');
    await user.click(screen.getByRole('option', { name: 'Sync Plant inventory' }));
    await waitFor(() => expect(server.sync.start).toHaveBeenCalledWith('plants', expect.anything()));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it.each<[string, Partial<Project>]>([
    ['an uploaded workbook, which has nothing to sync with', { source: 'drive' }],
    ['a paused project', { status: 'paused' }],
  ])('does not offer to sync %s', async (_what, parts) => {
    await openMenu('plant', { projects: [coffee, { ...plants, ...parts }] });
    expect(options()).toEqual([
      expect.stringContaining('plantsPlant inventory'),
      expect.stringContaining('Copy URL of plants'),
    ]);
  });

  it('shows that nothing was found', async () => {
    await openMenu('tea leaves');
    expect(options()).toEqual([]);
    expect(screen.getAllByText('Nothing found for “tea leaves”.')[0]).toBeVisible();
  });

  it('shows a hostile name as text', async () => {
    const hostile = '<img src=x onerror=alert(1)> ‮ 🐘';
    await openMenu('', { projects: [projectOf({ title: hostile }), coffee] });
    expect(options().join()).toContain(hostile);
    expect(document.querySelector('img')).toBeNull();
  });
});

describe('single keys', () => {
  it.each([
    ['c', '/projects/new'],
    ['gp', '/'],
    ['gu', '/usage'],
  ])('%s goes to %s', async (keys, where) => {
    const { user } = await open('/account');
    await user.keyboard(keys);
    await waitFor(() => expect(place()).toBe(where));
  });

  it('? lists every key, with a link to Account, where they are switched off', async () => {
    const { user } = await open();
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const lines = dialog.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'Command menu',
      'Focus search',
      'New project',
      'Projects',
      'Usage',
      'This list',
      'Previous and next tab',
      'Its views',
      'Sync now',
      'Send in Try it',
      'Save in Settings',
    ]);
    await user.click(dialog.getByRole('link', { name: 'Switch them off in Account' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the menu does not open over a dialog', async () => {
    const { user } = await open('/');
    await user.click(await screen.findByRole('button', { name: 'More actions for Plant inventory' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete project' }));
    await screen.findByRole('alertdialog');
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('combobox', { name: /Search endpoints/ })).toBeNull();
  });
});
