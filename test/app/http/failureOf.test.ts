/** @jest-environment node */
import axios from 'axios';
import { ApiError } from '../../../src/app/http/apiError';
import { apiErrorOf, failureOf } from '../../../src/app/http/failureOf';

it('passes on an ApiError', () => {
  const error = new ApiError({ kind: 'network', message: 'x' });
  expect(apiErrorOf(error)).toBe(error);
});

it.each([
  [new TypeError('x is not a function'), 'x is not a function'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
])('maps %p to "unexpected"', (thrown, message) => {
  expect(failureOf(thrown)).toEqual({ kind: 'unexpected', message });
});

it('keeps the thrown value as the cause', () => {
  const thrown = new Error('x');
  expect(apiErrorOf(thrown).cause).toBe(thrown);
});

it('maps a request that could not be built to "unexpected"', async () => {
  const thrown: unknown = await axios
    .get('/x', {
      transformRequest: () => {
        throw new Error('cannot be written');
      },
    })
    .catch((error: unknown) => error);
  expect(failureOf(thrown).kind).toBe('unexpected');
});

it.each([
  ['a network error of a browser', new axios.AxiosError('Network Error', 'ERR_NETWORK')],
  ['a request without a response', new axios.AxiosError('socket hang up', 'ECONNRESET', undefined, {})],
])('maps %s to "network"', (_what, thrown) => {
  expect(failureOf(thrown)).toEqual({ kind: 'network', message: 'The server could not be reached.' });
});

it('maps other errors of axios to "unexpected", with their message', () => {
  const thrown = new axios.AxiosError('Unsupported protocol', 'ERR_BAD_REQUEST');
  expect(failureOf(thrown)).toEqual({ kind: 'unexpected', message: 'Unsupported protocol' });
});

it('treats a 401 of a request without a URL as the end of the session', () => {
  const config = { headers: new axios.AxiosHeaders() };
  const response = { status: 401, statusText: '', data: null, headers: {}, config };
  expect(failureOf(new axios.AxiosError('', '', config, {}, response)).kind).toBe('signedOut');
});

it.each([
  ['2000', 2000],
  [new Date(Date.parse('2026-03-01T10:00:03Z')).toUTCString(), 3],
])('rounds the remaining time of Retry-After %s up to whole seconds', (header, seconds) => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-03-01T10:00:00.100Z'));
  const config = { headers: new axios.AxiosHeaders() };
  const response = { status: 429, statusText: '', data: null, headers: { 'retry-after': header }, config };
  expect(failureOf(new axios.AxiosError('', '', config, {}, response)).retryAfterSeconds).toBe(seconds);
});
