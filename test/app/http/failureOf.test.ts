/** @jest-environment node */
import axios from 'axios';
import { ApiError } from '../../../src/app/http/apiError';
import { apiErrorOf, failureOf } from '../../../src/app/http/failureOf';

it('passes on what is mapped already', () => {
  const error = new ApiError({ kind: 'network', message: 'x' });
  expect(apiErrorOf(error)).toBe(error);
});

it.each([
  [new TypeError('x is not a function'), 'x is not a function'],
  ['a text', 'a text'],
  [undefined, 'undefined'],
])('takes %p as unexpected', (thrown, message) => {
  expect(failureOf(thrown)).toEqual({ kind: 'unexpected', message });
});

it('keeps what was thrown as the cause', () => {
  const thrown = new Error('x');
  expect(apiErrorOf(thrown).cause).toBe(thrown);
});

it('takes a request that could not be made as unexpected', async () => {
  const thrown: unknown = await axios
    .get('/x', {
      transformRequest: () => {
        throw new Error('cannot be written');
      },
    })
    .catch((error: unknown) => error);
  expect(failureOf(thrown).kind).toBe('unexpected');
});

it('takes what a browser calls a network error as such', () => {
  expect(failureOf(new axios.AxiosError('Network Error', 'ERR_NETWORK')).kind).toBe('network');
});
