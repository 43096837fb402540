import type { Measured } from './measured';
import { type Fleet, tabsOf } from './nodes';
import { distinctWithin, zipfBands } from './popularity';
import type { Machine, World } from './world';

/** Something there is only so much of, what is wanted of it, and what happens when that is more. */
export interface Limit {
  readonly what: string;
  readonly unit: string;
  readonly wanted: number;
  readonly there: number;
  /** What people see. */
  readonly then: string;
  /** What is done about it. */
  readonly way: string;
}

type Given = { readonly world: World; readonly measured: Measured; readonly machine: Machine; readonly fleet: Fleet };

/** Different things that each node is asked for within so many seconds, summed over all nodes. */
function askedOnNodes({ world, fleet }: Given, things: number, seconds: number): number {
  const { requestsPerSecond, skew } = world;
  if (fleet.routing === 'by project') return distinctWithin(zipfBands(things, skew, requestsPerSecond), seconds);
  return fleet.nodes * distinctWithin(zipfBands(things, skew, requestsPerSecond / fleet.nodes), seconds);
}

const google = (given: Given): Limit => {
  const { world, machine } = given;
  const projects = Math.round(world.projects * world.googleShare);
  const bands = zipfBands(projects, world.skew, world.requestsPerSecond * world.googleShare);
  return {
    what: 'reads of Google’s Sheets API',
    unit: 'a minute',
    wanted: (distinctWithin(bands, world.refreshSeconds) * 60) / world.refreshSeconds,
    there: machine.googleReadsPerMinute,
    then: 'sheets are refreshed later than their setting says; answers are served and say that they are stale',
    way: 'ask Google for more quota; notices of changes instead of looking; a client of one’s own for large customers',
  };
};

const directory = (given: Given): Limit => ({
  what: 'looks at projects in PostgreSQL',
  unit: 'statements a second',
  wanted:
    (askedOnNodes(given, given.world.projects, given.machine.believedSeconds) * given.machine.statementsPerLook) /
    given.machine.believedSeconds,
  there: given.machine.statementsPerSecond,
  then: 'answers wait for the database; after two seconds those that are known are served without it',
  way: 'believe a project longer while notices arrive; send projects to one node each',
});

const usage = (given: Given): Limit => ({
  what: 'rows of usage kept',
  unit: 'a second',
  wanted:
    (askedOnNodes(given, tabsOf(given.world), given.machine.flushSeconds) * given.machine.rowsPerFlushedTab) /
    given.machine.flushSeconds,
  there: given.machine.usageRowsPerSecond,
  then: 'counts are kept later and memory for them grows; requests do not wait',
  way: 'keep them every minute instead of every five seconds (a crash loses a minute of counts)',
});

const keys = ({ world, machine }: Given): Limit => ({
  what: 'memory for keys on each node',
  unit: 'bytes',
  wanted: world.projects * world.keysPerProject * machine.bytesPerKey,
  there: machine.keysBudget,
  then: 'nodes need a larger heap (`NODE_OPTIONS=--max-old-space-size`) and take longer to start',
  way: 'hold the keys that are used, look others up once',
});

const commits = ({ world, machine }: Given): Limit => ({
  what: 'commits that notify other nodes',
  unit: 'a second',
  wanted: world.requestsPerSecond * world.mix.append,
  there: machine.notifyingCommitsPerSecond,
  then: 'writes wait for each other, then answer 503 with Retry-After; reads go on',
  way: 'longer groups; several PostgreSQL servers, each with its own projects',
});

const loads = ({ fleet, machine }: Given): Limit => ({
  what: 'tabs read from PostgreSQL',
  unit: 'statements a second',
  wanted: fleet.loads * 2,
  there: machine.statementsPerSecond,
  then: 'first answers of rarely asked tabs take longer',
  way: 'send projects to one node each; more memory for rows; replicas for reading',
});

/** Everything there is only so much of, the one that breaks first at the top. */
export const limitsOf = (given: Given): Limit[] =>
  [google, directory, usage, keys, commits, loads]
    .map((limit) => limit(given))
    .sort((one, other) => other.wanted / other.there - one.wanted / one.there);
