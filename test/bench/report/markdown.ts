import { cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Options } from '../options';
import type { Result } from '../rounds';
import type { Findings } from '../run';
import { isPinned } from '../servers/launch';
import { figure, megabytes } from './numbers';
import { aloneTable, diskTable, importTable, latencyTable, livingTable, peersTable, sharesTable } from './tables';

/** Conditions of a run. */
export interface Circumstances {
  readonly options: Options;
  readonly versions: Readonly<Record<string, string>>;
  /** Load average at the start. */
  readonly loadBefore: number;
}

/** Share of a core above which the client may have been the limit. */
const CLIENT_LIMIT = 0.95;

function remarks({ results, missing }: Findings): string[] {
  const ofOne = ({ operation, outcomes }: Result) =>
    Object.entries(outcomes).flatMap(([server, outcome]) => {
      const where = `${operation.name} (${operation.connections}), ${server}`;
      if ('why' in outcome) return [`${where}: not available, ${outcome.why}.`];
      const others = new Set(outcome.rounds.flatMap((round) => Object.keys(round.others)));
      const isClientFull = outcome.rounds.some(({ clientBusy }) => clientBusy > CLIENT_LIMIT);
      return [
        ...(others.size > 0 ? [`${where}: some answers were ${[...others].join(', ')}; they do not count.`] : []),
        ...(isClientFull ? [`${where}: the client was at its limit; the share by CPU tells more.`] : []),
      ];
    });
  return [...missing.map((what) => `Not available: ${what}.`), ...results.flatMap(ofOne)];
}

const method = ({ options }: Circumstances) => `
- Every server has the same ${options.rows.toLocaleString('en-GB')} rows of ten columns, made by a seeded generator.
- \`node:http\` is the yardstick: it sends precomputed Buffers, byte for byte what Tabpoint answered. For an append, which has no
  counterpart, it answers a GET of one row. What it sends is always the same, and so at hand for the processor. *Bytes from anywhere*
  are as many as a page has, cut out of all rows wherever is asked: what any server has to fetch from memory for a deep page.
- Tabpoint is the product as \`npm start\` runs it, with nothing set but its data folder and port. Unless said otherwise requests
  carry a secret key; limits, counters and the log are on. An append is acknowledged when it is on disk.
- json-server holds its rows in memory and rewrites its file for every append, without syncing it. Soul has SQLite with an index
  on every column asked for. Neither has keys or counters switched on. Both send all rows as one JSON array.
- Each operation has one round to warm up and ${options.rounds} that count, of ${options.duration / 1000} s for each server in turn. A share is the median of
  the quotients within each round, so that whatever else the machine does meets both. *By CPU* compares answers per second
  of CPU time. The smaller of the two is held against the goal.
- Every connection is kept alive and has one request under way. ${isPinned ? 'The server has one core for itself, the client another.' : 'Server and client share the cores, as `taskset` is missing.'}
- *New* means that an address comes back after tens of thousands of others, gigabytes of answers later: no cache holds it
  so long. The first answer to each question is compared with the rows, worked out the plain way.
- An append is answered when its commit is on the disk, and those who wait together share one commit. _The same bytes to the disk,
  alone_ is a process on the server's core that writes about as much as such a commit over a file that is there, waits for the disk
  (\`fdatasync\`), and does nothing else, for as long in each round. Nobody who waits for the disk waits less: to its p99 comes what bare
  \`node:http\` takes for a turn of its event loop. *One after the other* is as often as both can be waited for in turn.
- A start ends with the first page of 100 rows, for which Tabpoint loads all rows of the tab. _Reading its rows alone_ is what it takes to read them from the database file and to unpack them.
- An import runs on all cores, from the first byte of the upload until the endpoint answers with rows. Meanwhile \`/healthz\`
  is asked every millisecond: while the event loop stands still, an answer takes as long. Other work on the cores shows in it
  too, therefore *at rest* beside it. *Loop stood still* is the longest delay that the product itself measured. *Reading alone* is
  what a bare reader takes for the same file right after: cells taken apart and put into JSON, nothing checked or kept.
- Percentiles of fewer than 100 answers are left out. *Rows served* is after one question of each kind. Memory is what the system has for the process (RSS).`;

function machineLines({ versions, loadBefore }: Circumstances): string {
  const [cpu] = cpus();
  const software = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `- ${new Date().toISOString().slice(0, 10)}`,
    `- ${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${megabytes(totalmem())} of memory, ${type()} ${release()}`,
    `- ${software.join(', ')}`,
    `- Load of the machine before: ${figure(loadBefore)}, after: ${figure(loadavg()[0])}. Above 0.5 before, something else took part.`,
  ].join('\n');
}

/** Writes the whole report. */
export function report(findings: Findings, circumstances: Circumstances): string {
  const { results, killed } = findings;
  const notes = remarks(findings);
  return [
    '# Benchmarks',
    'Written by `npm run bench`. Compare shares, not absolute numbers: those belong to the machine.',
    circumstances.options.quick ? '**A quick run, to try it out: not for judging.**' : '',
    '## How near to the limit',
    sharesTable(results),
    '## Beside other servers',
    peersTable(results),
    '## Waiting',
    latencyTable(results),
    diskTable(results),
    aloneTable(results),
    '## Starting, and memory',
    livingTable(findings),
    '## Importing',
    importTable(findings),
    killed === undefined
      ? ''
      : `Killed (\`kill -9\`) after the appends with ${killed.before.toLocaleString('en-GB')} rows, it had ${killed.after.toLocaleString('en-GB')} when it was started again.`,
    notes.length === 0 ? '' : `## Remarks\n\n${notes.map((note) => `- ${note}`).join('\n')}`,
    '## Machine',
    machineLines(circumstances),
    `## Method\n${method(circumstances)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
