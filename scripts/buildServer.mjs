import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The files the server consists of: the process, the thread that reads workbooks, and the administrator's command. */
const entryPoints = {
  main: 'src/server/main.ts',
  worker: 'src/server/workers/worker.ts',
  admin: 'src/server/admin.ts',
};

const optionsFor = ({ outdir, entries }) => ({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(entries.map((name) => [name, entryPoints[name]])),
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
});

/** Bundles our own files; packages stay in node_modules. */
export const buildServer = ({ outdir = 'dist/server', entries = Object.keys(entryPoints) } = {}) =>
  build(optionsFor({ outdir, entries }));

/** Builds again on every change; `onBuilt` is called after each build without errors. */
export async function watchServer(onBuilt) {
  const options = optionsFor({ outdir: 'dist/dev-server', entries: Object.keys(entryPoints) });
  const notify = { name: 'notify', setup: (b) => b.onEnd((result) => void (result.errors.length === 0 && onBuilt())) };
  const watching = await context({ ...options, plugins: [notify] });
  await watching.watch();
  return watching;
}
