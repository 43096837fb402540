import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';

/** `npm run test:nodes -- 180`: kills servers beside one PostgreSQL at random for so many seconds. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
ensureInstalled();
const [seconds = '180'] = process.argv.slice(2);
const words = ['--selectProjects', 'server', '--testPathPatterns', 'test/server/nodes/threeNodes'];
const env = { ...process.env, TEST_DATABASE: 'postgres', NODES_SECONDS: seconds, NODE_ENV: 'test' };
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...words], {
  ...{ cwd: root, env, stdio: 'inherit' },
});
process.exitCode = status ?? 1;
