import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf, replyTo, withBuffers } from './crossing';
import { type JobName, jobs } from './jobs';

/** Entry of a worker thread: does one job, which it was made with or is sent, posts the result and ends. */
async function work(job: unknown) {
  const { name, input } = withBuffers(job) as { name: JobName; input: never };
  try {
    const output = await jobs[name](input, (progress) => parentPort?.postMessage({ progress }));
    parentPort?.postMessage({ output }, [...new Set(memoryOf(output))]);
  } catch (thrown) {
    parentPort?.postMessage(replyTo(thrown));
  }
}

if (workerData === null || workerData === undefined) parentPort?.once('message', (job) => void work(job));
else void work(workerData);
