import { problemCodes } from '../../src/contract/problems';

test('a 401 means that the session is missing, or that a key is missing or unknown', () => {
  const unauthorised = Object.entries(problemCodes).filter(([, { status }]) => status === 401);
  expect(unauthorised.map(([code]) => code)).toEqual(['signed_out', 'key_required', 'unknown_key']);
});
