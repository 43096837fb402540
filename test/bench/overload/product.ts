import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { callerOf } from '../../fixtures/caller';

const ROWS = 150_000;

/** The built product with two public projects of the same rows. */
export interface Product {
  readonly origin: string;
  readonly greedy: string;
  readonly modest: string;
  /** Resident memory of the process in MiB. */
  readonly memory: () => number;
  readonly end: () => Promise<void>;
}

const rows = () =>
  `Name,City,Note\n${Array.from({ length: ROWS }, (_, n) => `Person ${n},City ${n % 97},${'note '.repeat(6)}${n}\n`).join('')}`;

async function makeProject(origin: string, name: string): Promise<string> {
  const caller = await callerOf(origin);
  const sheet = await uploaded(caller, name);
  const project = await caller.createProject(sheet);
  const body = JSON.stringify({ access: 'public' });
  const headers = { 'content-type': 'application/json' };
  await caller.call(`/api/projects/${project.id}/update`, { method: 'PUT', headers, body });
  return `/v1/${project.id}/${project.tabs[0]?.slug ?? ''}`;
}

async function uploaded(caller: Awaited<ReturnType<typeof callerOf>>, name: string): Promise<string> {
  const answer = await caller.upload({ name: `${name}.csv`, bytes: Buffer.from(rows()) });
  if (answer.status !== 201) throw new Error(`Uploading: ${answer.status}`);
  return ((await answer.json()) as { spreadsheet: { id: string } }).spreadsheet.id;
}

/** Starts it on a free port with a data folder of its own. */
export async function startProduct(): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-overload-'));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, PORT: '0', GOOGLE_DOUBLE: 'http://127.0.0.1:9' };
  const child = spawn(process.execPath, [resolve(process.env.TABPOINT_SERVER ?? 'dist/server/main.js')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += String(data)));
  while (!/ready at \S+\n/.test(output) && child.exitCode === null) await after(20);
  const origin = /ready at (\S+)\n/.exec(output)?.[1];
  if (origin === undefined) throw new Error(`The product did not start: ${output}`);
  return {
    origin,
    greedy: await makeProject(origin, 'greedy'),
    modest: await makeProject(origin, 'modest'),
    memory: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024),
    end: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true });
    },
  };
}
