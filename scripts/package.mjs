import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './ensureBuilt.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/**
 * `npm run package`: creates the npm package in `dist/package`, and its archive `dist/tabpoint-VERSION.tgz`. It contains the built product,
 * so that its installation compiles nothing.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'dist/package');

ensureInstalled();
await ensureBuilt();
const { buildServer, packagesBeside } = await import('./buildServer.mjs');
const { licencesText, packageFolder } = await import('./packaging/licences.mjs');
const { shrinkwrapFor } = await import('./packaging/shrinkwrap.mjs');

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const write = (path, content) =>
  writeFileSync(join(folder, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);

/** Returns the `package.json` of the package: that of the repository without the dependencies for building and testing. */
function manifest() {
  const { name, version, description, license, dependencies } = read('package.json');
  return {
    ...{ name, version, description, license },
    // Required by the better-sqlite3 with prebuilt binaries for every system: see src/server/database/sqliteLibrary.ts.
    engines: { node: '>=22' },
    bin: { tabpoint: 'bin/tabpoint.cjs' },
    dependencies: Object.fromEntries(packagesBeside.map((beside) => [beside, dependencies[beside]])),
  };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'bin'), { recursive: true });
cpSync(join(root, 'dist/app'), join(folder, 'app'), {
  recursive: true,
  filter: (path) => !/\.map(\.gz|\.br)?$/.test(path),
});
const { metafile } = await buildServer({ outdir: 'dist/package/server', sourcemap: false, metafile: true });
cpSync(join(root, 'scripts/packaging/tabpoint.cjs'), join(folder, 'bin/tabpoint.cjs'));
cpSync(join(root, 'scripts/packaging/package-readme.md'), join(folder, 'README.md'));
cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
const packageJson = manifest();
write('package.json', packageJson);
write('npm-shrinkwrap.json', shrinkwrapFor(read('package-lock.json'), packageJson));
const bundled = [...Object.keys(metafile.inputs), ...read('dist/app-sources.json')].map(packageFolder);
write('THIRD-PARTY-LICENSES.txt', licencesText(new Set(bundled.filter(Boolean).map((path) => join(root, path)))));

const npm = process.env.npm_execpath;
const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
const packed = spawnSync(command, [...first, 'pack', '--loglevel=error', '--pack-destination', '..'], {
  cwd: folder,
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.exitCode = packed.status ?? 1;
