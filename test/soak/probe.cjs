/** Loaded into the product: on request it collects garbage and reports its resources. Needs `--expose-gc`. */
const { setTimeout: after } = require('node:timers/promises');
const { isMainThread } = require('node:worker_threads');

async function look() {
  for (let n = 0; n < 3; n += 1) {
    globalThis.gc();
    await after(100);
  }
  const { heapUsed, external, arrayBuffers, rss } = process.memoryUsage();
  process.send({ heap: heapUsed, external, arrayBuffers, rss, handles: process.getActiveResourcesInfo().length });
}

// Threads load it too.
if (isMainThread) {
  process.on('message', () => void look());
  process.channel.unref();
}
