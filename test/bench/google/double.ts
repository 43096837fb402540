import { once } from 'node:events';
import { join } from 'node:path';
import { launch } from '../servers/launch';
import type { DoubleAnswer, DoubleOrder } from './doubleProcess';

/** Google double in a process of its own. */
export interface Double {
  /** Value of `GOOGLE_DOUBLE`. */
  readonly origins: readonly string[];
  /** Sends a command to it. */
  tell(order: DoubleOrder): Promise<DoubleAnswer>;
  end(): Promise<void>;
}

/** Starts it on the client's core with a lower priority than the client: its work is not measured. */
export async function startDouble(): Promise<Double> {
  const words = [process.execPath, ...process.execArgv, join(__dirname, 'doubleProcess.ts')];
  const { child, stop } = launch(words, { cpu: 'client', channel: true, isBehind: true });
  const answer = async () => ((await once(child, 'message')) as [DoubleAnswer])[0];
  const { origins = [] } = await answer();
  const tell = (order: DoubleOrder) => {
    const answered = answer();
    child.send(order);
    return answered;
  };
  return { origins, tell, end: () => stop() };
}
