import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { featureStopped } from '../../../src/app/sagas/featuresSlice';
import { projectOf } from '../../fixtures/appState';
import { about, appTests, openApp } from '../../fixtures/openApp';

appTests();

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const nav = () => within(screen.getByRole('navigation', { name: 'Main' }));
const words = (links: readonly HTMLElement[]) => links.map((link) => link.textContent);

describe('the header', () => {
  it('has the wordmark, linking to the projects, and the navigation links in order', async () => {
    openApp('/usage');
    await heading('Usage');
    expect(screen.getByRole('link', { name: /^Tabpoint/ })).toHaveAttribute('href', '/');
    expect(words(nav().getAllByRole('link'))).toEqual(['Projects', 'Upgrade', 'Templates', 'Usage', 'Learn']);
    expect(nav().getByRole('link', { name: 'Projects' })).toHaveAttribute('href', '/');
    expect(nav().getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/upgrade');
  });

  it.each([
    ['/', 'Projects', 'Projects'],
    ['/projects/new', 'Create a new project', 'Projects'],
    ['/projects/k3v9tq2mxa7rfw5d/roasters', 'Coffee roasters 2025', 'Projects'],
    ['/upgrade', 'Everything is included', 'Upgrade'],
    ['/templates', 'Templates', 'Templates'],
    ['/usage', 'Usage', 'Usage'],
    ['/learn', 'Learn Tabpoint', 'Learn'],
  ])('at %s the current page is %s → %s', async (place, title, current) => {
    openApp(place, { projects: [projectOf()] });
    await heading(title);
    const marked = nav().getAllByRole('link', { current: 'page' });
    expect(words(marked)).toEqual([current]);
  });

  it('marks no link as current on the account page', async () => {
    openApp('/account');
    await heading('Account');
    expect(nav().queryByRole('link', { current: 'page' })).toBeNull();
  });
});

describe('the footer', () => {
  it('has the copyright line, Pricing, and the Privacy Policy in a new tab', async () => {
    openApp('/upgrade');
    await heading('Everything is included');
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('© 2025 Tabpoint')).toBeInTheDocument();
    expect(footer.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/upgrade');
    const privacy = footer.getByRole('link', { name: 'Privacy Policy' });
    expect(privacy).toHaveAttribute('href', '/site/privacy.html');
    expect(privacy).toHaveAttribute('target', '_blank');
    expect(privacy).toHaveAttribute('rel', 'noopener');
  });

  it('links to the marketing site that the server names', async () => {
    openApp('/upgrade', {
      given: (server) =>
        void server.about.read.mockResolvedValue({ ...about, marketingUrl: 'https://www.tabpoint.example/' }),
    });
    await heading('Everything is included');
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
        'href',
        'https://www.tabpoint.example/privacy.html',
      ),
    );
  });
});

describe('navigation', () => {
  it('sets the document title and focuses the heading, except on the first page', async () => {
    const { user } = openApp('/usage');
    expect(await heading('Usage')).not.toHaveFocus();
    await user.click(nav().getByRole('link', { name: 'Templates' }));
    expect(await heading('Templates')).toHaveFocus();
    expect(document.title).toBe('Templates · Tabpoint');
  });

  it('"Skip to content" is the first tab stop and jumps to the page', async () => {
    const { user } = openApp('/usage');
    await heading('Usage');
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('an unknown URL shows "not found"', async () => {
    openApp('/nowhere');
    expect(await heading('There is no sheet here')).toBeVisible();
    expect(screen.getByText('/nowhere')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to projects' })).toHaveAttribute('href', '/');
  });
});

describe('on a phone', () => {
  const menuButton = () => screen.getByLabelText('Menu', { selector: 'button' });
  const open = async (place: string) => {
    const opened = openApp(place);
    await heading('Usage');
    fireEvent.click(menuButton());
    return { ...opened, sheet: within(screen.getByRole('dialog', { name: 'Menu' })) };
  };

  it('shows the navigation in a dialog that makes the page behind it inert', async () => {
    const { sheet } = await open('/usage');
    expect(words(sheet.getAllByRole('link'))).toEqual([
      'Projects',
      'Upgrade',
      'Templates',
      'Usage',
      'Learn',
      'Account',
    ]);
    expect(sheet.getByRole('link', { current: 'page' })).toHaveTextContent('Usage');
    expect(menuButton()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('© 2025 Tabpoint').closest('[inert]')).not.toBeNull();
  });

  it('closes on navigation', async () => {
    const { user, sheet } = await open('/usage');
    await user.click(sheet.getByRole('link', { name: 'Learn' }));
    await heading('Learn Tabpoint');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('Esc closes it and returns the focus to its button', async () => {
    const { user } = await open('/usage');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(menuButton()).toHaveFocus();
  });

  it('contains Logout', async () => {
    const { user, sheet, server } = await open('/usage');
    await user.click(sheet.getByRole('button', { name: 'Logout' }));
    await heading('Log in to Tabpoint');
    expect(server.session.signOut).toHaveBeenCalledTimes(1);
  });
});

describe('offline', () => {
  it('shows a line under the header until the network is back', async () => {
    openApp('/usage');
    await heading('Usage');
    const online = jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(await screen.findByText('You are offline. Numbers may be old.')).toBeVisible();
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText('You are offline. Numbers may be old.')).toBeNull());
  });
});

it('shows a message when a part of the app has failed too often to be restarted', async () => {
  const { store } = openApp('/usage');
  await heading('Usage');
  const sentence = 'Part of this page stopped working. Your endpoints are not affected. Reload the page.';
  expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  act(() => void store.dispatch(featureStopped('projects')));
  expect(await screen.findByText(sentence)).toBeVisible();
});
