import assert from 'node:assert/strict';

/* What the scripts of libraries and of other services' clients share. */

export const { ORIGIN, PROJECT, KEY } = process.env;
export const bearer = { authorization: `Bearer ${KEY}` };

/** Whether a promise is refused, by an error that says something. */
export const refused = (promise, said) =>
  assert.rejects(promise, (error) => said.test(String(error?.message ?? error)));

/** Calls an address below `/compat`. @returns status and body, as JSON where it is that */
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

/** Compares, and counts what was compared. */
export function same(actual, expected) {
  calls += 1;
  assert.deepEqual(actual, expected);
}

/** The result of a script. */
export const said = (what) => console.log(`${what}, ${calls} answers compared`);
