import { act, screen, waitFor, within } from '@testing-library/react';
import type { Project } from '../../../src/contract/projects';
import { projectOf } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';
import { keyOf } from '../keys/keyFixtures';

appTests();

const KEY = 'tp_pk_only_shown_once';
const mine = projectOf({ access: 'private' });

async function open(given: (server: TestServer) => void = () => undefined, project: Project = mine, view = '') {
  const opened = openApp(`/projects/${mine.id}/roasters${view}`, { projects: [project], given });
  await screen.findByRole('heading', { level: 1, name: mine.title });
  return opened;
}

const panel = () => screen.findByRole('region', { name: 'Make your first call' });
const noPanel = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Make your first call' })).toBeNull());
const code = async () => (await within(await panel()).findByRole('tabpanel')).textContent;

it('creates a key with one press and inserts it into the call', async () => {
  const { user, server } = await open((to) => void to.keys.make.mockResolvedValue({ key: keyOf(), secret: KEY }));
  await user.click(within(await panel()).getByRole('button', { name: 'Make a key' }));
  expect(await screen.findByText('Your first call, with its key')).toBeVisible();
  expect(await code()).toContain(KEY);
  expect(server.keys.make.mock.calls[0]?.[1]).toMatchObject({ kind: 'publishable', scopes: ['read'] });
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await noPanel();
  expect(document.body.textContent).not.toContain(KEY);
});

it('removes the key when the page is left', async () => {
  const { user, store } = await open((to) => void to.keys.make.mockResolvedValue({ key: keyOf(), secret: KEY }));
  await user.click(within(await panel()).getByRole('button', { name: 'Make a key' }));
  await screen.findByText('Your first call, with its key');
  await user.click(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link'));
  await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain(KEY));
});

it('lets anyone read with the other press, which can be undone', async () => {
  const { user, server } = await open((to) => {
    to.projects.update.mockImplementation(async (_id, change) => ({ ...mine, ...change }) as Project);
  });
  await user.click(within(await panel()).getByRole('button', { name: 'Let anyone read' }));
  expect(await screen.findByText('Anyone may read now')).toBeVisible();
  expect(await code()).not.toContain('Bearer');
  expect(screen.queryByText('Private: needs a key')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Keep it private' }));
  expect(await screen.findByText('Private: needs a key')).toBeVisible();
  expect(server.projects.update.mock.calls.map(([, change]) => change)).toEqual([
    { access: 'public' },
    { access: 'private' },
  ]);
});

it('stays hidden once it is dismissed', async () => {
  const { user } = await open();
  await user.click(within(await panel()).getByRole('button', { name: 'Not now' }));
  await noPanel();
  expect(screen.getByRole('main')).toHaveFocus();
});

it.each<[string, Project, (server: TestServer) => void, string]>([
  ['if anybody may read', { ...mine, access: 'public' }, () => undefined, ''],
  ['if a key can read', mine, (to) => void to.keys.list.mockResolvedValue([keyOf()]), ''],
  ['in a view that is not a tab’s', mine, () => undefined, '?view=access'],
])('is hidden %s', async (_where, project, given, view) => {
  const { server } = await open(given, project, view);
  await waitFor(() => expect(server.keys.list).toHaveBeenCalled());
  await noPanel();
});

it('does not push down the page if it is late: the page is shown without it', async () => {
  jest.useFakeTimers();
  try {
    const pass = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));
    const { promise, resolve } = deferred<readonly never[]>();
    const given = (to: TestServer) => void to.keys.list.mockReturnValue(promise);
    openApp(`/projects/${mine.id}/roasters`, { projects: [mine], given });
    const title = () => screen.queryByRole('heading', { level: 1, name: mine.title });
    // Fetches and draws the first part of the page step by step.
    for (let step = 0; step < 10; step += 1) await pass(20);
    await pass(4_000);
    expect(title()).toBeNull();
    await pass(2_000);
    expect(title()).toBeVisible();
    resolve([]);
    await pass(1_000);
    expect(screen.queryByRole('region', { name: 'Make your first call' })).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});
