import { Worker } from 'node:worker_threads';
import { Refusal } from '../refusal';
import { errorOf, isProgress, isReply, withBuffers } from './crossing';
import type { GivenJob, JobName, JobProgress, Jobs } from './jobs';

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
export const makeThread = (entry: string, heapMegabytes: number, job?: GivenJob, given: readonly ArrayBuffer[] = []) =>
  new Worker(entry, {
    workerData: job,
    transferList: [...given],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: Math.min(32, heapMegabytes) },
  });

/** What has come of a job. */
export interface Answered<Name extends JobName> {
  readonly output: Jobs[Name]['output'];
  /** Bytes of memory that its thread has. */
  readonly held: number;
}

/** Waits for the one message of a thread that has its job. Unless there is an output, the thread is of no more use. */
export async function answerOf<Name extends JobName>(
  worker: Worker,
  options: ThreadOptions<Name>,
): Promise<Answered<Name>> {
  const reply = await replyOf(worker, options);
  if (!isReply(reply)) throw new Error(`The ${options.name} thread answered with something unknown.`);
  if (!('output' in reply)) throw errorOf(reply);
  return { output: withBuffers(reply.output) as Jobs[Name]['output'], held: reply.held ?? 0 };
}

/** Settles once, whatever the thread says later: it may still end by an error. */
function replyOf(worker: Worker, { name, timeoutMs, signal, onProgress }: ThreadOptions<JobName>) {
  let settle: () => void = () => undefined;
  const reply = new Promise<unknown>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    const timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
    settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    signal.addEventListener('abort', abort, { once: true });
    worker.on('message', (message: unknown) =>
      isProgress(message) ? onProgress?.(message.progress) : resolve(message),
    );
    worker.once('error', (error) => reject(isOutOfMemory(error) ? tooMuchMemory() : error));
    worker.once('exit', (code) => reject(new Error(`The ${name} thread ended with code ${code} before it answered.`)));
  });
  return reply.finally(settle);
}

const isOutOfMemory = (error: Error) => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooMuchMemory = () =>
  new Refusal('too_large', 'The workbook needs more memory than this server gives to one file.', { hint: smaller });

const tooSlow = (timeoutMs: number) =>
  new Refusal('too_large', `Reading the workbook took longer than ${Math.ceil(timeoutMs / 1000)} seconds.`, {
    hint: smaller,
  });

const smaller = 'Split it into several workbooks, or remove tabs, rows and columns that are not needed.';
