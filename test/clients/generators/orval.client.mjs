import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'orval';
import { authorization, callAll, checked, documentIn, folderOf, loaded, ORIGIN } from './calls.mjs';

/*
 * orval: a client for fetch, and zod schemas that parse every response. Files and texts are left out: the fetch client of orval
 * 7.9 parses every response as JSON.
 */

const folder = folderOf('orval');
const { document: whole, file } = await documentIn(folder);
const paths = Object.fromEntries(
  Object.entries(whole.paths).filter(([path]) => !/\.(?:csv|ndjson|xlsx|ts)$/.test(path)),
);
const document = { ...whole, paths };
writeFileSync(file, JSON.stringify(document));
const made = (client) => ({
  input: file,
  output: { target: `./${client}.ts`, client, mode: 'single', baseUrl: ORIGIN },
});
const log = console.log;
console.log = () => {};
for (const client of ['fetch', 'zod']) await generate(made(client), folder);
console.log = log;
checked(join(folder, 'fetch.ts'), join(folder, 'zod.ts'));
const client = await loaded(join(folder, 'fetch.ts'));
const schemas = await loaded(join(folder, 'zod.ts'));

let parsed = 0;
const said = await callAll(
  document,
  async ({ operationId, hasQuery }, { id, query, body }) => {
    const args = [
      ...(id === undefined ? [] : [id]),
      ...(body === undefined ? [] : [body]),
      ...(hasQuery ? [query] : []),
    ];
    return client[operationId](...args, { headers: { authorization } });
  },
  ({ operationId }, { status, data }, { query }) => {
    const schema = schemas[`${operationId}Response`];
    if (schema === undefined || status !== 200 || typeof data !== 'object') return;
    // The schemas are those of complete rows.
    if (query?._fields !== undefined) return;
    schema.parse(data);
    parsed += 1;
  },
);
if (parsed < 10) throw new Error(`zod has read ${parsed} answers only.`);
console.log(`client and schemas compile, ${said}, zod has read ${parsed} answers`);
