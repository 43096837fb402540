import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from './endWithParent.mjs';
import { ensureInstalled } from './ensureInstalled.mjs';

/**
 * `npm run dev`: serves the app on :3000 with hot reload, and the API on :4000, restarted on every change of its sources.
 * They have different origins, as is possible in production.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
ensureInstalled({ tests: true });
endWithParent();

const children = new Set();
const start = (args, env) => {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
};

const exited = (child) =>
  child === undefined || child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

const { watchServer } = await import('./buildServer.mjs');
let api;
let restarting = Promise.resolve();
const restart = () => {
  restarting = restarting.then(async () => {
    api?.kill('SIGTERM');
    await exited(api);
    api = start(['--enable-source-maps', 'dist/dev-server/main.js'], { TABPOINT_DEV: '1', NODE_ENV: 'development' });
  });
};
const watching = await watchServer(restart);
const webpack = join(root, 'node_modules/webpack-cli/bin/cli.js');
start(['--import', 'tsx', webpack, 'serve', '--config', 'webpack.config.ts', '--mode', 'development'], {
  TABPOINT_HOST: 'local',
});

const stop = async () => {
  await watching.dispose();
  const leaving = [...children].map((child) => (child.kill('SIGTERM'), exited(child)));
  await Promise.all(leaving);
  process.exit(0);
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
