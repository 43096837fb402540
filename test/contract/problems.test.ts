import { problemCodes } from '../../src/contract/problems';

test.each(Object.entries(problemCodes))('%s is an error that a program can distinguish', (code, { status, title }) => {
  expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(600);
  expect(title).toMatch(/^[A-Z][^.]+$/);
});

test('a 401 means that the session is missing, or that a key is missing or unknown', () => {
  const unauthorised = Object.entries(problemCodes).filter(([, { status }]) => status === 401);
  expect(unauthorised.map(([code]) => code)).toEqual(['signed_out', 'key_required', 'unknown_key']);
});
