import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import buildWorker from '../test/fixtures/buildWorker.mjs';

/** `npm run fuzz -- 60`: runs the fuzz tests (test/fuzz/README.md). */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
await buildWorker();
const args = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'test/fuzz/run.ts'), ...process.argv.slice(2)];
const templates = mkdtempSync(join(tmpdir(), 'tabpoint-templates-'));
const env = { ...process.env, NODE_ENV: 'test', TEST_TEMPLATES: templates };
const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env });
child.once('exit', (code) => {
  rmSync(templates, { recursive: true });
  process.exitCode = code ?? 1;
});
