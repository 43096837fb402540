import { screen, waitFor, within } from '@testing-library/react';
import type { OpenSession } from '../../../src/app/account/sessionsMachine';
import { apiError, mara, networkGone, refused } from '../../fixtures/appState';
import { never } from '../../fixtures/fakePorts';
import { appTests, deferred, noSecondFactor, openApp, type TestServer } from '../../fixtures/openApp';

appTests();

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const sessionOf = (parts: Partial<OpenSession>): OpenSession => ({
  id: 's1',
  updatedAt: '2025-03-11T10:00:00.000Z',
  address: '192.0.2.14',
  userAgent: firefox,
  current: false,
  ...parts,
});

const here = sessionOf({ id: 'here', current: true });
const phone = sessionOf({ id: 'phone', address: '192.0.2.80', userAgent: safari });
const odd = sessionOf({ id: 'odd', address: '', userAgent: '' });

async function open(given?: (server: TestServer) => void) {
  const opened = openApp('/account', {
    given: (server) => {
      server.account.sessions.mockResolvedValue([here, phone, odd]);
      given?.(server);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  return opened;
}

const list = () => screen.findByRole('list', { name: 'Sessions' });
const lines = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const currentField = () => screen.getByLabelText('Current password');
const newField = () => screen.getByLabelText('New password');

describe('the name', () => {
  it('is saved after a change, and the session is reloaded', async () => {
    const { user, server } = await open();
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    const field = screen.getByRole('textbox', { name: 'Name' });
    expect(field).toHaveValue(mara.name);
    server.session.updateUser.mockImplementation(
      async () => void server.session.read.mockResolvedValue({ ...mara, name: 'Mara Lindqvist' }),
    );
    await user.type(field, ' Lindqvist');
    await user.click(save);
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(server.session.updateUser).toHaveBeenCalledWith({ name: 'Mara Lindqvist' }, expect.anything());
    await waitFor(() => expect(save).toBeDisabled());
    expect(server.session.read).toHaveBeenCalledTimes(2);
  });

  it('must not be empty; the error is at the field', async () => {
    const { user, server } = await open();
    const field = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, '{Enter}');
    expect(field).toHaveAccessibleDescription('Enter your name.');
    expect(field).toHaveFocus();
    expect(server.session.updateUser).not.toHaveBeenCalled();
    await user.type(field, 'M');
    expect(field).toBeValid();
  });
});

it('shows the email as read-only', async () => {
  await open();
  expect(within(screen.getByRole('main')).getByText(mara.email)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: /email/i })).toBeNull();
});

