import { act, screen, waitFor } from '@testing-library/react';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { mara, projectOf, refused } from '../../fixtures/appState';
import { appTests, deferred, openApp, type TestServer } from '../../fixtures/openApp';

appTests();

const signedOut = (server: TestServer) => void server.session.read.mockResolvedValue(null);
const signingIn = (server: TestServer) => void server.session.read.mockResolvedValueOnce(null).mockResolvedValue(mara);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const shown = (title: string) => screen.findByRole('heading', { level: 1, name: title });

describe('/login and /signup are one screen', () => {
  it('has the fields email and password to log in, named for password managers', async () => {
    openApp('/login', { given: signedOut });
    await shown('Log in to Tabpoint');
    expect(window.location.pathname).toBe('/login');
    expect(field('Email')).toHaveAttribute('autocomplete', 'username');
    expect(field('Password')).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.queryByLabelText('Name')).toBeNull();
    expect(screen.getByText('Forgot your password? Ask your administrator to reset it.')).toBeVisible();
    expect(document.title).toBe('Log in · Tabpoint');
  });

  it('also has a name field to sign up', async () => {
    openApp('/signup', { given: signedOut });
    await shown('Create your account');
    expect(field('Name')).toHaveAttribute('autocomplete', 'name');
    expect(field('Password')).toHaveAttribute('autocomplete', 'new-password');
    expect(screen.getByText('At least 10 characters. A sentence works well.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Create account' })).toBeVisible();
  });

  it('says that the session has ended, unless the person chose to log out', async () => {
    const ENDED = 'Your session has ended. Log in to go on where you were.';
    const { store, user } = openApp('/', { given: (server) => void server.session.read.mockResolvedValueOnce(mara) });
    await shown('Projects');
    act(() => void store.dispatch(sessionEnded({ byChoice: false })));
    await shown('Log in to Tabpoint');
    expect(screen.getByRole('alert')).toHaveTextContent(ENDED);
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Enter your email.')).toBeVisible();
    expect(screen.queryByText(ENDED)).toBeNull();
  });

  it('shows no such message to a first-time visitor', async () => {
    openApp('/', { given: signedOut });
    await shown('Log in to Tabpoint');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the typed text and the return path when the mode changes', async () => {
    const { user } = openApp('/login?from=%2Fusage', { given: signedOut });
    await shown('Log in to Tabpoint');
    await user.type(field('Email'), 'mara@haldencoffee.example');
    await user.type(field('Password'), 'a long sentence');
    await user.click(screen.getByRole('link', { name: 'Create an account' }));
    await shown('Create your account');
    expect(field('Email')).toHaveValue('mara@haldencoffee.example');
    expect(field('Password')).toHaveValue('a long sentence');
    expect(window.location.pathname + window.location.search).toBe('/signup?from=%2Fusage');
  });

  it('shows and hides the password', async () => {
    const { user } = openApp('/login', { given: signedOut });
    await shown('Log in to Tabpoint');
    await user.type(field('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field('Password')).toHaveAttribute('type', 'password');
  });
});

describe('an invalid form shows a banner and focuses the invalid field', () => {
  it.each([
    ['/login', [], 'Enter your email.', 'Email'],
    [
      '/signup',
      [
        ['Name', 'Mara'],
        ['Email', 'mara@x.example'],
        ['Password', 'short'],
      ],
      'Use at least 10 characters.',
      'Password',
    ],
  ] as const)('%s with %j: %s', async (place, typed, sentence, wrong) => {
    const { user, server } = openApp(place, { given: signedOut });
    await screen.findByRole('heading', { level: 1 });
    for (const [label, text] of typed) await user.type(field(label), text);
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: /^(Log in|Create account)$/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(field(wrong)).toHaveFocus();
    expect(field(wrong)).toBeInvalid();
    expect(server.session.signIn).not.toHaveBeenCalled();
    expect(server.session.signUp).not.toHaveBeenCalled();
  });

  it('marks every invalid field from the first submission on, also one that is cleared later', async () => {
    const { user } = openApp('/signup', { given: signedOut });
    await shown('Create your account');
    const marked = () =>
      ['Name', 'Email', 'Password'].filter((label) => screen.queryByLabelText(label)?.matches('[aria-invalid=true]'));
    await user.type(field('Name'), 'Jo');
    await user.type(field('Email'), 'jo@');
    expect(marked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something is missing after the @ of “jo@”');
    expect(marked()).toEqual(['Email', 'Password']);
    await user.type(field('Email'), 'x.example');
    expect(marked()).toEqual(['Password']);
    await user.clear(field('Name'));
    expect(marked()).toEqual(['Name', 'Password']);
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    expect(marked()).toEqual([]);
  });

  it.each([
    [
      '/login',
      refused(401, { code: 'INVALID_EMAIL_OR_PASSWORD' }),
      'That email and password do not match. Try again.',
      'Password',
    ],
    [
      '/signup',
      refused(422, { code: 'USER_ALREADY_EXISTS' }),
      'An account with this email exists. Log in instead.',
      'Email',
    ],
  ])('%s, if the server refuses, and can be sent again', async (place, error, sentence, wrong) => {
    const { user, server } = openApp(place, { given: signedOut });
    const call = place === '/login' ? server.session.signIn : server.session.signUp;
    call.mockRejectedValue(error);
    await screen.findByRole('heading', { level: 1 });
    if (place === '/signup') await user.type(field('Name'), 'Mara');
    await user.type(field('Email'), 'mara@x.example');
    await user.type(field('Password'), 'a long sentence{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(field(wrong)).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(call).toHaveBeenCalledTimes(2));
  });
});

describe('signing in', () => {
  it('shows the button loading, ignores a second press, and goes to the requested page', async () => {
    const answer = deferred<boolean>();
    const { user, server } = openApp('/login?from=%2Fusage', {
      given: (server) => {
        signingIn(server);
        server.session.signIn.mockReturnValue(answer.promise);
      },
    });
    await shown('Log in to Tabpoint');
    await user.type(field('Email'), 'mara@haldencoffee.example');
    await user.type(field('Password'), 'correct horse{Enter}');
    const button = screen.getByRole('button', { name: 'Log in' });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
    expect(server.session.signIn).toHaveBeenCalledTimes(1);
    answer.resolve(false);
    expect(await shown('Usage')).toBeVisible();
    expect(window.location.pathname).toBe('/usage');
  });

  it('signs up with the typed values', async () => {
    const { user, server } = openApp('/signup', { given: signingIn });
    await shown('Create your account');
    await user.type(field('Name'), 'Mara');
    await user.type(field('Email'), 'mara@haldencoffee.example');
    await user.type(field('Password'), 'a long sentence{Enter}');
    expect(await shown('Projects')).toBeVisible();
    expect(server.session.signUp.mock.calls[0]?.[0]).toEqual({
      name: 'Mara',
      email: 'mara@haldencoffee.example',
      password: 'a long sentence',
    });
  });

  it.each(['/login', '/signup'])('redirects a signed-in person from %s to the projects', async (place) => {
    openApp(place, { projects: [projectOf()] });
    await shown('Projects');
    await waitFor(() => expect(window.location.pathname).toBe('/'));
  });
});
