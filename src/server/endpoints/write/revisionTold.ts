import type { OpenedTab, Written } from '../../records/waiting';
import type { TabView } from '../engine/engine';
import { askedOf } from '../plans';
import type { Reading } from '../reading';
import type { PlannedRows } from './plannedRows';
import type { WriteTarget } from './writeTarget';
import type { Done } from './writtenAnswer';

/*
 * Whoever writes and does not see all columns is told of revisions as when they read (`../seen/seenRevisions`): what a write changes
 * they see, and what it leaves as it is makes no revision for them.
 */

type Writer = Pick<WriteTarget, 'caller' | 'tab'>;

const seesAll = ({ caller, tab }: Writer) => !caller.hiddenColumns.has(tab.id);

/** The revision of the rows before a write. */
export const revisionBefore = ({ seen }: Reading, { caller, tab }: Writer, view: TabView): Promise<number> =>
  seen.find(tab.id, view, askedOf(caller, tab, view.columns).names);

/** Opens a tab, and finds what {@link revisionKept} has to know of it. */
export async function openTold(reading: Reading, writer: Writer, open: () => Promise<OpenedTab>): Promise<OpenedTab> {
  const opened = await open();
  if (!seesAll(writer)) await revisionBefore(reading, writer, opened.served.view());
  return opened;
}

/** The revision in an answer that is kept for repeats: it is made while the write is committed. */
export function revisionKept({ seen }: Reading, { caller, tab }: Writer, { planned, revision }: Done): number {
  const { rows, view } = planned;
  if (rows.length > 0 || seesAll({ caller, tab })) return revision;
  return seen.told(tab.id, view, askedOf(caller, tab, view.columns).names, true);
}

/** The revision of the rows after a write. */
export async function revisionAfter(
  reading: Reading,
  writer: Writer,
  { served, revision }: Extract<Written<PlannedRows>, { kind: 'written' }>,
): Promise<number> {
  if (seesAll(writer)) return revision;
  const view = served.view();
  // Where the rows were replaced by others, those that were written to are not the ones of now.
  return view.revision < revision ? revision : revisionBefore(reading, writer, view);
}
