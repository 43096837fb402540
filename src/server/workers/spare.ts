import type { Worker } from 'node:worker_threads';

/** A job follows within seconds, or not at all. */
const KEPT_MILLISECONDS = 30_000;

/** One thread that has been started for a job to come. */
export class Spare {
  private thread: Worker | undefined;
  private end: NodeJS.Timeout | undefined;

  /** @param make starts a thread */
  constructor(private readonly make: () => Worker) {}

  /** Sees to it that there is a thread; one that nobody takes ends after a while. */
  prepare(): void {
    if (this.thread !== undefined) return;
    const thread = this.make();
    const gone = () => {
      if (this.thread === thread) this.forget();
    };
    // What is wrong with it is found out again by the thread of the job itself.
    thread.once('error', gone);
    thread.once('exit', gone);
    thread.unref();
    this.thread = thread;
    this.end = setTimeout(() => void this.close(), KEPT_MILLISECONDS).unref();
  }

  /** Gives the thread away, if there is one. */
  take(): Worker | undefined {
    const { thread } = this;
    this.forget();
    thread?.removeAllListeners();
    thread?.ref();
    return thread;
  }

  async close(): Promise<void> {
    await this.take()?.terminate();
  }

  private forget() {
    clearTimeout(this.end);
    this.thread = undefined;
  }
}