describe('the password', () => {
  const change = async (user: Awaited<ReturnType<typeof open>>['user'], current: string, next: string) => {
    if (current) await user.type(currentField(), current);
    if (next) await user.type(newField(), next);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
  };

  it('is changed: the fields are cleared, a toast confirms it, and the sessions are reloaded', async () => {
    const { user, server } = await open();
    await list();
    server.account.sessions.mockResolvedValue([here]);
    await change(user, 'the old sentence', 'the new sentence');
    expect(await screen.findByText('Password changed')).toBeVisible();
    expect(server.account.changePassword).toHaveBeenCalledWith(
      { currentPassword: 'the old sentence', newPassword: 'the new sentence' },
      expect.anything(),
    );
    await waitFor(() => expect(newField()).toHaveValue(''));
    expect(currentField()).toHaveValue('');
    await waitFor(async () => expect(await lines()).toHaveLength(1));
  });

  it('can be changed again while the sessions are reloaded', async () => {
    const { user, server } = await open();
    await list();
    server.account.sessions.mockReturnValue(new Promise(() => undefined));
    await change(user, 'the old sentence', 'the new sentence');
    await screen.findByText('Password changed');
    await change(user, 'the new sentence', 'a newer sentence');
    await waitFor(() => expect(server.account.changePassword).toHaveBeenCalledTimes(2));
  });

  it.each([
    ['', '', 'Current password', 'Enter your current password.'],
    ['the old sentence', 'short', 'New password', 'Use at least 10 characters'],
  ])('%j and %j are rejected before they are sent', async (current, next, field, sentence) => {
    const { user, server } = await open();
    await change(user, current, next);
    expect(screen.getByLabelText(field)).toHaveAccessibleDescription(sentence);
    expect(screen.getByLabelText(field)).toHaveFocus();
    expect(server.account.changePassword).not.toHaveBeenCalled();
  });

  it('shows a wrong password at its field and keeps the typed text', async () => {
    const { user } = await open(
      (server) => void server.account.changePassword.mockRejectedValue(refused(400, { code: 'INVALID_PASSWORD' })),
    );
    await change(user, 'not the old one', 'the new sentence');
    await waitFor(() => expect(currentField()).toHaveAccessibleDescription('Your current password is not right.'));
    expect(currentField()).toHaveFocus();
    expect(newField()).toHaveValue('the new sentence');
  });

  it('shows errors for too many tries and for an unreachable server', async () => {
    const { user, server } = await open((given) =>
      given.account.changePassword
        .mockRejectedValueOnce(apiError({ kind: 'refused', status: 429, retryAfterSeconds: 7 }))
        .mockRejectedValueOnce(networkGone()),
    );
    await change(user, 'the old sentence', 'the new sentence');
    expect(await screen.findByText('Too many tries. Wait 7 seconds.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('The server could not be reached. Try again in a moment.')).toBeVisible();
    expect(server.account.changePassword).toHaveBeenCalledTimes(2);
  });

  it('is sent once, however often the button is pressed', async () => {
    const answer = deferred<undefined>();
    const { user, server } = await open((given) => void given.account.changePassword.mockReturnValue(answer.promise));
    await change(user, 'the old sentence', 'the new sentence');
    const button = screen.getByRole('button', { name: 'Change password' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.type(newField(), '{Enter}');
    expect(server.account.changePassword).toHaveBeenCalledTimes(1);
  });
});

describe('the sessions', () => {
  it('are listed with device, address and time; the current one cannot be ended', async () => {
    await open();
    const [first, second, third] = await lines();
    expect(first).toBe('Firefox on Linux192.0.2.14, this browserCurrent');
    expect(second).toBe('Safari on iPhone192.0.2.80, 11 Mar 2025End session');
    expect(third).toBe('Unknown browser11 Mar 2025End session');
  });

  it('are ended one at a time: the other buttons wait', async () => {
    const { user } = await open((server) => void server.account.endSession.mockImplementation(never));
    await list();
    const button = (name: string) => screen.getByRole('button', { name });
    await user.click(button('End session, Safari on iPhone'));
    expect(button('End session, Unknown browser')).toBeDisabled();
    expect(button('End all other sessions')).toBeDisabled();
    expect(button('End every session')).toBeDisabled();
    expect(button('End session, Safari on iPhone')).toHaveAttribute('aria-busy', 'true');
  });

  it('one is ended, then the list is reloaded', async () => {
    const { user, server } = await open();
    await list();
    server.account.sessions.mockResolvedValue([here, odd]);
    await user.click(screen.getByRole('button', { name: 'End session, Safari on iPhone' }));
    expect(await screen.findByText('Session ended')).toBeVisible();
    expect(server.account.endSession).toHaveBeenCalledWith('phone', '', expect.anything());
    expect(await lines()).toHaveLength(2);
    // The pressed button has disappeared.
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('all others are ended at once; the only one has no such button', async () => {
    const { user, server } = await open();
    await list();
    server.account.sessions.mockResolvedValue([here]);
    await user.click(screen.getByRole('button', { name: 'End all other sessions' }));
    expect(await screen.findByText('All other sessions ended')).toBeVisible();
    expect(server.account.endOtherSessions).toHaveBeenCalledTimes(1);
    expect(await lines()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
  });

  it('all are ended, including this one: the person is signed out, and the session is reloaded', async () => {
    const { user, server } = await open();
    await list();
    const reads = server.session.read.mock.calls.length;
    server.session.read.mockResolvedValue(null);
    await user.click(screen.getByRole('button', { name: 'End every session' }));
    expect(await screen.findByRole('heading', { name: 'Log in to Tabpoint' })).toBeVisible();
    expect(server.account.endEverySession).toHaveBeenCalledWith('', expect.anything());
    expect(window.location.pathname + window.location.search).toBe('/login');
    await waitFor(() => expect(server.session.read.mock.calls.length).toBe(reads + 1));
  });

  it('one that cannot be ended stays, and a toast shows why', async () => {
    const { user } = await open((server) => void server.account.endSession.mockRejectedValue(networkGone()));
    await list();
    await user.click(screen.getByRole('button', { name: 'End session, Safari on iPhone' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The server could not be reached.');
    expect(await lines()).toHaveLength(3);
    expect(screen.getByRole('button', { name: 'End session, Safari on iPhone' })).not.toHaveAttribute('aria-busy');
  });

  it('require the password if the log-in was a while ago, and show what is wrong with it', async () => {
    const wanted = (code: string) => refused(400, { code });
    const { user, server } = await open((given) =>
      given.account.endOtherSessions
        .mockRejectedValueOnce(wanted('PASSWORD_REQUIRED'))
        .mockRejectedValueOnce(wanted('INVALID_PASSWORD')),
    );
    await list();
    await user.click(screen.getByRole('button', { name: 'End all other sessions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End all other sessions?' }));
    const field = dialog.getByLabelText('Your password');
    await user.type(field, '{Enter}');
    expect(field).toHaveAccessibleDescription('Enter your password.');
    expect(field).toHaveFocus();
    await user.type(field, 'not it{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription('Your password is not right.'));
    expect(field).toHaveFocus();
    server.account.sessions.mockResolvedValue([here]);
    await user.clear(field);
    await user.type(field, 'my own words{Enter}');
    expect(await screen.findByText('All other sessions ended')).toBeVisible();
    const passwords = server.account.endOtherSessions.mock.calls.map(([password]) => password);
    expect(passwords).toEqual(['', 'not it', 'my own words']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await lines()).toHaveLength(1);
  });

  it('stay if the password dialog is cancelled, and can be ended later', async () => {
    const { user, server } = await open(
      (given) => void given.account.endSession.mockRejectedValue(refused(400, { code: 'PASSWORD_REQUIRED' })),
    );
    await list();
    const press = () => user.click(screen.getByRole('button', { name: 'End session, Safari on iPhone' }));
    await press();
    const dialog = within(await screen.findByRole('dialog', { name: 'End this session?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await lines()).toHaveLength(3);
    await press();
    await screen.findByRole('dialog');
    expect(server.account.endSession).toHaveBeenCalledTimes(2);
  });

  it('that did not load can be loaded again', async () => {
    const { user } = await open((server) =>
      server.account.sessions.mockReset().mockRejectedValueOnce(networkGone()).mockResolvedValue([here]),
    );
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await lines()).toHaveLength(1);
  });
});

describe('single keys', () => {
  it('are switched off here, and are then letters', async () => {
    const { user } = await open();
    const keys = screen.getByRole('switch', { name: 'Single-key shortcuts' });
    expect(keys).toBeChecked();
    await user.click(keys);
    expect(keys).not.toBeChecked();
    await user.keyboard('c');
    expect(window.location.pathname).toBe('/account');
    await user.click(keys);
    await user.keyboard('c');
    await waitFor(() => expect(window.location.pathname).toBe('/projects/new'));
  });
});

describe('deleting the account', () => {
  const remove = () => screen.getByRole('button', { name: 'Delete account' });

  it('shows what is deleted', async () => {
    await open(
      (server) =>
        void server.account.read.mockResolvedValue({
          projects: 6,
          keys: 1,
          hasPassword: true,
          secondFactor: noSecondFactor,
        }),
    );
    expect(
      await screen.findByText(
        'Removes 6 projects, 1 key, your Tabpoint drive and logs. Sheets at Google are not touched.',
      ),
    ).toBeVisible();
  });

  it('requires the password', async () => {
    const { user, server } = await open();
    await user.click(remove());
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.');
    expect(server.account.remove).not.toHaveBeenCalled();
  });

  it('with a wrong password deletes nothing', async () => {
    const { user } = await open(
      (server) => void server.account.remove.mockRejectedValue(refused(400, { code: 'INVALID_PASSWORD' })),
    );
    await user.type(screen.getByLabelText('Password'), 'not it{Enter}');
    await waitFor(() =>
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Your password is not right.'),
    );
  });

  it('ends the session and goes to /login without a return path', async () => {
    const { user, server, store } = await open();
    await user.type(screen.getByLabelText('Password'), 'a long sentence');
    await user.click(remove());
    await screen.findByRole('heading', { name: 'Log in to Tabpoint' });
    expect(window.location.pathname + window.location.search).toBe('/login');
    expect(server.account.remove).toHaveBeenCalledWith('a long sentence', expect.anything());
    expect(store.getState().account?.summary).toBeNull();
  });

  it('without a password requires a new sign-in if the server does', async () => {
    const { user, server } = await open((given) => {
      given.account.read.mockResolvedValue({ projects: 0, keys: 0, hasPassword: false, secondFactor: noSecondFactor });
      given.account.remove.mockRejectedValue(refused(400, { code: 'SESSION_EXPIRED' }));
    });
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
    await user.click(remove());
    expect(await screen.findByRole('alert')).toHaveTextContent('Log out and in again first.');
    expect(server.account.remove).toHaveBeenCalledWith('', expect.anything());
  });
});

it('is cleared when the session ends', async () => {
  const { store, user } = await open();
  await list();
  expect(store.getState().account?.sessions.phase).toBe('ready');
  await user.click(screen.getByRole('button', { name: mara.email }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await screen.findByRole('heading', { name: 'Log in to Tabpoint' });
  expect(store.getState().account?.sessions.phase).toBe('loading');
});
