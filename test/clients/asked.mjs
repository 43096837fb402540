import assert from 'node:assert/strict';

/* Shared by the scripts of libraries and of other services' clients. */

export const { ORIGIN, PROJECT, KEY } = process.env;
export const bearer = { authorization: `Bearer ${KEY}` };

/** Whether a promise rejects with an error that has a message. */
export const refused = (promise, said) =>
  assert.rejects(promise, (error) => said.test(String(error?.message ?? error)));

/** Calls a path below `/compat`. @returns status and body, parsed if it is JSON */
export async function call(method, path, body, headers = bearer) {
  const response = await fetch(`${ORIGIN}/compat${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return { status: response.status, text, body: isJson ? JSON.parse(text) : undefined };
}

let calls = 0;

/** Compares, and counts comparisons. */
export function same(actual, expected) {
  calls += 1;
  assert.deepEqual(actual, expected);
}

/** Prints the result of a script. */
export const said = (what) => console.log(`${what}, ${calls} answers compared`);
