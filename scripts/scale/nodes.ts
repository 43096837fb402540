import type { Measured, Operation } from './measured';
import { type Band, hitShare, zipfBands } from './popularity';
import type { Machine, World } from './world';

/** Rows of a tab on average: the mean of the log-normal. */
export const meanRows = ({ medianRows, spreadOfRows }: World): number => medianRows * Math.exp(spreadOfRows ** 2 / 2);

export const tabsOf = ({ projects, tabsPerProject }: World): number => Math.round(projects * tabsPerProject);

/** Bytes of a tab in memory on average. */
export const tabBytes = (world: World, { bytesPerRow }: Measured, { bytesPerTab }: Machine): number =>
  meanRows(world) * bytesPerRow + bytesPerTab;

/** Core seconds of a request whose tab is in memory. */
export const requestSeconds = ({ mix }: World, { rates }: Measured): number =>
  Object.entries(mix).reduce((sum, [operation, share]) => sum + share / rates[operation as Operation], 0);

/** How requests find their way to nodes. */
export type Routing = 'any node' | 'by project';

/** What a number of nodes does. */
export interface Fleet {
  readonly routing: Routing;
  readonly nodes: number;
  /** Share of requests whose tab is in memory. */
  readonly hits: number;
  /** Tabs that are read into memory, a second, on all nodes. */
  readonly loads: number;
}

interface Planned {
  readonly world: World;
  readonly measured: Measured;
  readonly machine: Machine;
}

function hitsOf(
  { world, measured, machine }: Planned,
  bands: readonly Band[],
  routing: Routing,
  nodes: number,
): number {
  const room = machine.rowsBudget / tabBytes(world, measured, machine);
  // Where a project has its node, all memories together hold different tabs.
  return hitShare(bands, routing === 'any node' ? room : room * nodes);
}

/** The fewest nodes, each a process with a core to itself, that answer all requests. */
export function fleetFor(planned: Planned, routing: Routing): Fleet {
  const { world, measured, machine } = planned;
  const { requestsPerSecond } = world;
  const bands = zipfBands(tabsOf(world), world.skew, requestsPerSecond);
  const loadSeconds = machine.loadSeconds + machine.loadSecondsPerRow * meanRows(world);
  const each = requestSeconds(world, measured);
  const withNodes = (nodes: number) => {
    const hits = hitsOf(planned, bands, routing, nodes);
    const loads = requestsPerSecond * (1 - hits);
    const isEnough = requestsPerSecond * each + loads * loadSeconds <= nodes * machine.busy;
    return { isEnough, fleet: { routing, nodes, hits, loads } };
  };
  let enough = 1;
  while (!withNodes(enough).isEnough) enough *= 2;
  let tooFew = Math.floor(enough / 2);
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (withNodes(middle).isEnough) enough = middle;
    else tooFew = middle;
  }
  return withNodes(enough).fleet;
}
