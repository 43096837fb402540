import { screen, waitFor } from '@testing-library/react';
import { mara, refused } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';

appTests();

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

/** Opens the login page after the correct password of a person with a second factor. */
async function open(given?: (server: TestServer) => void) {
  const opened = openApp('/login?from=%2Fusage', {
    given: (server) => {
      server.session.read.mockResolvedValueOnce(null).mockResolvedValue(mara);
      server.session.signIn.mockResolvedValue(true);
      given?.(server);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Log in to Tabpoint' });
  await opened.user.type(field('Email'), mara.email);
  await opened.user.type(field('Password'), 'a long sentence{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Enter your code' });
  return opened;
}

it('asks for the app’s code in a focused field, then goes to the requested page', async () => {
  const { user, server } = await open();
  const code = field('Six-digit code');
  expect(code).toHaveFocus();
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  expect(code).toHaveAttribute('inputmode', 'numeric');
  expect(server.session.read).toHaveBeenCalledTimes(1);
  await user.click(code);
  await user.paste(' 123 456 ');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  expect(server.session.giveCode).toHaveBeenCalledWith('123456', 'app', expect.anything());
  expect(window.location.pathname).toBe('/usage');
});

it('the code is sent once, with its button loading', async () => {
  const answer = deferred<undefined>();
  const { user, server } = await open((given) => void given.session.giveCode.mockReturnValue(answer.promise));
  await user.type(field('Six-digit code'), '123456{Enter}{Enter}');
  expect(screen.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'true');
  await waitFor(() => expect(server.session.giveCode).toHaveBeenCalledTimes(1));
});

it('a malformed code is rejected before it is sent', async () => {
  const { user, server } = await open();
  await user.type(field('Six-digit code'), '12345');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter the six digits that your app shows.');
  expect(field('Six-digit code')).toHaveFocus();
  expect(field('Six-digit code')).toBeInvalid();
  expect(server.session.giveCode).not.toHaveBeenCalled();
});

it('shows why a code was refused, and lets the person try again', async () => {
  const wrong = refused(401, { code: 'INVALID_CODE', message: 'Invalid code' });
  const { user, server } = await open((given) => void given.session.giveCode.mockRejectedValueOnce(wrong));
  await user.type(field('Six-digit code'), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(/^That code is not right\./);
  expect(field('Six-digit code')).toHaveFocus();
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Usage' });
  expect(server.session.giveCode).toHaveBeenCalledTimes(2);
});

it('switches to a recovery code and back to the app', async () => {
  const { user, server } = await open(
    (given) => void given.session.giveCode.mockRejectedValueOnce(refused(401, { code: 'INVALID_BACKUP_CODE' })),
  );
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Enter a recovery code' })).toBeVisible();
  expect(field('Recovery code')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter one of your recovery codes.');
  await user.click(screen.getByRole('button', { name: 'Use the app instead' }));
  expect(field('Six-digit code')).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }));
  await user.type(field('Recovery code'), 'k3v9tq-2mxa7r-fw5dzp-nhc4ye{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('That recovery code is not right, or was used before.');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Usage' });
  const [code, kind] = server.session.giveCode.mock.calls[1] ?? [];
  expect([code, kind]).toEqual(['k3v9tq-2mxa7r-fw5dzp-nhc4ye', 'recovery']);
});

it('asks for the password again once the time for the code is over', async () => {
  const over = refused(401, { code: 'INVALID_TWO_FACTOR_COOKIE' });
  const { user } = await open((server) => void server.session.giveCode.mockRejectedValue(over));
  await user.type(field('Six-digit code'), '123456{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in to Tabpoint' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The time for the code is over. Log in again.');
  expect(field('Email')).toHaveFocus();
});

it('says that the session could not be read after a right code', async () => {
  const { user } = await open((server) => server.session.read.mockReset().mockResolvedValue(null));
  await user.type(field('Six-digit code'), '123456{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('You are signed in, but your session could not be read.');
  expect(field('Email')).toHaveFocus();
});

it('goes back to the password on request', async () => {
  const { user, store } = await open();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Log in to Tabpoint' })).toBeVisible();
  expect(field('Email')).toHaveFocus();
  expect(field('Password')).toHaveValue('');
  expect(store.getState().authForm).toEqual({ phase: 'idle' });
});
