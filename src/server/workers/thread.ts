import { Worker } from 'node:worker_threads';
import { Refusal } from '../refusal';
import { errorOf, isProgress, isReply, withBuffers } from './crossing';
import type { JobName, JobProgress, Jobs } from './jobs';

export interface ThreadOptions<Name extends JobName> {
  readonly name: Name;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: JobProgress) => void) | undefined;
}

/**
 * Makes a thread.
 *
 * @param job what it is to do; without one it waits for a message that says it
 * @param given memory of the job that is handed over
 */
export const makeThread = (
  entry: string,
  heapMegabytes: number,
  job?: { readonly name: JobName; readonly input: unknown },
  given: readonly ArrayBuffer[] = [],
) =>
  new Worker(entry, {
    workerData: job,
    transferList: [...given],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: Math.min(32, heapMegabytes) },
  });

/** Waits for the one message of a thread that has its job, and leaves no thread behind, however it ends. */
export async function answerOf<Name extends JobName>(
  worker: Worker,
  options: ThreadOptions<Name>,
): Promise<Jobs[Name]['output']> {
  try {
    const reply = await replyOf(worker, options);
    if (!isReply(reply)) throw new Error(`The ${options.name} thread answered with something unknown.`);
    if ('output' in reply) return withBuffers(reply.output) as Jobs[Name]['output'];
    throw errorOf(reply);
  } finally {
    await worker.terminate();
  }
}

const replyOf = (worker: Worker, { name, timeoutMs, signal, onProgress }: ThreadOptions<JobName>) =>
  new Promise<unknown>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    const timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', (message: unknown) =>
      isProgress(message) ? onProgress?.(message.progress) : resolve(message),
    );
    worker.once('error', (error) => reject(isOutOfMemory(error) ? tooMuchMemory() : error));
    worker.once('exit', (code) => {
      settle();
      reject(new Error(`The ${name} thread ended with code ${code} before it answered.`));
    });
  });

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooMuchMemory = () =>
  new Refusal('too_large', 'The workbook needs more memory than this server gives to one file.', { hint: smaller });

const tooSlow = (timeoutMs: number) =>
  new Refusal('too_large', `Reading the workbook took longer than ${Math.ceil(timeoutMs / 1000)} seconds.`, {
    hint: smaller,
  });

const smaller = 'Split it into several workbooks, or remove tabs, rows and columns that are not needed.';
