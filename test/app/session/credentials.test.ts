import type { ApiFailure } from '../../../src/app/http/apiError';
import {
  authRefused,
  codeGiven,
  codeRefused,
  signInSubmitted,
  signUpSubmitted,
} from '../../../src/app/session/authFormSlice';
import { authRefusalOf, codeEventFor, signInEventFor, signUpEventFor } from '../../../src/app/session/credentials';
import { networkGone, refused, timedOut } from '../../fixtures/appState';

const good = { name: 'Mara', email: 'mara@haldencoffee.example', password: 'ten chars!' };

describe('logging in', () => {
  it('submits the email without outer white space', () => {
    expect(signInEventFor({ email: ` ${good.email} `, password: ' x ' })).toEqual(
      signInSubmitted({ email: good.email, password: ' x ' }),
    );
  });

  it.each([
    ['', 'Enter your email.'],
    ['  ', 'Enter your email.'],
    ['mara', '“mara” has no @. An email reads like you@example.com.'],
    ['jo@', 'Something is missing after the @ of “jo@”: example.com, for example.'],
    ['@example', 'Something is missing before the @ of “@example”.'],
    ['mara halden@example', 'An email has no spaces in it.'],
    ['a@b@c', '“a@b@c” has more than one @.'],
  ])('says what is wrong with the email "%s"', (email, message) => {
    expect(signInEventFor({ email, password: '' })).toEqual(authRefused({ message, field: 'email' }));
  });

  it('requires a password', () => {
    expect(signInEventFor({ email: good.email, password: '' })).toEqual(
      authRefused({ message: 'Enter your password.', field: 'password' }),
    );
  });
});

describe('signing up', () => {
  it('submits', () => {
    expect(signUpEventFor({ ...good, name: ' Mara ', email: ` ${good.email} ` })).toEqual(signUpSubmitted(good));
  });

  it.each([
    [{ name: ' ' }, 'Enter your name.', 'name'],
    [{ email: '' }, 'Enter your email.', 'email'],
    [{ password: 'nine char' }, 'Use at least 10 characters.', 'password'],
  ] as const)('rejects %j', (wrong, message, field) => {
    expect(signUpEventFor({ ...good, ...wrong })).toEqual(authRefused({ message, field }));
  });
});

describe('an error of the server', () => {
  const mismatch = { message: 'That email and password do not match. Try again.', field: 'password' };
  const exists = { message: 'An account with this email exists. Log in instead.', field: 'email' };
  const short = { message: 'Use at least 10 characters.', field: 'password' };
  const email = {
    message: 'This is not an email that can be used. Check it, it reads like you@example.com.',
    field: 'email',
  };

  it.each([
    [401, { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }, mismatch],
    [422, { code: 'USER_ALREADY_EXISTS', message: 'User already exists.' }, exists],
    [422, { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', message: 'User already exists.' }, exists],
    [400, { code: 'PASSWORD_TOO_SHORT', message: 'Password too short' }, short],
    [
      400,
      { code: 'PASSWORD_TOO_LONG', message: 'Too long' },
      { message: 'Use a shorter password.', field: 'password' },
    ],
    [400, { code: 'VALIDATION_ERROR', message: 'Not [body.email]' }, { message: 'Not [body.email]' }],
    [400, { code: 'INVALID_EMAIL', message: 'Invalid email' }, email],
    [400, { code: 'VALIDATION_ERROR', message: '[body.email] Invalid email address' }, email],
    [
      400,
      { code: 'VALIDATION_ERROR', message: '[body.name] Required' },
      { message: 'Enter your name.', field: 'name' },
    ],
    [400, { code: 'VALIDATION_ERROR', message: '[body.password] Required' }, short],
    [403, { code: 'sign_ups_closed', detail: 'Sign-ups are closed.' }, { message: 'Sign-ups are closed.' }],
    [500, {}, { message: 'The server could not be reached. Try again in a moment.' }],
  ])('of %d %j becomes a message', (status, body, refusal) => {
    expect(authRefusalOf(refused(status, body).failure)).toEqual(refusal);
  });

  it.each([
    [30, 'Too many tries. Wait 30 seconds.'],
    [1, 'Too many tries. Wait 1 second.'],
    [undefined, 'Too many tries. Wait a moment.'],
  ])('shows how long to wait: %p', (retryAfterSeconds, message) => {
    const failure: ApiFailure = {
      kind: 'refused',
      status: 429,
      message: 'x',
      body: { message: 'Too many requests.' },
      retryAfterSeconds,
    };
    expect(authRefusalOf(failure)).toEqual({ message });
  });

  it('says that the server cannot be reached', () => {
    expect(authRefusalOf(networkGone().failure)).toEqual({
      message: 'The server could not be reached. Try again in a moment.',
    });
    expect(authRefusalOf(timedOut().failure)).toEqual({ message: 'Request timed out' });
  });
});

describe('a code', () => {
  it.each([
    ['app', ' 123 456 ', '123456'],
    ['recovery', ' abcd efgh ', 'abcd efgh'],
  ] as const)('of the kind %s is sent without the white space of "%s"', (kind, typed, code) => {
    expect(codeEventFor(kind, typed)).toEqual(codeGiven({ kind, code }));
  });

  it.each([
    ['app', '12345', 'Enter the six digits that your app shows.'],
    ['app', '1234567', 'Enter the six digits that your app shows.'],
    ['app', 'abcdef', 'Enter the six digits that your app shows.'],
    ['recovery', '  ', 'Enter one of your recovery codes.'],
  ] as const)('of the kind %s is required instead of "%s"', (kind, typed, message) => {
    expect(codeEventFor(kind, typed)).toEqual(codeRefused({ message }));
  });
});
