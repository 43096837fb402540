import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Flooded, FloodJob } from './flood';

/** Starts the process that generates load: a process that also measured would measure its own delays. */
export function startFlood() {
  const child = fork(join(__dirname, 'flood.ts'));
  return {
    async run(job: FloodJob): Promise<Flooded> {
      child.send(job);
      const [flooded] = (await once(child, 'message')) as [Flooded];
      return flooded;
    },
    end: () => child.kill(),
  };
}

export type Flood = ReturnType<typeof startFlood>;
