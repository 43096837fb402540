import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf, replyTo, withBuffers } from './crossing';
import { type JobName, jobs } from './jobs';

/** Entry of a worker thread: does the one job it was made for, posts the result and ends. */
async function work() {
  const { name, input } = withBuffers(workerData) as { name: JobName; input: never };
  try {
    const output = await jobs[name](input);
    parentPort?.postMessage({ output }, [...new Set(memoryOf(output))]);
  } catch (thrown) {
    parentPort?.postMessage(replyTo(thrown));
  }
}

void work();
