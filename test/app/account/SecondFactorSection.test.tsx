import { screen, waitFor, within } from '@testing-library/react';
import type { Account } from '../../../src/contract/account';
import { apiError, mara, networkGone, refused } from '../../fixtures/appState';
import { appTests, noSecondFactor, openApp, type TestServer } from '../../fixtures/openApp';

appTests();

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const setUp = {
  uri: `otpauth://totp/Tabpoint:mara?secret=${SECRET}&issuer=Tabpoint&digits=6&period=30`,
  codes: ['aaaaaa-bbbbbb-cccccc-dddddd', 'eeeeee-ffffff-gggggg-hhhhhh'],
};
const accountWith = (secondFactor: Account['secondFactor']): Account => ({
  projects: 0,
  keys: 0,
  hasPassword: true,
  secondFactor,
});
const on = (parts: Partial<Account['secondFactor']> = {}) =>
  accountWith({ on: true, required: false, recoveryCodes: 10, ...parts });

async function open(account: Account, given?: (server: TestServer) => void) {
  const opened = openApp('/account', {
    given: (server) => {
      server.account.read.mockResolvedValue(account);
      server.account.setSecondFactorUp.mockResolvedValue(setUp);
      given?.(server);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  return opened;
}

const press = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('turning two-step sign-in on', () => {
  it('requires the password, shows the secret, takes the app’s first code, and shows the recovery codes once', async () => {
    const { user, server } = await open(accountWith(noSecondFactor));
    await press(user, 'Turn on');
    const passwordDialog = await dialog('Turn on two-step sign-in?');
    await user.type(passwordDialog.getByLabelText('Your password'), 'my own words{Enter}');

    const shown = await dialog('Set up your app');
    expect(await shown.findByRole('img', { name: /^QR code/ })).toBeVisible();
    expect(shown.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
    const code = shown.getByLabelText('Six-digit code');
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    server.account.read.mockResolvedValue(on());
    await user.type(code, '123 456{Enter}');
    expect(server.account.confirmSecondFactor).toHaveBeenCalledWith('123456', expect.anything());

    const codesDialog = await dialog('Keep your recovery codes');
    const lines = within(codesDialog.getByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual(setUp.codes);
    const done = codesDialog.getByRole('button', { name: 'Done' });
    expect(done).toBeDisabled();
    await user.keyboard('{Escape}');
    expect(done).toBeInTheDocument();
    await user.click(codesDialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(done).toBeEnabled());
    expect(await navigator.clipboard.readText()).toBe(setUp.codes.join('\n'));
    await user.click(done);
    expect(await screen.findByText('On. 10 recovery codes left.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.account.setSecondFactorUp).toHaveBeenCalledWith('my own words', expect.anything());
    expect(server.account.sessions).toHaveBeenCalledTimes(2);
  });

  it('shows that it is on if it was left after the answer was lost', async () => {
    const { user, server } = await open(accountWith(noSecondFactor), ({ account }) => {
      account.confirmSecondFactor.mockRejectedValue(networkGone());
    });
    await press(user, 'Turn on');
    await user.type((await dialog('Turn on two-step sign-in?')).getByLabelText('Your password'), 'my own words{Enter}');
    const shown = await dialog('Set up your app');
    server.account.read.mockResolvedValue(on());
    await user.type(shown.getByLabelText('Six-digit code'), '123456{Enter}');
    await user.click(await shown.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('On. 10 recovery codes left.')).toBeVisible();
  });

  it('offers the recovery codes as a file', async () => {
    const { user } = await open(
      on(),
      (server) => void server.account.renewRecoveryCodes.mockResolvedValue(setUp.codes),
    );
    await press(user, 'New recovery codes');
    const passwordDialog = await dialog('Make new recovery codes?');
    await user.type(passwordDialog.getByLabelText('Your password'), 'my own words{Enter}');
    const codesDialog = await dialog('Keep your recovery codes');
    const file = codesDialog.getByRole('link', { name: 'Download' });
    expect(file).toHaveAttribute('download', 'tabpoint-recovery-codes.txt');
    const text = decodeURIComponent(file.getAttribute('href') ?? '');
    for (const code of setUp.codes) expect(text).toContain(`\r\n${code}\r\n`);
    file.addEventListener('click', (event) => event.preventDefault());
    await user.click(file);
    await user.click(codesDialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('shows what is wrong with the password or the code at its field', async () => {
    const { user } = await open(accountWith(noSecondFactor), (server) => {
      server.account.setSecondFactorUp.mockRejectedValueOnce(refused(400, { code: 'INVALID_PASSWORD' }));
      server.account.confirmSecondFactor.mockRejectedValueOnce(refused(401, { code: 'INVALID_CODE' }));
    });
    await press(user, 'Turn on');
    const passwordDialog = await dialog('Turn on two-step sign-in?');
    const password = passwordDialog.getByLabelText('Your password');
    await user.type(password, '{Enter}');
    expect(password).toHaveAccessibleDescription('Enter your password.');
    await user.type(password, 'not it{Enter}');
    await waitFor(() => expect(password).toHaveAccessibleDescription('Your password is not right.'));
    expect(password).toHaveFocus();
    await user.keyboard('{Enter}');
    const shown = await dialog('Set up your app');
    const code = shown.getByLabelText('Six-digit code');
    await user.type(code, '12{Enter}');
    expect(code).toHaveAccessibleDescription('Enter the six digits that your app shows.');
    await user.type(code, '3456{Enter}');
    await waitFor(() => expect(code).toHaveAccessibleDescription(/^That code is not right\./));
    expect(code).toHaveFocus();
  });

  it.each([
    ['too many tries', apiError({ kind: 'refused', status: 429 }), 'Too many tries. Wait a moment.'],
    [
      'the end of the session',
      refused(401, { code: 'UNAUTHORIZED', message: 'Unauthorized' }),
      'You were signed out meanwhile. Reload the page and log in again.',
    ],
    ['no response', networkGone(), 'The server could not be reached. Try again in a moment.'],
  ])('shows an error for %s', async (_what, error, sentence) => {
    const { user } = await open(
      accountWith(noSecondFactor),
      (server) => void server.account.setSecondFactorUp.mockRejectedValue(error),
    );
    await press(user, 'Turn on');
    const passwordDialog = await dialog('Turn on two-step sign-in?');
    await user.type(passwordDialog.getByLabelText('Your password'), 'my own words{Enter}');
    expect(await passwordDialog.findByText(sentence)).toBeVisible();
  });

  it('is cancelled without a change', async () => {
    const { user, server } = await open(accountWith(noSecondFactor));
    await press(user, 'Turn on');
    await user.type((await dialog('Turn on two-step sign-in?')).getByLabelText('Your password'), 'my own words{Enter}');
    await user.click((await dialog('Set up your app')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Off')).toBeVisible();
    expect(server.account.confirmSecondFactor).not.toHaveBeenCalled();
  });
});

describe('two-step sign-in that is on', () => {
  it('is turned off with the password', async () => {
    const { user, server } = await open(on({ recoveryCodes: 1 }));
    expect(await screen.findByText('On. 1 recovery code left.')).toBeVisible();
    await press(user, 'Turn off');
    const passwordDialog = await dialog('Turn off two-step sign-in?');
    server.account.read.mockResolvedValue(accountWith(noSecondFactor));
    await user.type(passwordDialog.getByLabelText('Your password'), 'my own words{Enter}');
    expect(await screen.findByText('Two-step sign-in is off')).toBeVisible();
    expect(await screen.findByText('Off')).toBeVisible();
    expect(server.account.turnSecondFactorOff).toHaveBeenCalledWith('my own words', expect.anything());
  });

  it('cannot be turned off if the server requires it', async () => {
    await open(on({ required: true }));
    expect(await screen.findByRole('button', { name: 'New recovery codes' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
    expect(screen.getByText(/This server asks everybody for it\./)).toBeVisible();
  });
});

it('can be reloaded after a failure', async () => {
  const { user } = await open(
    on(),
    (server) => void server.account.read.mockReset().mockRejectedValueOnce(networkGone()).mockResolvedValue(on()),
  );
  await press(user, 'Try again');
  expect(await screen.findByText('On. 10 recovery codes left.')).toBeVisible();
});

describe('a server that requires two-step sign-in', () => {
  it('shows nothing else until it is set up, then the requested page', async () => {
    const { user, server, store } = openApp('/account', {
      given: (given) => {
        given.session.read.mockResolvedValue({ ...mara, secondFactorMissing: true });
        given.account.setSecondFactorUp.mockResolvedValue(setUp);
      },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible();
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
    await user.type(await screen.findByLabelText('Your password'), 'my own words{Enter}');
    expect(await screen.findByRole('heading', { level: 2, name: 'Set up your app' })).toBeVisible();
    await user.type(screen.getByLabelText('Six-digit code'), '123456{Enter}');
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeVisible();
    expect(server.session.read).toHaveBeenCalledTimes(1);
    server.session.read.mockResolvedValue(mara);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Done' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
    expect(store.getState().secondFactor).toEqual({ phase: 'resting' });
  });

  it('lets the person log out instead', async () => {
    const { user } = openApp('/usage', {
      given: (given) => void given.session.read.mockResolvedValueOnce({ ...mara, secondFactorMissing: true }),
    });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Log in to Tabpoint' })).toBeVisible();
  });
});
