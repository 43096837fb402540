import { screen, waitFor, within } from '@testing-library/react';
import type { Project } from '../../../src/contract/projects';
import { apiError, networkGone, projectOf, refused } from '../../fixtures/appState';
import { closeApp, completeBrowser, later, openApp, type TestServer } from '../../fixtures/openApp';
import { quietConsole } from '../../fixtures/quietConsole';

quietConsole();
beforeEach(completeBrowser);
afterEach(closeApp);

const base = projectOf().tabs[0] as Project['tabs'][number];
const at = (title: string) => `https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/${title}`;
const coffee = projectOf({
  source: 'googleApi',
  sheetId: '1mXv8',
  syncedAt: new Date(Date.now() - 2 * 60_000).toISOString(),
  tabs: [
    base,
    { ...base, sheetId: 1, title: 'S&P 500', slug: 's-p-500', rows: 212, url: at('s-p-500') },
    { ...base, sheetId: 2, title: '_lookup', slug: 'lookup', published: false, rows: 9 },
    { ...base, sheetId: 3, title: 'orders', slug: 'orders', rows: 1_930, url: at('orders') },
  ],
});
const place = (tab: string, view = '') => `/projects/${coffee.id}/${encodeURIComponent(tab)}${view}`;

async function open(tab = 'roasters', view = '', given?: (server: TestServer) => void, project = coffee) {
  const opened = openApp(place(tab, view), { projects: [project], given });
  await screen.findByRole('heading', { level: 1, name: coffee.title });
  return opened;
}

const nav = (name: string) => within(screen.getByRole('navigation', { name }));
const words = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);

describe('the frame', () => {
  it('says where it is, what it is called, and how it is', async () => {
    await open();
    expect(nav('Breadcrumb').getByRole('link', { name: 'Projects' })).toHaveAttribute('href', '/');
    expect(nav('Breadcrumb').getByText(coffee.title)).toHaveAttribute('aria-current', 'page');
    for (const text of ['Live', 'Google Sheets, connected', '2,199 rows', 'Synced 2 min ago'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(document.title).toBe('Coffee roasters 2025, roasters · Tabpoint');
  });

  it('leads to the sheet at Google, or to the page of the drive', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Open sheet' })).toHaveAttribute(
      'href',
      'https://docs.google.com/spreadsheets/d/1mXv8/edit',
    );
    closeApp();
    openApp('/projects/d/roasters', { projects: [projectOf({ id: 'd', source: 'drive', sheetId: 'tpd_1' })] });
    expect(await screen.findByRole('link', { name: 'Open sheet' })).toHaveAttribute('href', '/spreadsheets/d/tpd_1');
  });

  it('hangs the tabs that have an endpoint in the order of the sheet, with their rows', async () => {
    await open();
    const tabs = nav('Sheets').getAllByRole('link');
    expect(words(tabs)).toEqual(['roasters48', 'S&P 500212', 'orders1,930']);
    expect(nav('Sheets').getByRole('link', { current: 'page' })).toHaveTextContent('roasters');
    expect(tabs[1]).toHaveAttribute('href', place('S&P 500'));
  });

  it.each(['S&P 500', 's-p-500'])('finds a tab by title and by slug: %s', async (name) => {
    await open(name);
    expect(nav('Sheets').getByRole('link', { current: 'page' })).toHaveTextContent('S&P 500');
  });

  it('[ and ] step through the tabs; the view stays', async () => {
    const { user } = await open('S&P 500', '?view=access');
    await user.keyboard(']');
    expect(window.location.pathname + window.location.search).toBe(place('orders', '?view=access'));
    await user.keyboard(']');
    expect(window.location.pathname).toBe(place('orders'));
    await user.keyboard('[[');
    await user.keyboard('[[');
    expect(window.location.pathname).toBe(place('roasters'));
  });

  it('has the views that exist', async () => {
    await open();
    expect(words(nav('Views').getAllByRole('link'))).toEqual(['Data', 'Access']);
    expect(nav('Views').getByRole('link', { current: 'page' })).toHaveTextContent('Data');
  });
});

