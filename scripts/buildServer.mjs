import { cpSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The files the server consists of: the command `tabpoint`, and the threads that read workbooks. */
const entryPoints = { main: 'src/server/main.ts', worker: 'src/server/worker.ts' };

/**
 * Packages that stay in node_modules, as they are with Node 22 and newer: those with native code, those that find their own files, and those that are loaded only
 * when they are needed. All others become part of the bundle, since reading hundreds of small files makes a start slow.
 */
export const packagesBeside = ['better-sqlite3-13', 'better-auth', 'pg', 'piscina', 'jschardet'];

const optionsFor = ({ outdir, entries, sourcemap = true, metafile = false }) => ({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(entries.map((name) => [name, entryPoints[name]])),
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: packagesBeside.flatMap((name) => [name, `${name}/*`]),
  sourcemap,
  metafile,
  logLevel: 'warning',
});

/** What the server reads beside its own files: the workbooks of the templates. */
const copyWorkbooks = (outdir) =>
  cpSync(join(root, 'src/server/templates/workbooks'), resolve(root, outdir, 'workbooks'), { recursive: true });

/**
 * Bundles the server's files and most of its packages, and puts beside them what they read.
 *
 * @param options `sourcemap`: whether the maps of the code are written; `metafile`: whether the result tells what was bundled
 */
export async function buildServer({ outdir = 'dist/server', entries = Object.keys(entryPoints), ...options } = {}) {
  if (entries.includes('main')) copyWorkbooks(outdir);
  return build(optionsFor({ outdir, entries, ...options }));
}

/** Builds again on every change; `onBuilt` is called after each build without errors. */
export async function watchServer(onBuilt) {
  const options = optionsFor({ outdir: 'dist/dev-server', entries: Object.keys(entryPoints) });
  copyWorkbooks(options.outdir);
  const notify = { name: 'notify', setup: (b) => b.onEnd((result) => void (result.errors.length === 0 && onBuilt())) };
  const watching = await context({ ...options, plugins: [notify] });
  await watching.watch();
  return watching;
}
