import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'tabpoint-quick-'));
const kept = join(folder, 'server.code');
const SERVER =
  'const { sep } = require("node:path");\nfunction say(what) { console.log(what, __filename.split(sep).pop()); }\n';

/** Tells whether V8 was given what was kept, and took it. */
const SPY = `const vm = require('node:vm');
vm.Script = class extends vm.Script {
  constructor(text, options) { super(text, options); process._rawDebug(String(this.cachedDataRejected)); }
};`;

beforeAll(async () => {
  writeFileSync(join(folder, 'spy.js'), SPY);
  await build({
    ...{ entryPoints: [resolve('src/server/quickStart.ts')], outfile: join(folder, 'main.js') },
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'cjs', logLevel: 'error' },
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

async function started(...words: string[]) {
  const { stdout, stderr } = await run(process.execPath, ['--require', './spy.js', 'main.js', ...words], {
    cwd: folder,
  });
  return { said: stdout.trim(), isRejected: stderr.trim() };
}

test('the server runs from what was kept of it, and without it all the same', async () => {
  writeFileSync(join(folder, 'server.js'), `${SERVER}say("one");\n//# sourceMappingURL=server.js.map`);
  expect(await started()).toEqual({ said: 'one server.js', isRejected: 'undefined' });
  expect(existsSync(kept)).toBe(false);
  expect(await started('--keep-code')).toEqual({ said: 'one server.js', isRejected: 'undefined' });
  expect(await started()).toEqual({ said: 'one server.js', isRejected: 'false' });
});

test('what was kept of another file of the same length, or is broken, is not looked at', async () => {
  writeFileSync(join(folder, 'server.js'), `${SERVER}say("two");\n//# sourceMappingURL=server.js.map`);
  expect(await started()).toEqual({ said: 'two server.js', isRejected: 'undefined' });
  await started('--keep-code');
  const bytes = readFileSync(kept);
  writeFileSync(kept, bytes.fill(0, bytes.length / 2));
  expect(await started()).toEqual({ said: 'two server.js', isRejected: 'undefined' });
  writeFileSync(kept, 'ab');
  expect(await started()).toEqual({ said: 'two server.js', isRejected: 'undefined' });
});

test('a thread runs from what was kept of it too', async () => {
  await build({
    ...{ entryPoints: [resolve('src/server/workers/quickWorker.ts')], outfile: join(folder, 'quickWorker.js') },
    ...{ bundle: true, platform: 'node', target: 'node20', format: 'cjs', logLevel: 'error' },
  });
  writeFileSync(join(folder, 'worker.js'), `${SERVER}say(require("node:worker_threads").workerData);`);
  const inThread = async (...argv: string[]) => {
    const code = `new (require('node:worker_threads').Worker)('./quickWorker.js', ${JSON.stringify({ argv, workerData: 'job' })})`;
    const { stdout, stderr } = await run(process.execPath, ['--require', './spy.js', '-e', code], { cwd: folder });
    return { said: stdout.trim(), isRejected: stderr.trim().split('\n').at(-1) };
  };
  expect(await inThread('--keep-code')).toEqual({ said: 'job worker.js', isRejected: 'undefined' });
  expect(await inThread()).toEqual({ said: 'job worker.js', isRejected: 'false' });
});
