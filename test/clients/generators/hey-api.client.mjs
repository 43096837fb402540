import { join } from 'node:path';
import { authorization, callAll, checked, documentIn, folderOf, loaded, ORIGIN, run } from './calls.mjs';

/* @hey-api/openapi-ts with its client for fetch. */

const folder = folderOf('hey-api');
const { document, file } = await documentIn(folder);
run('openapi-ts', '-i', file, '-o', join(folder, 'made'), '-c', '@hey-api/client-fetch', '--no-log-file');
checked(join(folder, 'made/sdk.gen.ts'));
const sdk = await loaded(join(folder, 'made/sdk.gen.ts'));
const said = await callAll(document, async ({ operationId }, { id, query, body, isFile }) => {
  const options = { baseUrl: ORIGIN, headers: { authorization }, path: { id }, query, body };
  const { data, error, response } = await sdk[operationId]({ ...options, ...(isFile && { parseAs: 'text' }) });
  return { status: response.status, data: data ?? error };
});
console.log(`the client compiles, ${said}`);
