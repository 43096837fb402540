import { authRefusalOf } from '../../../src/app/session/authRefusal';
import { networkGone, refused, timedOut } from '../../fixtures/appState';
import type { ApiFailure } from '../../../src/app/http/apiError';

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
  [400, { code: 'INVALID_EMAIL', message: 'Invalid email' }, email],
  [400, { code: 'VALIDATION_ERROR', message: '[body.email] Invalid email address' }, email],
  [400, { code: 'VALIDATION_ERROR', message: '[body.name] Required' }, { message: 'Enter your name.', field: 'name' }],
  [400, { code: 'VALIDATION_ERROR', message: '[body.password] Required' }, short],
  [403, { code: 'sign_ups_closed', detail: 'Sign-ups are closed.' }, { message: 'Sign-ups are closed.' }],
  [500, {}, { message: 'The server could not be reached. Try again in a moment.' }],
])('puts %d %j into words', (status, body, refusal) => {
  expect(authRefusalOf(refused(status, body).failure)).toEqual(refusal);
});

it.each([
  [30, 'Too many tries. Wait 30 seconds.'],
  [1, 'Too many tries. Wait 1 second.'],
  [undefined, 'Too many tries. Wait a moment.'],
])('says how long to wait: %p', (retryAfterSeconds, message) => {
  const failure: ApiFailure = {
    kind: 'refused',
    status: 429,
    message: 'x',
    body: { message: 'Too many requests.' },
    retryAfterSeconds,
  };
  expect(authRefusalOf(failure)).toEqual({ message });
});

it('says that no server answered', () => {
  expect(authRefusalOf(networkGone().failure)).toEqual({
    message: 'The server could not be reached. Try again in a moment.',
  });
  expect(authRefusalOf(timedOut().failure)).toEqual({ message: 'Request timed out' });
});
