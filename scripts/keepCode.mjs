import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Milliseconds in which a server has started and ended again. */
const PATIENCE = 60_000;

const READY = /ready at (\S+)/;

/** What is asked, so that the code that answers it is compiled too. */
const PATHS = ['/healthz', '/', '/v1/nobody/nothing'];

/**
 * Runs the built server, and a thread of it, in an empty folder, so that they keep what V8 has compiled by then
 * (`src/server/keptCode.ts`). Where that cannot be done here, they only start more slowly.
 *
 * @returns whether it was done
 */
export async function keepCode(outdir) {
  const folder = mkdtempSync(join(tmpdir(), 'tabpoint-build-'));
  const isDone = (await keepServerCode(outdir, folder)) && (await keepWorkerCode(outdir, folder));
  rmSync(folder, { recursive: true, force: true });
  return isDone;
}

async function keepServerCode(outdir, dataDir) {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'production', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' };
  const server = spawn(process.execPath, [join(outdir, 'main.js'), '--keep-code'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const late = setTimeout(() => server.kill('SIGKILL'), PATIENCE);
  let output = '';
  server.stdout.on('data', (data) => {
    const isNews = !READY.test(output);
    output += String(data);
    const [, url] = READY.exec(output) ?? [];
    if (url !== undefined && isNews) void asked(url).finally(() => server.kill('SIGINT'));
  });
  const code = await new Promise((resolve) => server.once('error', () => resolve(-1)).once('close', resolve));
  clearTimeout(late);
  return code === 0;
}

const rowOf = (n) => `${n},"Zoë ""${n}""",${n / 4},2026-01-${10 + (n % 20)},${n % 2 === 0},Café ${n % 9},`;

/** Cells of every kind, in more rows than the first ones that columns are guessed from. */
const ROWS = ['id,name,price,day,open,note,blank', ...Array.from({ length: 9_000 }, (_, n) => rowOf(n))].join('\n');

/** Has a thread read a sheet. */
async function keepWorkerCode(outdir, folder) {
  const path = join(folder, 'rows.csv');
  writeFileSync(path, ROWS);
  const workerData = {
    name: 'importWorkbook',
    input: { path, fileName: 'rows.csv', readied: true },
    standsBack: false,
  };
  const thread = new Worker(join(outdir, 'quickWorker.js'), { argv: ['--keep-code'], workerData });
  const late = setTimeout(() => void thread.terminate(), PATIENCE);
  const code = await new Promise((resolve) => thread.once('error', () => resolve(-1)).once('exit', resolve));
  clearTimeout(late);
  return code === 0;
}

const asked = (url) => Promise.allSettled(PATHS.map(async (path) => (await fetch(url + path)).arrayBuffer()));
