import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Sources of each half, and the environment variables that its build depends on. */
const halves = {
  app: {
    from: [
      ...['src/app', 'src/contract', 'public', 'scripts/guides'],
      ...['webpack.config.ts', 'babel.config.js', 'package-lock.json'],
    ],
    settings: ['API_HOST', 'STAGING_API_HOST', 'TABPOINT_HOST'],
  },
  server: {
    from: ['src/server', 'src/contract', 'scripts/buildServer.mjs', 'package-lock.json'],
    settings: [],
  },
};

function* filesBelow(path) {
  const entry = join(root, path);
  if (!existsSync(entry)) return;
  const children = readdirSync(entry, { withFileTypes: true, recursive: true });
  for (const child of children) if (child.isFile()) yield join(child.parentPath ?? child.path, child.name);
}

const isFolder = (path) => !/\.\w+$/.test(path);

function fingerprint({ from, settings }) {
  const hash = createHash('sha256');
  for (const path of from) {
    const files = isFolder(path) ? [...filesBelow(path)].sort() : [join(root, path)];
    for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  }
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ''}\0`);
  return hash.digest('hex');
}

const markerOf = (half) => join(root, 'dist', `.${half}-built`);

const isStale = (half, print) => !existsSync(markerOf(half)) || readFileSync(markerOf(half), 'utf8') !== print;

const builders = {
  app: () => {
    const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');
    const env = { ...process.env, NODE_ENV: 'production' };
    const args = [
      '--import',
      'tsx',
      webpack,
      '--config',
      'webpack.config.ts',
      '--mode',
      'production',
      '--stats',
      'errors-warnings',
    ];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
    if (status !== 0) process.exit(status ?? 1);
  },
  server: async () => {
    const { buildServer } = await import('./buildServer.mjs');
    await buildServer();
  },
};

/** Builds each half whose sources have changed since its last build. */
export async function ensureBuilt() {
  for (const [half, sources] of Object.entries(halves)) {
    const print = fingerprint(sources);
    if (!isStale(half, print)) continue;
    console.log(`Building the ${half}.`);
    rmSync(markerOf(half), { force: true });
    await builders[half]();
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(markerOf(half), print);
  }
}
