import type { Worker } from 'node:worker_threads';
import { IdleThreads } from './idleThreads';
import type { GivenJob, JobName, Jobs } from './jobs';
import { answerOf, makeThread, type ThreadOptions } from './thread';

/** A thread that has more bytes of memory than this is not used again. */
const HELD_MOST = 64 * 1024 * 1024;

/**
 * The threads of jobs. One that somebody waits for has a fresh thread, so that nothing of one file is left when the next is
 * read. Those that nobody waits for come again and again, and starting a thread takes more of the processor than most of
 * them: they have threads that have done others before.
 */
export class Threads {
  private readonly fresh = new IdleThreads(1);
  private readonly used: IdleThreads;
  private isClosed = false;

  /** @param size threads at most at the same time */
  constructor(
    private readonly entry: string,
    private readonly heapMegabytes: number,
    size: number,
  ) {
    this.used = new IdleThreads(size);
  }

  /** Sees to it that a fresh thread waits for a job. */
  prepare(): void {
    if (!this.isClosed && this.fresh.count === 0) this.fresh.put(makeThread(this.entry, this.heapMegabytes));
  }

  /**
   * Has a thread do a job.
   *
   * @param given memory of the job that is handed over
   */
  async run<Name extends JobName>(
    job: GivenJob,
    given: readonly ArrayBuffer[],
    options: ThreadOptions<Name>,
  ): Promise<Jobs[Name]['output']> {
    const thread = this.begin(job, given);
    let isOfUse = false;
    try {
      const { output, held } = await answerOf(thread, options);
      isOfUse = job.standsBack && held <= HELD_MOST && !this.isClosed;
      return output;
    } finally {
      if (isOfUse) this.used.put(thread);
      else await thread.terminate();
    }
  }

  /** Ends those that wait; those that have a job end with it. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all([this.fresh.close(), this.used.close()]);
  }

  private begin(job: GivenJob, given: readonly ArrayBuffer[]): Worker {
    const ready = (job.standsBack ? this.used : this.fresh).take();
    if (ready === undefined && !job.standsBack) return makeThread(this.entry, this.heapMegabytes, job, given);
    const thread = ready ?? makeThread(this.entry, this.heapMegabytes);
    thread.postMessage(job, given);
    return thread;
  }
}
