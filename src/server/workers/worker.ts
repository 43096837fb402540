import { getHeapStatistics } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf, replyTo, withBuffers } from './crossing';
import { type GivenJob, jobs } from './jobs';
import { giveWay, standBack } from './standBack';

/** Bytes of memory that this thread has, rubbish among them. */
function heldBytes(): number {
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

async function work(job: unknown) {
  const { name, input, standsBack } = withBuffers(job) as GivenJob & { readonly input: never };
  try {
    if (standsBack) standBack();
    else giveWay();
    const output = await jobs[name](input, (progress) => parentPort?.postMessage({ progress }));
    parentPort?.postMessage({ output, held: heldBytes() }, [...new Set(memoryOf(output))]);
  } catch (thrown) {
    parentPort?.postMessage(replyTo(thrown));
  }
}

/** Nothing keeps a thread with a job alive but that job. */
const waitForJob = () => void parentPort?.once('message', (job) => void work(job).then(waitForJob));

/** Entry of a worker thread: does the one job that it was made with, or one after the other that it is sent. */
if (workerData === null || workerData === undefined) waitForJob();
else void work(workerData);
