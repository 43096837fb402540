import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';

/**
 * `npm run test:nodes -- 180` and the like: a test of the suite, for longer than the suite has time for. Words after it say for
 * how long, and on which databases (`sqlite`, `postgres`) where it runs on both.
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const tests = {
  nodes: { usual: '180', databases: ['postgres'], path: 'nodes/threeNodes', env: (much) => ({ NODES_SECONDS: much }) },
  kills: {
    usual: '1000',
    databases: ['sqlite', 'postgres'],
    path: 'records/killed',
    env: (much) => ({ KILL_ROUNDS: much }),
  },
  refreshkills: {
    usual: '200',
    databases: ['sqlite', 'postgres'],
    path: 'refresher/killed',
    env: (much) => ({ KILL_ROUNDS: much }),
  },
  generated: {
    usual: '20',
    databases: ['sqlite'],
    path: '.*([gG]enerated|carryRowIds|foldRaw|storedTab|interleavings)',
    env: (much) => ({ GENERATED_TIMES: much }),
  },
  powercuts: { usual: 'all', databases: ['sqlite'], path: 'faults/powerCut', env: (much) => ({ POWER_CUTS: much }) },
};

ensureInstalled();
const [name, ...words] = process.argv.slice(2);
const { usual, databases, path, env } = tests[name];
const wanted = databases.filter((database) => words.includes(database));
const much = words.find((word) => !databases.includes(word)) ?? usual;

for (const database of wanted.length > 0 ? wanted : databases) {
  const args = ['--selectProjects', 'server', '--testPathPatterns', `test/server/${path}`];
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...args], {
    cwd: root,
    env: { ...process.env, TEST_DATABASE: database, NODE_ENV: 'test', ...env(much) },
    stdio: 'inherit',
  });
  process.exitCode ||= status ?? 1;
}
