import { act, screen, waitFor } from '@testing-library/react';
import { sessionRefreshSignalled } from '../../../src/app/session/sessionSlice';
import { mara, networkGone, projectOf } from '../../fixtures/appState';
import { appTests, deferred, openApp } from '../../fixtures/openApp';

appTests();

const guarded = ['/', '/projects/new', '/projects/p1/beans', '/templates', '/usage', '/upgrade', '/learn', '/account'];

describe('the guard', () => {
  it("shows 'Loading...' and nothing else while the session loads", async () => {
    const session = deferred<typeof mara>();
    openApp('/usage', { given: (server) => void server.session.read.mockReturnValue(session.promise) });
    expect(document.body).toHaveTextContent(/^Loading\.\.\.$/);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    session.resolve(mara);
    expect(await screen.findByRole('heading', { name: 'Usage' })).toBeVisible();
    expect(screen.queryByText('Loading...')).toBeNull();
  });

  it.each(guarded)('replaces %s by /login if nobody is signed in', async (place) => {
    const before = window.history.length;
    openApp(place, { given: (server) => void server.session.read.mockResolvedValue(null) });
    await screen.findByRole('heading', { name: 'Log in to Tabpoint' });
    expect(window.location.pathname).toBe('/login');
    expect(window.history.length).toBe(before);
  });

  it('stores the requested path in the URL of /login', async () => {
    openApp('/projects/p1/beans?view=access', { given: (server) => void server.session.read.mockResolvedValue(null) });
    await screen.findByRole('heading', { name: 'Log in to Tabpoint' });
    expect(new URLSearchParams(window.location.search).get('from')).toBe('/projects/p1/beans?view=access');
  });

  it('shows the page of the next person with their own data, without a sign-in page between', async () => {
    const { server, store } = openApp('/', { projects: [projectOf({ title: 'Tea of Mara' })] });
    expect(await screen.findByText('Tea of Mara')).toBeVisible();
    server.session.read.mockResolvedValue({ ...mara, id: 'u2', name: 'Ben' });
    server.projects.list.mockResolvedValue([projectOf({ title: 'Coffee of Ben' })]);
    act(() => void store.dispatch(sessionRefreshSignalled()));
    expect(await screen.findByText('Coffee of Ben')).toBeVisible();
    expect(screen.queryByText('Tea of Mara')).toBeNull();
  });

  it('shows the error if the session cannot be loaded, and retries', async () => {
    const { user } = openApp('/usage', {
      given: (server) => void server.session.read.mockRejectedValueOnce(networkGone()).mockResolvedValue(mara),
    });
    expect(await screen.findByRole('heading', { name: 'Tabpoint could not be reached' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Usage' })).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/usage'));
  });
});
