import { median } from '../report/numbers';
import { moveToClientCore } from '../servers/launch';
import { inPlace, type Place } from './place';
import { type Measured, measure, type StateName, states } from './states';

/**
 * `npm run bench:google -- rounds seconds`: measures response times of endpoints while their projects are refreshed from a Google
 * double, while Google fails, and while it does not answer. The product has a core of its own. After a warm-up, measurements
 * without and with refreshes alternate. Prints a table; each measurement also goes to the standard error.
 */

const ROUNDS = Number(process.argv[2] ?? 4);
const SECONDS = Number(process.argv[3] ?? 6);

const turns: readonly StateName[] = [
  ...Array.from({ length: ROUNDS }, () => ['none', 'refreshing'] as const).flat(),
  ...(['none', 'failing', 'none', 'hanging', 'none'] as const),
];

async function measureAll(place: Place): Promise<Measured[]> {
  await measure(place, 'refreshing', SECONDS * 2);
  const measured: Measured[] = [];
  for (const state of turns) {
    measured.push(await measure(place, state, SECONDS));
    process.stderr.write(`${line(measured.slice(-1))}\n`);
  }
  return measured;
}

const columns: Readonly<Record<string, (one: Measured) => number>> = {
  'median ms': (one) => one.median,
  '99 % ms': (one) => one.p99,
  '99.9 % ms': (one) => one.p999,
  'longest ms': (one) => one.longest,
  'event loop, CPU ms/s': (one) => one.loop,
  'event loop waited ms/s': (one) => one.waited,
  'threads, CPU ms/s': (one) => one.threads,
  'client waited ms/s': (one) => one.clientWaited,
};

const cells = (words: readonly (string | number)[]) => `| ${words.join(' | ')} |`;

/** Prints one line of the table: sums, and the medians of the measurements of one state. */
function line(of: readonly Measured[]): string {
  const [first] = of;
  const sum = (pick: (one: Measured) => number) => of.reduce((all, one) => all + pick(one), 0);
  return cells([
    ...[first === undefined ? '' : states[first.state].name],
    ...[sum(({ requests }) => requests), sum(({ calls }) => calls), sum(({ failures }) => failures)],
    ...Object.values(columns).map((pick) => median(of.map(pick)).toFixed(2)),
  ]);
}

function table(measured: readonly Measured[]): string {
  const head = ['refreshes', 'requests', 'calls to Google', 'failed', ...Object.keys(columns)];
  const lines = (Object.keys(states) as StateName[]).map((name) =>
    line(measured.filter(({ state }) => state === name)),
  );
  return [cells(head), `|${'---|'.repeat(head.length)}`, ...lines].map((text) => `${text}\n`).join('');
}

async function main() {
  moveToClientCore();
  process.stdout.write(table(await inPlace(measureAll)));
}

void main();
