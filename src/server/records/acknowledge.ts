import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TabGroup } from './group';
import type { Outcome } from './logStore';
import { stateOf } from './tabState';
import type { WriterOptions } from './writer';

type Committed = Extract<Outcome, { kind: 'committed' }>;

interface News {
  readonly sequence: number;
  readonly revision: number;
}

/** More changes than these are made to the served copy in small steps. */
export const MANY = 500;

/** Lets everybody see what is on disk, then tells those who wait for it: at once, unless it is much. */
export function acknowledge(options: WriterOptions, group: TabGroup, committed: Committed): void | Promise<void> {
  const { sequence, revisions } = committed;
  const revision = revisions.at(-1);
  if (revision === undefined || sequence <= group.opened.state.sequence) return tell(options, group, committed, false);
  const news = { sequence, revision };
  if (group.rows > MANY) return acknowledgeInSteps(options, group, committed, news);
  follow(options, group, news);
  tell(options, group, committed, true);
}

async function acknowledgeInSteps(options: WriterOptions, group: TabGroup, committed: Committed, news: News) {
  await nextTurn();
  await followInSteps(options, group, news);
  await nextTurn();
  tell(options, group, committed, true);
}

function tell(options: WriterOptions, group: TabGroup, { revisions }: Committed, isNews: boolean) {
  const { tabId, state, served } = group.opened;
  for (let at = 0; at < group.ready.length; at += 1) {
    const { waiting, planned } = group.ready[at]!;
    waiting.resolve({ kind: 'written', planned, revision: revisions[at] ?? 0, served });
  }
  if (isNews) options.grown(tabId, state.pending, served.rows);
}

/** What is on disk becomes visible. Where that goes wrong, the tab is read anew. */
function follow(options: WriterOptions, group: TabGroup, { sequence, revision }: News) {
  const { tabId, served } = group.opened;
  const changes = group.changes();
  try {
    options.tabs.apply(tabId, { changes, revision });
    if (served.revision < revision) served.apply(changes, revision);
  } catch (error) {
    readAnew(options, group, error);
  }
  followState(options, group, sequence);
}

/** As {@link follow}. */
async function followInSteps(options: WriterOptions, group: TabGroup, { sequence, revision }: News) {
  const { tabId, served } = group.opened;
  const changes = group.changes();
  try {
    await options.tabs.applyInSteps(tabId, { changes, revision });
    if (served.revision < revision) await served.applyInSteps(changes, revision);
  } catch (error) {
    readAnew(options, group, error);
  }
  followState(options, group, sequence);
}

function readAnew({ tabs, report }: WriterOptions, { opened: { tabId } }: TabGroup, error: unknown) {
  tabs.forget(tabId);
  report(error);
}

/** The tab may have been let go and loaded again since it was opened for the writes: that one has followed too. */
function followState({ tabs }: WriterOptions, group: TabGroup, sequence: number) {
  const { tabId, state } = group.opened;
  const kept = tabs.peek({ id: tabId, snapshot: state.snapshot });
  const { sequence: before, lastRow } = state;
  for (const one of new Set([state, kept && stateOf(kept)])) {
    if (one?.sequence !== before) continue;
    one.sequence = sequence;
    one.lastRow = Math.max(one.lastRow, lastRow);
    one.pending += group.rows;
  }
}
