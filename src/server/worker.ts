import type { MessagePort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { changeRaw } from './drive/grid/changeRaw';
import { inspectTab, mergeTab } from './drive/versions/mergeTab';
import { compactLog } from './store/log/compactRaw';
import { applyRawDelta, makeRawDelta } from './rawTab/rawDelta';
import { compareRows } from './sync/compareRows';
import { deriveTab } from './sync/deriveTab';
import { importGoogleSheet } from './workbook/google/importGoogleSheet';
import { importWorkbook } from './workbook/importWorkbook';
import { replyTo, transferablesOf, withBuffers } from './workers/messages';
import type { JobName, Jobs } from './workers/workers';

/** Functions of the jobs, by name. */
export const jobs: Jobs = {
  importWorkbook,
  importGoogleSheet,
  deriveTab,
  compareRows,
  mergeTab,
  inspectTab,
  compactLog,
  changeRaw,
  makeRawDelta,
  applyRawDelta,
};

/** Job as posted to a worker thread. */
interface PostedJob {
  readonly name: JobName;
  readonly input: unknown;
  /** Receives `begun` first, then each progress report of the job. */
  readonly port: MessagePort;
}

/**
 * Entry point of a worker thread: runs one job of {@link jobs}. The buffers of its output are transferred, not copied.
 *
 * @returns a `Reply`; an error is part of it, since structured cloning would lose its class
 */
export default async function work({ name, input, port }: PostedJob): Promise<unknown> {
  port.postMessage('begun');
  try {
    const output = await jobs[name](withBuffers(input) as never, (progress) => port.postMessage(progress));
    const memory = [...new Set(transferablesOf(output))];
    return move({ [transferableSymbol]: memory, [valueSymbol]: { output } });
  } catch (thrown) {
    return replyTo(thrown);
  } finally {
    port.close();
  }
}
