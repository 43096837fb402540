import assert from 'node:assert/strict';

/* Shared by the scripts of libraries and of other services' clients. */

export const { ORIGIN, PROJECT, KEY } = process.env;
export const bearer = { authorization: `Bearer ${KEY}` };

/** Whether a promise rejects with an error that has a message. */
export const refused = (promise, said) =>
  assert.rejects(promise, (error) => said.test(String(error?.message ?? error)));

let calls = 0;

/** Compares, and counts comparisons. */
export function same(actual, expected) {
  calls += 1;
  assert.deepEqual(actual, expected);
}

/** Prints the result of a script. */
export const said = (what) => console.log(`${what}, ${calls} answers compared`);
