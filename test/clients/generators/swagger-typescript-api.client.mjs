import { join } from 'node:path';
import { authorization, callAll, checked, documentIn, folderOf, loaded, ORIGIN, run } from './calls.mjs';

/* swagger-typescript-api with its client for fetch. */

const folder = folderOf('swagger-typescript-api');
const { document, file } = await documentIn(folder);
run('swagger-typescript-api', 'generate', '-p', file, '-o', folder, '-n', 'api.ts');
checked(join(folder, 'api.ts'));
const { Api } = await loaded(join(folder, 'api.ts'));
const api = new Api({ baseUrl: ORIGIN, baseApiParams: { headers: { authorization }, format: 'json' } });
const said = await callAll(document, async ({ operationId, hasQuery }, { id, query, body, isFile }) => {
  const args = [...(id === undefined ? [] : [id]), ...(body === undefined ? [] : [body]), ...(hasQuery ? [query] : [])];
  const params = isFile ? { format: 'text' } : {};
  const answer = await api.v1[operationId](...args, params).catch((refused) => refused);
  return { status: answer.status, data: answer.data ?? answer.error };
});
console.log(`the client compiles, ${said}`);
