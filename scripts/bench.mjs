import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `npm run bench`: builds the product and the benchmark, installs the servers for comparison, and runs the benchmark. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const tools = join(root, '.cache/bench');

/** package.json of the servers for comparison, which the product does not need. */
const manifest = JSON.stringify({
  name: 'tabpoint-bench',
  private: true,
  dependencies: { 'json-server': '1.0.0-beta.15', 'soul-cli': '0.8.2' },
  allowScripts: { 'better-sqlite3': true, bcrypt: true, '@scarf/scarf': false },
});

/** Returns the npm setting that compiles native packages with the headers shipped with Node, if there are any. */
function headersOfNode() {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
}

/** Installs the servers for comparison. @returns whether they are installed */
function installTools() {
  const marker = join(tools, 'node_modules/.tabpoint-bench');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === manifest + process.versions.modules) return true;
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), manifest);
  console.log('Installing json-server and Soul into .cache/bench. This takes a minute or two.');
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...first, 'install', '--prefix', tools, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(command, args, {
    cwd: tools,
    stdio: 'inherit',
    env: { ...process.env, ...headersOfNode() },
  });
  if (status !== 0) {
    console.error('They could not be installed; the run goes on without them.');
    return false;
  }
  writeFileSync(marker, manifest + process.versions.modules);
  return true;
}

async function buildBench(outdir) {
  const { build } = await import('esbuild');
  const entries = [
    'bench.ts',
    'load/loadClient.ts',
    'load/pulse.ts',
    'load/flusher.ts',
    'load/loopDelay.ts',
    'servers/bareServer.ts',
    'servers/loopbackOnly.ts',
    'rows/storedFloor.ts',
  ];
  const options = { bundle: true, platform: 'node', target: 'node20', format: 'cjs', packages: 'external' };
  await build({
    ...options,
    absWorkingDir: root,
    entryPoints: entries.map((entry) => `test/bench/${entry}`),
    entryNames: '[name]',
    outdir,
    logLevel: 'warning',
  });
}

ensureInstalled({ tests: true });
const words = process.argv.slice(2);
const isHelp = words.includes('--help');
if (!isHelp) await ensureBuilt();
const hasTools = !isHelp && !words.includes('--no-peers') && installTools();
const built = join(tools, 'built');
await buildBench(built);
const child = spawn(process.execPath, [join(built, 'bench.js'), root, hasTools ? tools : '', ...words], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
