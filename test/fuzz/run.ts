import { randomInt } from 'node:crypto';
import { keepCase } from './keptCases';
import { targets } from './targets/all';
import { watchOver } from './watchdog';

/**
 * `npm run fuzz -- 60 [seed=7] [csv query …]`: runs each target for a number of seconds, prints its seed, and stores findings in
 * `test/fuzz/cases`, which the suite tries in every run.
 */
const words = process.argv.slice(2);
const seconds = Number(words.find((word) => /^\d+$/.test(word)) ?? 60);
const given = words.find((word) => word.startsWith('seed='))?.slice('seed='.length);
const wanted = words.filter((word) => word in targets);

async function fuzz(name: string): Promise<boolean> {
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  console.log(`${name}: from seed ${seed}, for ${seconds} s`);
  const watch = watchOver(name);
  const target = await targets[name]?.();
  if (target === undefined) throw new Error(`There is no target ${name}.`);
  const { runs, found } = await target.search({ seed, milliseconds: seconds * 1000, beat: watch.beat });
  await watch.end();
  await target.close();
  console.log(found === undefined ? `${name}: ${runs} inputs, nothing found` : `${name}: FOUND after ${runs} inputs`);
  if (found === undefined) return true;
  console.log(`${found.why}\nkept in ${keepCase(name, found)}`);
  return false;
}

async function main() {
  let clean = true;
  for (const name of wanted.length === 0 ? Object.keys(targets) : wanted) clean = (await fuzz(name)) && clean;
  process.exitCode = clean ? 0 : 1;
}

void main();
