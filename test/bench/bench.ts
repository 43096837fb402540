/** `npm run bench`: measures, prints the tables and writes the report. Started by `scripts/bench.mjs`, which builds it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { version } from '../../package.json';
import { readOptions } from './options';
import { report } from './report/markdown';
import { run } from './run';
import { moveToClientCore } from './servers/launch';

const versionIn = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

function versionsOf(tools: string | undefined): Record<string, string> {
  const own = { Node: process.versions.node, Tabpoint: version };
  if (tools === undefined) return own;
  const of = (name: string) => versionIn(join(tools, 'node_modules', name));
  return { ...own, 'json-server': of('json-server'), Soul: of('soul-cli') };
}

/** @param tools folder that the other servers are installed in; empty when they could not be */
async function main(root: string, tools: string, words: readonly string[]) {
  const options = readOptions(words);
  if (options === undefined) return;
  const loadBefore = loadavg()[0] ?? 0;
  moveToClientCore();
  const scratch = join(root, '.cache/bench/run');
  const places = { root, scratch, built: __dirname, tools: tools === '' ? undefined : tools };
  const findings = await run(places, options);
  const text = report(findings, { options, versions: versionsOf(places.tools), loadBefore });
  const { format } = await import('oxfmt');
  const { code: tidy } = await format('report.md', text, { printWidth: 120 });
  const file = resolve(root, options.out);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, tidy);
  writeFileSync(join(root, '.cache/bench/findings.json'), JSON.stringify(findings, undefined, 1));
  process.stdout.write(`\n${tidy}\nWritten to ${options.out}.\n`);
}

const [root = '.', tools = '', ...words] = process.argv.slice(2);
main(root, tools, words).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
