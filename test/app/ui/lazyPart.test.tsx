import { act, screen } from '@testing-library/react';
import { projectOf } from '../../fixtures/appState';
import { appTests, openApp } from '../../fixtures/openApp';

/** Chunks that fail to load, by the start of their names. */
const mockFailing = new Set<string>();

/** Mocks a chunk with one exported name, which loads or fails. */
function mockFile(file: string, name: string, actual: () => Record<string, unknown>) {
  const fetched = () => {
    if (mockFailing.has(file))
      throw Object.assign(new Error(`Loading chunk ${file} failed.`), { name: 'ChunkLoadError' });
    return actual()[name];
  };
  return Object.defineProperty({ __esModule: true }, name, { enumerable: true, get: fetched });
}

jest.mock('../../../src/app/pages/ApiView', () =>
  mockFile('api', 'default', () => jest.requireActual('../../../src/app/pages/ApiView')),
);
jest.mock('../../../src/app/pages/AccessView', () =>
  mockFile('access', 'default', () => jest.requireActual('../../../src/app/pages/AccessView')),
);
jest.mock('../../../src/app/sync/SyncPanel', () =>
  mockFile('sync', 'default', () => jest.requireActual('../../../src/app/sync/SyncPanel')),
);
jest.mock('../../../src/app/pages/SettingsView', () =>
  mockFile('settings', 'default', () => jest.requireActual('../../../src/app/pages/SettingsView')),
);
jest.mock('../../../src/app/commands/KeyList', () =>
  mockFile('keys', 'default', () => jest.requireActual('../../../src/app/commands/KeyList')),
);
jest.mock('../../../src/app/usage/UsagePage', () =>
  mockFile('usage', 'UsagePage', () => jest.requireActual('../../../src/app/usage/UsagePage')),
);
jest.mock('../../../src/app/templates/TemplatesPage', () =>
  mockFile('templates', 'TemplatesPage', () => jest.requireActual('../../../src/app/templates/TemplatesPage')),
);
jest.mock('../../../src/app/layout/ErrorPage', () =>
  mockFile('errorPages', 'ErrorPage', () => jest.requireActual('../../../src/app/layout/ErrorPage')),
);

appTests();
beforeEach(() => mockFailing.clear());

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const FAILED = 'This part did not load';

describe('a part whose chunk fails to load', () => {
  const openView = async (view: string) => {
    mockFailing.add(view);
    const opened = openApp(`/projects/k3v9tq2mxa7rfw5d/roasters?view=${view}`, { projects: [projectOf()] });
    await screen.findByText(FAILED);
    return opened;
  };

  it('leaves the rest working, and loads on "Reload"', async () => {
    const { user } = await openView('api');
    expect(await heading('Coffee roasters 2025')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    mockFailing.clear();
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('Delete a row')).toBeVisible();
    expect(screen.queryByText(FAILED)).toBeNull();
  });

  it('loads when the network returns', async () => {
    await openView('settings');
    mockFailing.clear();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('button', { name: 'Delete project' })).toBeVisible();
  });

  it('loads when it is shown the next time', async () => {
    const { user } = await openView('access');
    await user.click(screen.getByRole('link', { name: 'Data' }));
    mockFailing.clear();
    await user.click(screen.getByRole('link', { name: 'Access' }));
    expect(await screen.findByRole('button', { name: 'New key' })).toBeVisible();
  });

  it('offers to reload the page after a second failure', async () => {
    const { user } = await openView('sync');
    await user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByRole('button', { name: 'Reload page' })).toBeVisible();
  });
});

it('a dialog whose chunk failed can be closed, and loads the next time', async () => {
  mockFailing.add('keys');
  const { user } = openApp('/upgrade');
  await heading('Everything is included');
  await user.keyboard('?');
  expect(await screen.findByText(FAILED)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Everything is included' })).toBeVisible();
  mockFailing.clear();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(FAILED)).toBeNull();
  await user.keyboard('?');
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

it('a page can be left even if the chunk of the error page fails as well', async () => {
  for (const file of ['usage', 'errorPages']) mockFailing.add(file);
  const { user } = openApp('/usage');
  expect(await screen.findByRole('heading', { name: 'This page did not load' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back to projects' }));
  await heading('Projects');
});

it('a page whose chunk failed is tried again when the network is back', async () => {
  mockFailing.add('templates');
  openApp('/templates');
  expect(await heading('This page did not load')).toBeVisible();
  mockFailing.clear();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await heading('Templates')).toBeVisible();
});

it('a page whose chunk failed can be left by any link, and loads the next time', async () => {
  mockFailing.add('usage');
  const { user } = openApp('/usage');
  expect(await heading('This page did not load')).toBeVisible();
  expect(screen.getByText(/ChunkLoadError: Loading chunk usage failed\./)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Back to projects' }));
  await heading('Projects');
  mockFailing.clear();
  await user.click(screen.getByRole('link', { name: 'Usage' }));
  expect(await heading('Usage')).toBeVisible();
});
