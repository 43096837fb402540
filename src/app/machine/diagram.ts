import { edges, type Phased, type TransitionTable } from './transitionTable';

/** A table as a Mermaid state diagram; events that lead from one phase to the same other share an arrow. */
export function mermaid<S extends Phased, E extends object>(table: TransitionTable<S, E>, start: S['phase']): string {
  const arrows = new Map<string, string[]>();
  for (const { from, event, to } of edges(table)) {
    const arrow = `${from} --> ${to}`;
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), event]);
  }
  const lines = [...arrows].map(([arrow, events]) => `  ${arrow}: ${events.join(', ')}`);
  return ['stateDiagram-v2', `  [*] --> ${start}`, ...lines].join('\n');
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** A table as a Markdown grid: phases down, events across, in each cell the next phase; `·` changes nothing. */
export function grid<S extends Phased, E extends object>(
  table: TransitionTable<S, E>,
  events: readonly (keyof E & string)[],
): string {
  const all = edges(table);
  const next = (from: string, event: string) =>
    all.find((edge) => edge.from === from && edge.event === event)?.to ?? '·';
  const rows = Object.keys(table).map((phase) => row([`**${phase}**`, ...events.map((event) => next(phase, event))]));
  return [row(['', ...events]), row(['---', ...events.map(() => '---')]), ...rows].join('\n');
}
