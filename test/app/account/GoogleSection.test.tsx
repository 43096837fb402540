import { screen, waitFor } from '@testing-library/react';
import { networkGone } from '../../fixtures/appState';
import { about, appTests, closeApp, openApp, type TestServer } from '../../fixtures/openApp';

appTests();

const mara = { email: 'mara@gmail.example', connectedAt: '2026-03-01T10:00:00.000Z', withdrawn: false, writes: false };

async function open(given: (server: TestServer) => void, place = '/account') {
  const opened = openApp(place, {
    given: (server) => {
      server.about.read.mockResolvedValue({ ...about, googleConfigured: true });
      given(server);
    },
  });
  await screen.findByRole('heading', { level: 2, name: 'Google' });
  return opened;
}

it('links to Google if no account is connected', async () => {
  await open(() => undefined);
  const link = await screen.findByRole('link', { name: 'Connect your Google account' });
  expect(link.getAttribute('href')).toMatch(/\/api\/google\/connect\?to=%2Faccount$/);
});

it('shows the account and disconnects it', async () => {
  const { user, server } = await open((given) => given.google.read.mockResolvedValue(mara));
  expect(await screen.findByText('mara@gmail.example')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Disconnect' }));
  await screen.findByText('Google disconnected');
  expect(server.google.disconnect).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('link', { name: 'Connect your Google account' })).toBeTruthy();
});

it('asks for write access to the sheets only on request', async () => {
  const { server } = await open((given) => given.google.read.mockResolvedValue(mara));
  const link = await screen.findByRole('link', { name: 'Let calls write to your sheets' });
  expect(link.getAttribute('href')).toMatch(/\/api\/google\/connect\?to=%2Faccount&write=1$/);
  closeApp();
  expect(server.google.read).toHaveBeenCalledTimes(1);
  await open((given) => given.google.read.mockResolvedValue({ ...mara, writes: true }));
  await screen.findByText(/calls with a key can write to those it may edit/);
  expect(screen.queryByRole('link', { name: 'Let calls write to your sheets' })).toBeNull();
});

it('shows that Google could not be notified', async () => {
  const { user } = await open((given) => {
    given.google.read.mockResolvedValue(mara);
    given.google.disconnect.mockResolvedValue(false);
  });
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await screen.findByText(/Remove Tabpoint in your Google account as well/);
});

it('keeps the account if disconnecting fails', async () => {
  const { user } = await open((given) => {
    given.google.read.mockResolvedValue(mara);
    given.google.disconnect.mockRejectedValue(networkGone);
  });
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await screen.findByText('The server could not be reached. Try again in a moment.');
  expect(screen.getByText('mara@gmail.example')).toBeTruthy();
});

it('shows that the consent was withdrawn, and how to give it again', async () => {
  await open((given) => given.google.read.mockResolvedValue({ ...mara, withdrawn: true }));
  await screen.findByText('Google no longer lets Tabpoint read your sheets with it.');
  expect(screen.getByRole('link', { name: 'Connect again' })).toBeTruthy();
});

it('can be reloaded after a failure', async () => {
  const { user } = await open((given) => given.google.read.mockRejectedValueOnce(networkGone));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByRole('link', { name: 'Connect your Google account' });
});

it('shows the outcome of Google’s consent screen once', async () => {
  await open(() => undefined, '/account?google=denied');
  await screen.findByText(/you chose Cancel at Google/);
  await waitFor(() => expect(window.location.search).toBe(''));
});
