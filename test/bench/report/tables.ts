import type { Import } from '../lifecycle';
import type { Result } from '../rounds';
import type { Findings } from '../run';
import { goals, type Operation } from '../operations';
import { type ServerName, serverNames } from '../servers/target';
import { bar, figure, median, megabytes, NO_NUMBER } from './numbers';
import { cpuShareOf, medianOf, mostAlone, p99Of, roundsOf, shareOf, shareOfMost, timesTheBest } from './shares';

const PEERS: readonly ServerName[] = ['json-server', 'Soul'];

/** Writes a table in Markdown with right-aligned numbers. */
export function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = heads.map((_, index) => (index === 0 ? '---' : '---:'));
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const nameOf = ({ operation }: Result) => `${operation.name} (${operation.connections})`;

const perSecond = (result: Result, name: ServerName) =>
  figure(medianOf(roundsOf(result, name), (round) => round.perSecond));

/** Compares the smaller of two shares of the product with its goal. */
function verdict({ goal, floor }: Pick<Operation, 'goal' | 'floor'>, share: number): string {
  if (goal === undefined || floor === undefined) return NO_NUMBER;
  const word = Number.isNaN(share) ? 'not measured' : share >= goal ? 'reached' : share >= floor ? 'below' : 'too low';
  return `${goal.toFixed(2)} ${word}`;
}

export function sharesTable(results: readonly Result[]): string {
  const heads = ['operation (connections)', 'node:http /s', 'Tabpoint /s', 'share', 'by CPU', 'goal', ''];
  const lines = results.map((result) => {
    const share = shareOf(result, 'Tabpoint', 'node:http');
    const byCpu = cpuShareOf(result, 'Tabpoint', 'node:http');
    const both = [share, byCpu].filter((one) => !Number.isNaN(one));
    const judged = both.length === 0 ? Number.NaN : Math.min(...both);
    const counts = [perSecond(result, 'node:http'), perSecond(result, 'Tabpoint')];
    return [nameOf(result), ...counts, figure(share), figure(byCpu), verdict(result.operation, judged), bar(judged)];
  });
  return table(heads, lines);
}

export function peersTable(results: readonly Result[]): string {
  const heads = ['operation (connections)', 'Tabpoint /s', 'json-server /s', 'Soul /s', 'Tabpoint to the best of them'];
  const lines = results.map((result) => {
    const times = timesTheBest(result, 'Tabpoint', PEERS);
    const counts = (['Tabpoint', ...PEERS] as const).map((name) => perSecond(result, name));
    return [nameOf(result), ...counts, Number.isNaN(times) ? NO_NUMBER : `${figure(times)} ×`];
  });
  return table(heads, lines);
}

/** Compares the product's p99 with the yardstick's, and with the goal if there is one. */
function timesBare(result: Result): string {
  const { kind, connections } = result.operation;
  const times = p99Of(result, 'Tabpoint') / p99Of(result, 'node:http');
  if (Number.isNaN(times)) return NO_NUMBER;
  const goal = kind === 'append' ? '' : ` (goal ${goals.p99(connections)})`;
  return `${figure(times)} ×${goal}`;
}

export function latencyTable(results: readonly Result[]): string {
  const lines = results.map((result) => [
    nameOf(result),
    ...serverNames.map((name) => {
      const p50 = medianOf(roundsOf(result, name), (round) => round.p50);
      return `${figure(p50)} / ${figure(p99Of(result, name))}`;
    }),
    timesBare(result),
  ]);
  return table(['p50 / p99, ms', ...serverNames, 'p99 to node:http'], lines);
}

/** Minimum time of an append: a turn as of a response of bare `node:http`, and the disk. */
export function diskTable(results: readonly Result[]): string {
  const lines = results
    .filter(({ flushes }) => flushes.length > 0)
    .map((result) => {
      const disk = median(result.flushes.map(({ p99 }) => p99));
      const least = disk + p99Of(result, 'node:http');
      const ours = p99Of(result, 'Tabpoint');
      const times = ours / least;
      const waits = `${figure(median(result.flushes.map(({ p50 }) => p50)))} / ${figure(disk)}`;
      return [
        nameOf(result),
        waits,
        figure(least),
        figure(ours),
        Number.isNaN(times) ? NO_NUMBER : `${figure(times)} ×`,
      ];
    });
  const heads = ['p99, ms', 'the same bytes to the disk, alone: p50 / p99', 'and node:http', 'Tabpoint', 'to both'];
  return lines.length === 0 ? '' : table(heads, lines);
}

/** Compares appends of one waiting client with the minimum time of the disk and bare `node:http` in sequence. */
export function aloneTable(results: readonly Result[]): string {
  const lines = results
    .filter(({ operation, flushes }) => operation.connections === 1 && flushes.length > 0)
    .map((result) => {
      const share = shareOfMost(result, 'Tabpoint');
      const counts = [figure(median(mostAlone(result))), perSecond(result, 'Tabpoint')];
      return [nameOf(result), ...counts, figure(share), verdict(goals.alone, share), bar(share)];
    });
  const heads = ['one after the other', 'disk and node:http /s', 'Tabpoint /s', 'share', 'goal', ''];
  return lines.length === 0 ? '' : table(heads, lines);
}

export function livingTable({ living, afterLoad, imports }: Findings): string {
  const idle = median(Object.values(imports).flatMap((list) => list.flatMap((one) => one.idle ?? [])));
  const lines = living.map(({ name, starts, served, floor, whole }) => [
    name,
    figure(median(starts), 'ms'),
    floor === undefined ? NO_NUMBER : figure(median(starts.map((start) => start / floor)), '×'),
    figure(whole ?? median(starts), 'ms'),
    name === 'Tabpoint' ? megabytes(idle) : NO_NUMBER,
    megabytes(served),
    megabytes(afterLoad[name]),
  ]);
  return table(
    [
      '',
      `start to first answer (goal ${goals.start} ms)`,
      `to reading its rows alone (goal of a million ${goals.startToReading} ×)`,
      'to an answer from all rows',
      'memory, empty',
      `rows served (goal ${goals.memory} MB)`,
      'after all this',
    ],
    lines,
  );
}

export function importTable({ imports }: Findings): string {
  const middle = (list: readonly Import[], what: (one: Import) => number) => figure(median(list.map(what)), 'ms');
  const lines = (['CSV', 'XLSX'] as const).map((kind) => {
    const list = imports[kind];
    return [
      kind,
      middle(list, ({ took }) => took),
      `${goals.imports[kind]} ms`,
      figure(median(list.map(({ took, floor }) => took / floor)), '×'),
      middle(list, ({ standstill }) => standstill),
      middle(list, ({ meanwhile }) => meanwhile.slowest),
      `${goals.standstill} ms`,
      middle(list, ({ meanwhile }) => meanwhile.p99),
      middle(list, ({ atRest }) => atRest.slowest),
    ];
  });
  return table(
    [
      '',
      'upload to first answer',
      'goal',
      'to reading alone (goal 2 ×)',
      'loop stood still',
      'slowest meanwhile',
      'goal',
      'p99 meanwhile',
      'slowest at rest',
    ],
    lines,
  );
}
