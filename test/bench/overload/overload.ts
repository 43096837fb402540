import { setTimeout as sleep } from 'node:timers/promises';
import { type Flood, startFlood } from './floodProcess';
import type { Flooded } from './flood';
import { summaryOf, within } from './met';
import { type Probed, probeDuring } from './probe';
import { type Product, startProduct } from './product';
import { shortcomingsOf, slowdown } from './verdict';

/** Seconds that it is warmed up for, that its full speed is measured for, and that it is asked calmly for. */
const WARM_SECONDS = 5;
const SPEED_SECONDS = 5;
const QUIET_SECONDS = 15;

/** Seconds within which it has to be at full speed again. */
const RECOVERY_SECONDS = 5;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Requests a second that are answered when as many clients ask as keep the product busy. */
async function fullSpeed(flood: Flood, { origin, greedy: path }: Product, seconds: number): Promise<number> {
  const began = performance.now();
  const { answered } = await flood.run({ origin, path, seconds });
  return (answered * 1_000) / (performance.now() - began);
}

function printProbed(when: string, { greedy, modest, memory }: Probed) {
  print(`${when}, of the project that is flooded: ${summaryOf(greedy)}`);
  print(`${when}, of another one: ${summaryOf(modest)}`);
  print(`${when}, memory: ${Math.min(...memory)} to ${Math.max(...memory)} MiB`);
}

/** Full speed in each of so many seconds: before and after the flood it is measured in the same way. */
async function fullSpeeds(flood: Flood, product: Product, seconds: number): Promise<number[]> {
  const speeds: number[] = [];
  for (let second = 0; second < seconds; second += 1) speeds.push(await fullSpeed(flood, product, 1));
  return speeds;
}

/**
 * Measures the product before, under and after ten times as many requests as it can answer: dear ones, of one project.
 *
 * @returns what did not hold
 */
async function measure(flood: Flood, product: Product, seconds: number): Promise<string[]> {
  const { origin, greedy: path } = product;
  await fullSpeed(flood, product, WARM_SECONDS);
  const speed = within(0.5, await fullSpeeds(flood, product, SPEED_SECONDS));
  print(`full speed: ${Math.round(speed)} requests/s`);
  const unloaded = await probeDuring(product, 'quiet', speed, () => sleep(QUIET_SECONDS * 1_000));
  printProbed('unloaded', unloaded);
  let flooding: Promise<Flooded> | undefined;
  const begin = () => (flooding = flood.run({ origin, path, seconds, perSecond: speed * 10 }));
  const flooded = await probeDuring(product, 'loaded', speed, begin);
  const { asked, answered, refused, failed } = await (flooding ?? begin());
  const after = await fullSpeeds(flood, product, RECOVERY_SECONDS);
  print(`flood: ${asked} asked, ${(asked / seconds / speed).toFixed(1)} × full speed, of which ${answered} answered,`);
  print(`  ${refused} refused and ${failed} failed`);
  printProbed('flooded', flooded);
  print(`flooded, p99 of all that was let in: ${slowdown(unloaded, flooded).toFixed(1)} × unloaded`);
  print(`afterwards, of full speed: ${after.map((one) => `${Math.round((100 * one) / speed)} %`).join(', ')}`);
  return shortcomingsOf({ fullSpeed: speed, unloaded, flooded, offered: asked / seconds, after });
}

async function run(seconds: number) {
  const [product, flood] = [await startProduct(), startFlood()];
  try {
    const shortcomings = await measure(flood, product, seconds);
    print(shortcomings.length === 0 ? 'all held' : shortcomings.join('\n'));
    process.exitCode = shortcomings.length === 0 ? 0 : 1;
  } finally {
    flood.end();
    await product.end();
  }
}

const given = Number(process.argv[2] ?? 60);
run(Number.isFinite(given) && given > 0 ? given : 60).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
