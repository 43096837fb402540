import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { projectArrived } from '../../../src/app/projects/projectsSlice';
import type { Project, ProjectTab } from '../../../src/contract/projects';
import { apiError, networkGone, projectOf, refused, tabOf } from '../../fixtures/appState';
import { appTests, closeApp, deferred, openApp, type TestServer } from '../../fixtures/openApp';

appTests();

const base = tabOf();
const at = (title: string) => `https://tabpoint.example/v1/k3v9tq2mxa7rfw5d/${title}`;
const coffee = projectOf({
  source: 'googleApi',
  sheetId: '1mXv8',
  tabs: [
    base,
    tabOf({ sheetId: 1, title: 'S&P 500', slug: 's-p-500', rows: 212, url: at('s-p-500') }),
    tabOf({ sheetId: 2, title: '_lookup', slug: 'lookup', published: false, rows: 9 }),
    tabOf({ sheetId: 3, title: 'orders', slug: 'orders', rows: 1_930, url: at('orders') }),
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
  it('shows breadcrumbs, title and status', async () => {
    const syncedAt = new Date(Date.now() - 2 * 60_000).toISOString();
    await open('roasters', '', undefined, { ...coffee, syncedAt });
    expect(nav('Breadcrumb').getByRole('link', { name: 'Projects' })).toHaveAttribute('href', '/');
    expect(nav('Breadcrumb').getByText(coffee.title)).toHaveAttribute('aria-current', 'page');
    for (const text of ['Private: needs a key', 'Google Sheets, connected', '2,190 rows', 'Synced 2 min ago'])
      expect(screen.getByText(text)).toBeInTheDocument();
    expect(document.title).toBe('Coffee roasters 2025, roasters · Tabpoint');
  });

  it('a private project is live after the first call with a key', async () => {
    await open('roasters', '', undefined, { ...coffee, calledWithKey: true });
    expect(screen.getByText('Live')).toBeVisible();
    expect(screen.queryByText('Private: needs a key')).toBeNull();
  });

  it('a workbook shows "updated", never "synced", and has no Sync button', async () => {
    const syncedAt = new Date(Date.now() - 2 * 60_000).toISOString();
    await open('roasters', '', undefined, { ...coffee, source: 'drive', syncedAt });
    expect(screen.getByText('Updated 2 min ago')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sync now' })).toBeNull();
  });

  it('links to the sheet at Google, or to the drive’s page', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Open sheet' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^https:\/\/docs\.google\.com\/spreadsheets\/d\/1mXv8\/edit#gid=\d+$/),
    );
    closeApp();
    openApp('/projects/d/roasters', { projects: [projectOf({ id: 'd', source: 'drive', sheetId: 'tpd_1' })] });
    const link = await screen.findByRole('link', { name: 'Open sheet' });
    expect(link).toHaveAttribute('href', expect.stringMatching(/^\/spreadsheets\/d\/tpd_1\?sheet=\d+$/));
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('lists the tabs with an endpoint in the order of the sheet, with their rows', async () => {
    await open();
    const tabs = nav('Sheets').getAllByRole('link');
    expect(words(tabs)).toEqual(['roasters48', 'S&P 500212', 'orders1,930']);
    expect(nav('Sheets').getByRole('link', { current: 'page' })).toHaveTextContent('roasters');
    expect(tabs[1]).toHaveAttribute('href', place('S&P 500'));
  });

  it('has a menu of many tabs that opens any of them and keeps the view', async () => {
    const tabs = Array.from({ length: 60 }, (_, at) => tabOf({ sheetId: at, title: `Month ${at}`, slug: `m-${at}` }));
    const { user } = await open('Month 3', '?view=access', undefined, { ...coffee, tabs });
    await user.click(await screen.findByRole('button', { name: 'All 60 sheets' }));
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem');
    expect(items).toHaveLength(60);
    await user.click(items[57] as HTMLElement);
    expect(window.location.pathname + window.location.search).toBe(place('Month 57', '?view=access'));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('a few tabs have no menu', async () => {
    await open();
    expect(screen.queryByRole('button', { name: /^All \d+ sheets$/ })).toBeNull();
  });

  it('the tab bar is marked at the edges where it continues', async () => {
    const sizes = { clientWidth: 300, scrollWidth: 1_000 };
    for (const [name, size] of Object.entries(sizes))
      jest.spyOn(Element.prototype, name as keyof typeof sizes, 'get').mockReturnValue(size);
    await open();
    const bar = screen.getByRole('navigation', { name: 'Sheets' });
    const marks = () => ['data-before', 'data-after'].map((mark) => bar.hasAttribute(mark));
    expect(marks()).toEqual([false, true]);
    for (const [left, expected] of [
      [200, [true, true]],
      [700, [true, false]],
    ] as const) {
      bar.scrollLeft = left;
      fireEvent.scroll(bar);
      expect(marks()).toEqual(expected);
    }
    jest.restoreAllMocks();
  });

  it.each(['S&P 500', 's-p-500'])('finds a tab by title and by slug: %s', async (name) => {
    await open(name);
    expect(nav('Sheets').getByRole('link', { current: 'page' })).toHaveTextContent('S&P 500');
  });

  it('[ and ] step through the tabs and keep the view', async () => {
    const { user } = await open('S&P 500', '?view=access');
    await user.keyboard(']');
    expect(window.location.pathname + window.location.search).toBe(place('orders', '?view=access'));
    await user.keyboard(']');
    expect(window.location.pathname).toBe(place('orders'));
    await user.keyboard('[[');
    await user.keyboard('[[');
    expect(window.location.pathname).toBe(place('roasters'));
  });

  it('has a link and a key for each view, which keep the tab', async () => {
    const { user } = await open('orders');
    expect(words(nav('Views').getAllByRole('link'))).toEqual(['Data', 'API', 'Access', 'Sync', 'Settings']);
    expect(nav('Views').getByRole('link', { current: 'page' })).toHaveTextContent('Data');
    for (const [key, view] of [
      ['2', '?view=api'],
      ['3', '?view=access'],
      ['1', ''],
      ['5', '?view=settings'],
      ['4', '?view=sync'],
    ] as const) {
      await user.keyboard(key);
      expect(window.location.pathname + window.location.search).toBe(place('orders', view));
    }
    await waitFor(() => expect(nav('Views').getByRole('link', { current: 'page' })).toHaveTextContent('Sync'));
  });

  it('an unknown view is Data', async () => {
    await open('roasters', '?view=charts');
    expect(nav('Views').getByRole('link', { current: 'page' })).toHaveTextContent('Data');
  });

  it('"Sync now" or S syncs the sheet, shows progress, and ignores further presses', async () => {
    const { user, server } = await open();
    await user.keyboard('s');
    const button = screen.getByRole('button', { name: 'Sync now' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    await user.keyboard('s');
    expect(server.sync.start).toHaveBeenCalledTimes(1);
    expect(server.sync.start.mock.calls[0]?.[0]).toBe(coffee.id);
  });

  it('"Sync now" shows progress while the project is syncing', async () => {
    await open('roasters', '', undefined, { ...coffee, status: 'syncing' });
    expect(screen.getByRole('button', { name: 'Sync now' })).toHaveAttribute('aria-busy', 'true');
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
    [true, 'SPAN'],
    [false, 'S'],
  ] as const)('strikes out methods that nobody may use: written to %s, POST is a %s', async (writable, tag) => {
    await open('S&P 500', '', undefined, { ...coffee, writable });
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) expect(screen.getByText(method).tagName).toBe(tag);
    expect(screen.getByText('GET').tagName).toBe('SPAN');
  });

  it('copies the URL, and confirms it for a moment', async () => {
    const { user } = await open();
    const button = screen.getByRole('button', { name: /^Copy/ });
    await user.click(button);
    expect(await navigator.clipboard.readText()).toBe(base.url);
    expect(within(button).getByRole('status')).toHaveTextContent('Endpoint URL copied');
    expect(within(button).getByText('Copied')).toHaveAttribute('data-shown', 'true');
    await waitFor(() => expect(within(button).getByText('Copy')).toHaveAttribute('data-shown', 'true'));
  });

  it('shows that the browser did not allow it', async () => {
    const { user } = await open();
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    const button = screen.getByRole('button', { name: /^Copy/ });
    await user.click(button);
    await waitFor(() => expect(within(button).getByRole('status')).toHaveTextContent('did not allow copying'));
  });

  it('its URL is a selectable text: ⌘C copies all of it, with a confirmation', async () => {
    await open('S&P 500');
    const url = screen.getByRole('textbox', { name: 'Endpoint URL' });
    expect(url).toHaveAttribute('aria-readonly', 'true');
    url.focus();
    const setData = jest.fn();
    fireEvent.copy(url, { clipboardData: { setData } });
    expect(setData).toHaveBeenCalledWith('text/plain', at('s-p-500'));
    expect(await screen.findByText('Endpoint URL copied')).toBeVisible();
    expect(url).toHaveFocus();
  });
});

it('a tab named like the parent directory has a page', async () => {
  const project = { ...coffee, tabs: [base, tabOf({ sheetId: 1, title: '..', slug: 'tab-1' })] };
  await open('roasters', '', undefined, project);
  const link = nav('Sheets').getByRole<HTMLAnchorElement>('link', { name: /^\.\./ });
  const { pathname } = new URL(link.href);
  closeApp();
  openApp(pathname, { projects: [project] });
  await screen.findByRole('heading', { level: 1, name: coffee.title });
  expect(nav('Sheets').getByRole('link', { current: 'page' })).toHaveTextContent('..');
});

test('a URL without a tab opens the first one with an endpoint', async () => {
  const [first, ...others] = coffee.tabs as [ProjectTab, ...ProjectTab[]];
  const tabs = [{ ...first, published: false }, ...others];
  openApp(`/projects/${coffee.id}?view=sync`, { projects: [{ ...coffee, tabs }] });
  await screen.findByRole('heading', { level: 1, name: coffee.title });
  expect(window.location.pathname + window.location.search).toBe(place('S&P 500', '?view=sync'));
});

describe('the open tab', () => {
  const [roasters, ...others] = coffee.tabs as [ProjectTab, ...ProjectTab[]];

  it.each([
    ['is followed to its new name', [...others, { ...roasters, title: 'cafés', slug: 'cafes' }], 'cafés', '?view=sync'],
    ['is replaced by the first one after it was deleted', others, 'S&P 500', '?view=sync'],
    ['is also followed in another view', [{ ...roasters, title: 'cafés', slug: 'cafes' }, ...others], 'cafés', ''],
  ])('%s', async (_what, tabs, title, view) => {
    const { store } = await open('roasters', view);
    act(() => void store.dispatch(projectArrived({ ...coffee, tabs })));
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe(place(title, view)));
    expect(nav('Sheets').getByRole('link', { current: 'page' })).toHaveTextContent(title);
  });

  it('is gone if the project has no endpoint left', async () => {
    const { store } = await open('roasters');
    act(() => void store.dispatch(projectArrived({ ...coffee, tabs: [] })));
    expect(await screen.findByRole('heading', { name: 'There is no sheet here' })).toBeVisible();
  });
});

describe('other states', () => {
  it('loading: the page is marked as busy', async () => {
    const answer = deferred<Project>();
    openApp(place('roasters'), { given: (server) => void server.projects.one.mockReturnValue(answer.promise) });
    expect(await screen.findByText('Loading the project')).toBeInTheDocument();
    answer.resolve(coffee);
    expect(await screen.findByRole('heading', { level: 1, name: coffee.title })).toBeVisible();
  });

  it.each([
    ['a missing project', 'roasters', refused(404)],
    ['a missing tab', 'teas', undefined],
  ])('%s', async (_what, tab, error) => {
    openApp(place(tab), {
      projects: [coffee],
      given: (server) => error && void server.projects.one.mockRejectedValue(error),
    });
    expect(await screen.findByRole('heading', { name: 'There is no sheet here' })).toBeVisible();
  });

  it('a tab without an endpoint links to where it can be published', async () => {
    openApp(place('_lookup'), { projects: [coffee] });
    expect(await screen.findByRole('switch', { name: '_lookup' })).not.toBeChecked();
    expect(window.location.pathname + window.location.search).toBe(place('_lookup', '?view=settings'));
  });

  it.each([networkGone(), apiError({ kind: 'refused', status: 500 })])('a failure, with "Try again"', async (error) => {
    const { user } = openApp(place('roasters'), {
      given: (server) => void server.projects.one.mockRejectedValueOnce(error).mockResolvedValue(coffee),
    });
    expect(await screen.findByRole('heading', { name: 'This project did not load' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: coffee.title })).toBeVisible();
  });
});
