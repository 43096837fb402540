import { once } from 'node:events';
import { join } from 'node:path';
import { launch } from '../servers/launch';
import type { DoubleAnswer, DoubleOrder } from './doubleProcess';

/** The double of Google in a process of its own. */
export interface Double {
  /** What `GOOGLE_DOUBLE` is to be. */
  readonly origins: readonly string[];
  /** Has it do something. */
  tell(order: DoubleOrder): Promise<DoubleAnswer>;
  end(): Promise<void>;
}

/** Starts it on the client's core, behind the client: what it does there is not measured. */
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
