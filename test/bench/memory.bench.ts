/**
 * Serves many different tabs, with cursors and cached responses, within one memory budget, and prints the counted and resident
 * bytes. Every third tab gets other rows halfway.
 *
 * Run `npx tsx test/bench/memory.bench.ts [tabs] [rows of each] [budget in MiB]`.
 */
import { Memory, SharedCache } from '../../src/server/store/memory/memory';
import { ServedTabs } from '../../src/server/store/memory/servedTabs';
import { packedTab } from './engineTab';

const MEBIBYTE = 1024 * 1024;
const [tabCount = 1_000, rows = 3_000, budget = 512] = process.argv.slice(2).map(Number);

const inMebibytes = (bytes: number) => `${Math.round(bytes / MEBIBYTE)} MiB`;
const resident = () => inMebibytes(process.memoryUsage().rss);

const memory = new Memory(budget * MEBIBYTE);
const packing = packedTab(rows);
const tabs = new ServedTabs({ memory, read: async () => Buffer.from(await packing) });
const answers = new SharedCache<Buffer>(64 * MEBIBYTE, { memory });
const written = Buffer.allocUnsafeSlow(MEBIBYTE);

async function serve(n: number, round: number): Promise<number> {
  const tab = await tabs.get({ id: `t${n}`, snapshot: n % 3 === 0 ? `s${n} ${round}` : `s${n}` });
  const view = tab.view();
  for (let offset = 0; offset < 400; offset += 100) {
    const end = view.page({ offset, limit: 100 }).write(written, 0);
    answers.set(`${n} ${offset}`, Buffer.from(written.subarray(0, end)), end);
  }
  return tab.bytes;
}

async function main() {
  console.log(`at the start: the process takes ${resident()}`);
  let most = 0;
  let served = 0;
  for (let n = 0; n < 2 * tabCount; n += 1) {
    served += await serve(n % tabCount, Math.floor(n / tabCount));
    most = Math.max(most, memory.bytes);
    if ((n + 1) % Math.ceil(tabCount / 4) === 0) {
      console.log(`${n + 1} served: ${inMebibytes(memory.bytes)} counted, the process takes ${resident()}`);
    }
  }
  console.log(`${inMebibytes(served)} of rows served under ${budget} MiB; ${inMebibytes(most)} counted at most`);
}

void main();
