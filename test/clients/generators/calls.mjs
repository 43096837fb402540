import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/* Shared by the scripts of generated clients: a folder, the document, calls of every operation, and checks of their responses. */

const here = join(dirname(fileURLToPath(import.meta.url)), '..');

export const { ORIGIN, PROJECT, KEY } = process.env;
export const authorization = `Bearer ${KEY}`;

/** Creates an empty folder for generated code, below this one so that its imports resolve. */
export function folderOf(name) {
  const folder = join(here, '.generated', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Downloads the project's OpenAPI document. @returns it, and its file */
export async function documentIn(folder) {
  const response = await fetch(`${ORIGIN}/v1/${PROJECT}/_openapi.json`, { headers: { authorization } });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const document = await response.json();
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  return { document, file };
}

/** Runs a program of this folder's packages. */
export function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(join(here, 'node_modules/.bin', program), args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`);
  return stdout;
}

/** Compiles generated code with the strictest settings of TypeScript. */
export function checked(...files) {
  const project = join(dirname(files[0]), 'tsconfig.json');
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, target: 'es2022', module: 'esnext', types: [] },
    ...{ moduleResolution: 'bundler', lib: ['es2022', 'dom', 'dom.iterable'] },
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  run('tsc', '-p', project);
}

/** Imports a TypeScript file. */
export async function loaded(file) {
  const outfile = `${file}.mjs`;
  await build({ entryPoints: [file], outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
  return import(pathToFileURL(outfile).href);
}

const rowsOf = { orders: { key: 'Code', row: (n) => ({ Code: `new ${n}`, Total: n, Paid: true }) } };
const cafes = {
  key: 'Name',
  row: (n) => ({ Name: `new ${n}`, City: 'Oslo', Founded: n, '50 % off': 'no', constructor: 'c' }),
};

let made = 0;

/** Adds a row by a plain call. @returns its id */
async function addedRow(path, row) {
  const headers = { authorization, 'content-type': 'application/json' };
  const response = await fetch(ORIGIN + path, { method: 'POST', headers, body: JSON.stringify(row) });
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()).data._id;
}

/** Query, body and expected status of each operation. */
function asksOf({ operationId, method, path, tab }) {
  const { key, row } = rowsOf[tab] ?? cafes;
  const list = { [`${key}__in`]: tab === 'orders' ? ['o1', 'o2'] : ['Café 1', 'Café 2'], _sort: [`-${key}`, '_row'] };
  if (method === 'get' && path.endsWith('{id}')) return [{ query: { _fields: [key] }, status: 200 }];
  if (/^list/.test(operationId)) {
    const where = JSON.stringify({ [key]: { eq: list[`${key}__in`][0] } });
    return [
      { query: { _limit: 2 }, status: 200, rows: 2 },
      { query: list, status: 200, rows: 2 },
      { query: { _where: where, _fields: [key, '_row'] }, status: 200, rows: 1 },
      { query: { Nothing: 1 }, status: 400 },
    ];
  }
  if (/^download/.test(operationId)) return [{ query: { _limit: 2 }, status: 200, isFile: true }];
  if (/^query/.test(operationId)) {
    const where = { [key]: { in: list[`${key}__in`] } };
    return [{ body: { where, sort: [`-${key}`], limit: 5 }, status: 200, rows: 2 }];
  }
  if (/^create/.test(operationId)) {
    const rows = [row(++made), row(++made)];
    return [
      { body: row(++made), status: 201 },
      { body: rows, status: 201, rows: 2 },
      { body: rows[0], query: { _upsert: key }, status: 200 },
      { body: row(++made), query: { _dry_run: 1 }, status: 200 },
      { body: { Nothing: 1 }, status: 422 },
    ];
  }
  const isMatching = /Matching/.test(operationId);
  const query = isMatching ? { [key]: `new ${made}` } : {};
  const rows = isMatching ? { rows: 1 } : {};
  if (/^remove/.test(operationId)) return [{ query, status: isMatching ? 200 : 204, ...rows }];
  if (/^(?:update|replace)/.test(operationId)) return [{ query, body: row(made), status: 200, ...rows }];
  return [{ status: 200 }];
}

/** Lists every operation of a document. */
function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, item]) => {
    const tab = path.split('/')[3]?.replace(/\.\w+$/, '');
    const methods = Object.entries(item).filter(([name]) => name !== 'parameters');
    return methods.map(([method, { operationId, parameters = [] }]) => ({
      ...{ operationId, method, path, tab },
      hasQuery: parameters.length > 0,
    }));
  });
}

/**
 * Calls every operation.
 *
 * @param call `(operation, {id, query, body, isFile}) => {status, data}`: by the client
 * @param judge checks a response beyond its status and number of rows
 * @returns a sentence
 */
export async function callAll(document, call, judge = () => {}) {
  let calls = 0;
  const operations = operationsOf(document);
  for (const operation of operations) {
    const { operationId, path, tab } = operation;
    for (const { status, rows, ...asked } of await withRow(operation)) {
      const answer = await call(operation, asked);
      calls += 1;
      const told = `${operationId} ${JSON.stringify(asked)}: ${answer.status} ${JSON.stringify(answer.data)?.slice(0, 600)}`;
      if (answer.status !== status) throw new Error(`${told}, expected ${status} (${path}, ${tab})`);
      if (rows !== undefined && answer.data?.data?.length !== rows) throw new Error(`${told}, expected ${rows} rows`);
      if (asked.isFile && !(answer.data?.length > 0 || answer.data?.size > 0))
        throw new Error(`${told}, expected a file`);
      if (status < 300) judge(operation, answer, asked);
    }
  }
  return `${operations.length} operations, ${calls} calls`;
}

/** Returns the calls of an operation, each with an existing row for it. */
async function withRow(operation) {
  const { path, tab } = operation;
  const needsRow = path.endsWith('{id}') || /Matching/.test(operation.operationId);
  if (!needsRow) return asksOf(operation);
  made += 1;
  const id = await addedRow(`/v1/${PROJECT}/${tab}`, (rowsOf[tab] ?? cafes).row(made));
  return asksOf(operation).map((asked) => ({ ...asked, ...(path.endsWith('{id}') && { id }) }));
}
