import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import createClient from 'openapi-fetch';
import { authorization, callAll, checked, documentIn, folderOf, ORIGIN, PROJECT, run } from './calls.mjs';

/* openapi-typescript generates types of the document, and openapi-fetch calls with them. */

const folder = folderOf('openapi-fetch');
const { document, file } = await documentIn(folder);
run('openapi-typescript', file, '-o', join(folder, 'schema.ts'));
writeFileSync(
  join(folder, 'use.ts'),
  `import createClient from 'openapi-fetch';
import type { components, paths } from './schema';
const client = createClient<paths>({ baseUrl: '' });
type Row = components['schemas']['OrdersRow'];
const blank: Row = { _id: 'x', Code: null, Total: null, Paid: null };
export const use = async (): Promise<readonly Row[]> => {
  const query = { Code__in: ['o1'], _where: '{}', Total__gt: 1 };
  const { data } = await client.GET('/v1/${PROJECT}/orders', { params: { query } });
  await client.PATCH('/v1/${PROJECT}/orders/{id}', { params: { path: { id: 'x' } }, body: { Paid: true } });
  return data?.data ?? [blank];
};
`,
);
checked(join(folder, 'use.ts'));
const client = createClient({ baseUrl: ORIGIN, headers: { authorization } });
const said = await callAll(document, async ({ method, path }, { id, query, body, isFile }) => {
  const params = { query, path: { id } };
  const options = { params, body, ...(isFile && { parseAs: 'text' }) };
  const { data, error, response } = await client[method.toUpperCase()](path, options);
  return { status: response.status, data: data ?? error };
});
console.log(`types compile, ${said}`);
