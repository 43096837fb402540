import type { RowChange } from '../endpoints/engine/engine';
import type { TabGroup } from './group';
import type { Outcome } from './logStore';
import { stateOf } from './tabState';
import type { WriterOptions } from './writer';

type Committed = Extract<Outcome, { kind: 'committed' }>;

interface News {
  readonly sequence: number;
  readonly revision: number;
}

/** Lets everybody see what is on disk, then tells those who wait for it. */
export function acknowledge(options: WriterOptions, group: TabGroup, { sequence, revisions }: Committed): void {
  const { tabId, state, served } = group.opened;
  const last = revisions.at(-1);
  const isNews = sequence > state.sequence && last !== undefined;
  if (isNews) follow(options, group, { sequence, revision: last });
  for (const [at, { waiting, planned }] of group.ready.entries()) {
    waiting.resolve({ kind: 'written', planned, revision: revisions[at] ?? 0, served });
  }
  if (isNews) options.grown(tabId, state.pending, served.rows);
}

/** What is on disk becomes visible. Where that goes wrong, the tab is read anew. */
function follow(options: WriterOptions, group: TabGroup, { sequence, revision }: News) {
  const { tabId, served } = group.opened;
  const { tabs, report } = options;
  const changes = group.changes();
  try {
    tabs.apply(tabId, { changes, revision });
    if (served.revision < revision) served.apply(changes, revision);
  } catch (error) {
    tabs.forget(tabId);
    report(error);
  }
  followState(options, group, changes, sequence);
}

/** The tab may have been let go and loaded again since it was opened for the writes: that one has followed too. */
function followState({ tabs }: WriterOptions, group: TabGroup, changes: readonly RowChange[], sequence: number) {
  const { tabId, state } = group.opened;
  const kept = tabs.peek({ id: tabId, snapshot: state.snapshot });
  const { sequence: before, lastRow } = state;
  for (const one of new Set([state, kept && stateOf(kept)])) {
    if (one?.sequence !== before) continue;
    one.sequence = sequence;
    one.lastRow = Math.max(one.lastRow, lastRow);
    one.pending += changes.length;
  }
}
