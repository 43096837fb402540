import { edges, type Phased, type TransitionTable } from './transitionTable';

/** The properties of a machine that the drawings use. */
interface Drawn<S extends Phased, E extends object> {
  readonly table: TransitionTable<S, E>;
  readonly events: readonly (keyof E & string)[];
  readonly getInitialState: () => S;
}

/** Draws a machine as a Mermaid state diagram; events with the same source and target phase share an arrow. */
export function mermaid<S extends Phased, E extends object>({ table, getInitialState }: Drawn<S, E>): string {
  const arrows = new Map<string, string[]>();
  for (const { from, event, to } of edges(table)) {
    const arrow = `${from} --> ${to}`;
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), event]);
  }
  const lines = [...arrows].map(([arrow, events]) => `  ${arrow}: ${events.join(', ')}`);
  return ['stateDiagram-v2', `  [*] --> ${getInitialState().phase}`, ...lines].join('\n');
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Draws a machine as a Markdown grid: a row per phase, a column per event, in each cell the next phase; `·` is no change. */
export function grid<S extends Phased, E extends object>({ table, events }: Drawn<S, E>): string {
  const all = edges(table);
  const next = (from: string, event: string) =>
    all.find((edge) => edge.from === from && edge.event === event)?.to ?? '·';
  const rows = Object.keys(table).map((phase) => row([`**${phase}**`, ...events.map((event) => next(phase, event))]));
  return [row(['', ...events]), row(['---', ...events.map(() => '---')]), ...rows].join('\n');
}
