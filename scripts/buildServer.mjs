import { cpSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Entry points of the server: the command `tabpoint`, and the worker threads that read workbooks. */
const entryPoints = { main: 'src/server/main.ts', worker: 'src/server/worker.ts' };

/**
 * Packages that are not bundled, as named on Node 22 and newer: those with native code, those that load their own files, and those that
 * are lazy-loaded. All others are bundled, as reading hundreds of small files slows down the start.
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

/** Copies the workbooks of the templates, which the server reads at run time. */
const copyWorkbooks = (outdir) =>
  cpSync(join(root, 'src/server/templates/workbooks'), resolve(root, outdir, 'workbooks'), { recursive: true });

/**
 * Bundles the server and most of its packages, and copies the files that it reads.
 *
 * @param options `sourcemap`: whether to write source maps; `metafile`: whether the result lists the bundled files
 */
export async function buildServer({ outdir = 'dist/server', entries = Object.keys(entryPoints), ...options } = {}) {
  if (entries.includes('main')) copyWorkbooks(outdir);
  return build(optionsFor({ outdir, entries, ...options }));
}

/** Rebuilds on every change. `onBuilt` is called after each build without errors. */
export async function watchServer(onBuilt) {
  const options = optionsFor({ outdir: 'dist/dev-server', entries: Object.keys(entryPoints) });
  copyWorkbooks(options.outdir);
  const notify = { name: 'notify', setup: (b) => b.onEnd((result) => void (result.errors.length === 0 && onBuilt())) };
  const watching = await context({ ...options, plugins: [notify] });
  await watching.watch();
  return watching;
}
