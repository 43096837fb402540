import type { Worker } from 'node:worker_threads';

/** A job follows within seconds, or not at all. */
const KEPT_MILLISECONDS = 30_000;

/** The thread's own listeners, which let its messages through, stay. */
const forgetListeners = (thread: Worker) => {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
};

/** Threads that wait for a job to come, each for a while. */
export class IdleThreads {
  /** With what ends its waiting, the last one that came at the end. */
  private readonly idle = new Map<Worker, NodeJS.Timeout>();

  /** @param most threads that may wait */
  constructor(private readonly most: number) {}

  get count(): number {
    return this.idle.size;
  }

  /** Lets a thread wait; one that nobody takes, or that is one too many, ends. */
  put(thread: Worker): void {
    forgetListeners(thread);
    // What is wrong with it is found out again by the thread of the job itself.
    thread.once('error', () => this.forget(thread));
    thread.once('exit', () => this.forget(thread));
    if (this.idle.size >= this.most) return void thread.terminate();
    thread.unref();
    this.idle.set(thread, setTimeout(() => void this.end(thread), KEPT_MILLISECONDS).unref());
  }

  /** Gives a thread away, if there is one. */
  take(): Worker | undefined {
    const thread = [...this.idle.keys()].at(-1);
    if (thread === undefined) return undefined;
    this.forget(thread);
    forgetListeners(thread);
    thread.ref();
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all([...this.idle.keys()].map((thread) => this.end(thread)));
  }

  private end(thread: Worker) {
    this.forget(thread);
    return thread.terminate();
  }

  private forget(thread: Worker) {
    clearTimeout(this.idle.get(thread));
    this.idle.delete(thread);
  }
}
