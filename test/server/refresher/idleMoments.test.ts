import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createRefresher } from '../../../src/server/refresher/refresher';
import { buildTestApp } from '../../fixtures/apps';
import { projectRow } from '../../fixtures/projectRows';
import { refresherPath, workerPath } from '../../fixtures/workerPath';

/** SCHED_IDLE, as Linux numbers it (sched(7)). */
const IDLE = '5';

/** After which policy Linux gives a thread of this process the processor, and how nice it is (proc(5)); undefined once it has ended. */
function standingOf(thread: string) {
  try {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
    return { policy: fields?.[38], niceness: fields?.[16] };
  } catch {
    return undefined;
  }
}

const threads = () => readdirSync('/proc/self/task');

const onLinux = process.platform === 'linux' ? it : it.skip;
const canWait = availableParallelism() > 1 && spawnSync('chrt', ['--version']).status === 0;

onLinux(
  'has the processor only while nobody else wants it, and behind all others where that cannot be had',
  async () => {
    const { db, settings, close } = await buildTestApp({ databaseUrl: undefined });
    const before = threads();
    const own = standingOf(String(process.pid));
    const entry = { entry: refresherPath, worker: workerPath };
    const refresher = createRefresher({ entry, db, settings, report: () => undefined, cutOff: () => undefined });
    // It has ended one, so it is at work.
    expect(await refresher.refresh(projectRow('nobody')).done).toHaveProperty('failed');
    const others = threads().filter((thread) => !before.includes(thread));
    const standing = expect.objectContaining(canWait ? { policy: IDLE } : { niceness: '15' }) as unknown;
    expect(others.map(standingOf)).toContainEqual(standing);
    expect(standingOf(String(process.pid))).toEqual(own);
    await refresher.close();
    await close();
  },
);
