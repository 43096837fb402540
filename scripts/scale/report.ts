import { limitsOf, type Limit } from './limits';
import { type Measured, type Operation, operations } from './measured';
import { type Fleet, fleetFor, meanRows, requestSeconds, type Routing, tabBytes, tabsOf } from './nodes';
import { internetScale, machine, type World } from './world';

const told = (value: number) => Number(value.toPrecision(3)).toLocaleString('en-GB');

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'];

function bytesTold(bytes: number): string {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${told(bytes / 1000 ** power)} ${SIZES[power]}`;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const ROUTINGS: readonly Routing[] = ['any node', 'by project'];

function measuredTable(measured: Measured, { mix }: World): string {
  const rows = Object.entries(operations).map(([operation, name]) => {
    const rate = measured.rates[operation as Operation];
    return [name.replace(' (32)', ''), `${told(rate)} /s`, `${told(mix[operation as Operation] * 100)} %`];
  });
  return table(['operation', 'one core, measured', 'share assumed'], rows);
}

function fleetTable(fleets: readonly Fleet[]): string {
  const rows = fleets.map(({ routing, nodes, hits, loads }) => [
    routing,
    told(nodes),
    `${told(hits * 100)} %`,
    told(loads),
  ]);
  return table(['requests go to', 'nodes (a core each)', 'tab in memory', 'tabs read a second'], rows);
}

const amount = ({ unit }: Limit, value: number) => (unit === 'bytes' ? bytesTold(value) : `${told(value)} ${unit}`);

function limitTable(limits: readonly Limit[]): string {
  const rows = limits.map((limit) => [
    limit.what,
    amount(limit, limit.wanted),
    amount(limit, limit.there),
    `${told(limit.wanted / limit.there)} ×`,
    limit.then,
    limit.way,
  ]);
  return table(['what', 'wanted', 'there is', 'used', 'what then', 'what to do'], rows);
}

/** The tables of `docs/scale.md`, worked out of measured costs. */
export function scaleReport(measured: Measured, world: World = internetScale): string {
  const fleets = ROUTINGS.map((routing) => fleetFor({ world, measured, machine }, routing));
  const bytes = tabBytes(world, measured, machine);
  const parts = [
    `${told(world.projects)} projects, ${told(tabsOf(world))} tabs of ${told(meanRows(world))} rows on average (median ${told(world.medianRows)}), ${told(world.requestsPerSecond)} requests a second.`,
    measuredTable(measured, world),
    `A request takes ${told(requestSeconds(world, measured) * 1e6)} µs of a core on average when its tab is in memory. A tab takes ${bytesTold(bytes)} there; all of them would take ${bytesTold(bytes * tabsOf(world))}.`,
    fleetTable(fleets),
    ...fleets.map(
      (fleet) =>
        `### What breaks first: requests go to ${fleet.routing === 'any node' ? 'any node' : 'the node of their project'}\n\n${limitTable(limitsOf({ world, measured, machine, fleet }))}`,
    ),
  ];
  return parts.join('\n\n');
}