describe('the endpoint bar', () => {
  it('shows the URL with its tab', async () => {
    await open('S&P 500');
    const url = screen.getByText('/s-p-500');
    expect(url.tagName).toBe('EM');
    expect(url.parentElement).toHaveTextContent(at('s-p-500'));
  });

  it.each([
    ['private', 'S'],
    ['public', 'SPAN'],
  ] as const)('strikes out what nobody may do: of a %s project without keys GET is a %s', async (access, tag) => {
    await open('S&P 500', '', undefined, { ...coffee, access });
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) expect(screen.getByText(method).tagName).toBe('S');
    expect(screen.getByText('GET').tagName).toBe(tag);
  });

  it('copies the URL, and says so for a moment', async () => {
    const { user } = await open();
    const button = screen.getByRole('button', { name: /^Copy/ });
    await user.click(button);
    expect(await navigator.clipboard.readText()).toBe(base.url);
    expect(within(button).getByRole('status')).toHaveTextContent('Endpoint URL copied');
    expect(within(button).getByText('Copied')).toHaveAttribute('data-shown', 'true');
    await waitFor(() => expect(within(button).getByText('Copy')).toHaveAttribute('data-shown', 'true'));
  });

  it('says when the browser did not allow it', async () => {
    const { user } = await open();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    const button = screen.getByRole('button', { name: /^Copy/ });
    await user.click(button);
    await waitFor(() => expect(within(button).getByRole('status')).toHaveTextContent('did not allow copying'));
  });
});

describe('what cannot be shown', () => {
  it('while it is read the page says that it is busy', async () => {
    const answer = later<Project>();
    openApp(place('roasters'), { given: (server) => void server.projects.one.mockReturnValue(answer.promise) });
    expect(await screen.findByText('Loading the project')).toBeInTheDocument();
    answer.give(coffee);
    expect(await screen.findByRole('heading', { level: 1, name: coffee.title })).toBeVisible();
  });

  it.each([
    ['a project that is not there', 'roasters', refused(404)],
    ['a tab that is not there', 'teas', undefined],
    ['a tab without an endpoint', '_lookup', undefined],
  ])('%s', async (_what, tab, error) => {
    openApp(place(tab), {
      projects: [coffee],
      given: (server) => error && void server.projects.one.mockRejectedValue(error),
    });
    expect(await screen.findByRole('heading', { name: 'There is no sheet here' })).toBeVisible();
  });

  it.each([networkGone(), apiError({ kind: 'refused', status: 500 })])('a failure, with another try', async (error) => {
    const { user } = openApp(place('roasters'), {
      given: (server) => void server.projects.one.mockRejectedValueOnce(error).mockResolvedValue(coffee),
    });
    expect(await screen.findByRole('heading', { name: 'This project did not load' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: coffee.title })).toBeVisible();
  });
});

describe('who may read', () => {
  const toggle = () => screen.getByRole('switch', { name: 'Anyone with the address may read' });
  const opened = (given?: (server: TestServer) => void) => open('roasters', '?view=access', given);

  it('private: nobody without a key', async () => {
    await opened();
    expect(toggle()).not.toBeChecked();
    expect(screen.getByText('Private: for key holders only.')).toBeVisible();
    expect(screen.getAllByText('No key may do this')).toHaveLength(5);
  });

  it('opening asks, and "Keep it private" keeps it', async () => {
    const { user, server } = await opened();
    await user.click(toggle());
    expect(screen.getByRole('alertdialog', { name: 'Let anyone read?' })).toBeVisible();
    expect(screen.getByText('Whoever has the address can read every sheet that is on, all columns.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep it private' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(toggle()).not.toBeChecked();
    expect(server.projects.update).not.toHaveBeenCalled();
  });

  it('"Let anyone read" shows it at once, and another press waits for the server', async () => {
    const answer = later<Project>();
    const { user, server } = await opened((server) => void server.projects.update.mockReturnValue(answer.promise));
    await user.click(toggle());
    await user.click(screen.getByRole('button', { name: 'Let anyone read' }));
    expect(toggle()).toBeChecked();
    expect(screen.getByText('Anyone')).toBeVisible();
    await user.click(toggle());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    answer.give({ ...coffee, access: 'public' });
    await waitFor(() => expect(toggle()).not.toHaveAttribute('aria-disabled'));
    expect(server.projects.update.mock.calls[0]?.slice(0, 2)).toEqual([coffee.id, { access: 'public' }]);
    await user.click(toggle());
    expect(screen.getByText('Calls without a key answer 401 from now on.')).toBeVisible();
  });

  it('goes back when the server refuses, and a toast says so', async () => {
    const { user } = await opened((server) => void server.projects.update.mockRejectedValue(refused(503)));
    await user.click(toggle());
    await user.click(screen.getByRole('button', { name: 'Let anyone read' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The access could not be changed. Try again.');
    expect(toggle()).not.toBeChecked();
  });
});
