import { setTimeout as sleep } from 'node:timers/promises';
import { type Flood, startFlood } from './floodProcess';
import type { Flooded } from './flood';
import { summaryOf, within } from './met';
import { type Probed, probeDuring } from './probe';
import { endProduct, type Product, startProduct } from './product';
import { shortcomingsOf, slowdown } from './verdict';

/** Seconds of the warm-up, of the measurement at full speed, and of calm requests. */
const WARM_SECONDS = 5;
const SPEED_SECONDS = 5;
const QUIET_SECONDS = 15;

/** Maximum seconds until the product is at full speed again. */
const RECOVERY_SECONDS = 5;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Measures the answered requests a second with as many clients as keep the product busy. */
async function fullSpeed(flood: Flood, { running, greedy: path }: Product, seconds: number): Promise<number> {
  const began = performance.now();
  const { answered } = await flood.run({ origin: running.url, path, seconds });
  return (answered * 1_000) / (performance.now() - began);
}

function printProbed(when: string, { greedy, modest, memory }: Probed) {
  print(`${when}, of the project that is flooded: ${summaryOf(greedy)}`);
  print(`${when}, of another one: ${summaryOf(modest)}`);
  print(`${when}, memory: ${Math.min(...memory)} to ${Math.max(...memory)} MiB`);
}

/** Measures the full speed in each of a number of seconds, in the same way before and after the flood. */
async function fullSpeeds(flood: Flood, product: Product, seconds: number): Promise<number[]> {
  const speeds: number[] = [];
  for (let second = 0; second < seconds; second += 1) speeds.push(await fullSpeed(flood, product, 1));
  return speeds;
}

/**
 * Measures the product before, during and after ten times as many requests as it can answer: expensive ones, of one project.
 *
 * @returns unmet expectations
 */
async function measure(flood: Flood, product: Product, seconds: number): Promise<string[]> {
  const { running, greedy: path } = product;
  await fullSpeed(flood, product, WARM_SECONDS);
  const speed = within(0.5, await fullSpeeds(flood, product, SPEED_SECONDS));
  print(`full speed: ${Math.round(speed)} requests/s`);
  const unloaded = await probeDuring(product, 'quiet', speed, () => sleep(QUIET_SECONDS * 1_000));
  printProbed('unloaded', unloaded);
  let flooding: Promise<Flooded> | undefined;
  const begin = () => (flooding = flood.run({ origin: running.url, path, seconds, perSecond: speed * 10 }));
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
    await endProduct(product);
  }
}

const given = Number(process.argv[2] ?? 60);
run(Number.isFinite(given) && given > 0 ? given : 60).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
