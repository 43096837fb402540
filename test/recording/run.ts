import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scenarios } from './scenarios';
import { type Scenario, Stage } from './stage';

/**
 * `npm run test:recording`: plays the scenarios and compares the responses with the recorded ones. Words select scenarios by
 * name; `--record` stores the responses instead.
 */
const recorded = join(__dirname, 'answers');
const results = resolve(__dirname, '../../test-results/recording');

/** Number of concurrent scenarios; each has a server of its own. */
const CONCURRENT = 3;

const words = process.argv.slice(2);
const isRecording = words.includes('--record');
const wanted = words.filter((word) => !word.startsWith('--'));
const chosen = scenarios.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const fileOf = (folder: string, name: string) => join(folder, `${name}.txt`);

/** Plays a scenario, and stores its responses in `test-results`. @returns the recording */
async function playScenario({ name, about, play }: Scenario): Promise<string> {
  const stage = new Stage();
  try {
    await play(stage);
    const text = stage.text(about);
    writeFileSync(fileOf(results, name), text);
    const folder = join(results, name);
    if (stage.longBodies.size > 0) mkdirSync(folder, { recursive: true });
    for (const [call, body] of stage.longBodies) writeFileSync(join(folder, `${call}.txt`), body);
    return text;
  } catch (error) {
    writeFileSync(fileOf(results, name), stage.text(about));
    throw error;
  } finally {
    await stage.close();
  }
}

/** Formats the difference for a person; empty without one. */
function differenceOf(name: string, text: string): string {
  const file = fileOf(recorded, name);
  if (!existsSync(file)) return `Nothing was recorded as ${name}.`;
  if (readFileSync(file, 'utf8') === text) return '';
  const args = ['diff', '--no-index', '--no-color', '--unified=8', file, fileOf(results, name)];
  return spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout;
}

/** @returns whether everything is as recorded */
async function compareScenario(scenario: Scenario): Promise<boolean> {
  const started = Date.now();
  const { name } = scenario;
  const text = await playScenario(scenario).catch((error: unknown) => void console.error(`${name} broke off:`, error));
  if (text === undefined) return false;
  if (isRecording) writeFileSync(fileOf(recorded, name), text);
  const difference = differenceOf(name, text);
  const said = isRecording ? 'recorded' : difference === '' ? 'as recorded' : 'DIFFERS';
  console.log(
    `${difference === '' ? '' : `${difference}\n`}${name}: ${said} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
  return difference === '';
}

/** Recordings of scenarios that no longer exist. */
function unusedRecordings(): readonly string[] {
  const known = scenarios.map(({ name }) => `${name}.txt`);
  return wanted.length > 0 ? [] : readdirSync(recorded).filter((file) => !known.includes(file));
}

async function main() {
  const unknown = wanted.filter((word) => !scenarios.some(({ name }) => name === word));
  if (unknown.length > 0) throw new Error(`There is no scenario ${unknown.join(', ')}: see test/recording/scenarios.`);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  mkdirSync(recorded, { recursive: true });
  const waiting = [...chosen];
  const failed: string[] = [];
  const playOn = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!(await compareScenario(next))) failed.push(next.name);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, playOn));
  for (const file of unusedRecordings()) {
    if (isRecording) rmSync(join(recorded, file));
    else failed.push(`${file}, which no scenario plays`);
  }
  if (failed.length > 0) process.exitCode = 1;
  console.log(
    failed.length > 0 ? `Not as recorded: ${failed.join(', ')}.` : `${chosen.length} scenarios are as recorded.`,
  );
}

void main();
