import { isDriveSheetId } from '../../../contract/sheetUrl';
import { type Caller, viewOf } from '../../access/caller';
import type { Basics } from '../answerHeads';
import type { ReadProject, ReadTab } from '../endpointsRepository';
import type { Reading } from '../reading';

/** A project, a tab of it, and whoever asks. */
interface AskedOf {
  readonly project: ReadProject;
  readonly tab: Pick<ReadTab, 'id'>;
  readonly caller: Caller;
}

/**
 * A project as of when somebody last saw a change who does not see all columns. A spreadsheet of the drive is read whenever
 * something in it is edited: when that was would tell of what is hidden. One that is kept elsewhere is read again and again.
 *
 * @param since milliseconds since 1970
 */
function asSeen<P extends Pick<ReadProject, 'sheet_id' | 'synced_at'>>(project: P, since: number | undefined): P {
  if (!isDriveSheetId(project.sheet_id)) return project;
  return { ...project, synced_at: since === undefined ? null : new Date(since).toISOString() };
}

/** How fresh a tab is, as somebody is told of it: see {@link asSeen}. */
export function freshnessFor(
  { tabs, seen }: Reading,
  { project, tab, caller }: AskedOf,
): Pick<Basics, 'project' | 'writtenAt'> {
  const sight = viewOf(caller, tab.id);
  if (sight === '') return { project, writtenAt: tabs.writtenAt(tab.id) };
  const since = seen.latest(tab.id, sight)?.since;
  return { project: asSeen(project, since), writtenAt: since };
}

/** A project as somebody is told of it: see {@link asSeen}. */
export function projectFor<P extends Pick<ReadProject, 'sheet_id' | 'synced_at'>>(
  { seen }: Reading,
  project: P,
  caller: Caller,
): P {
  const tabs = [...caller.hiddenColumns.keys()];
  if (tabs.length === 0) return project;
  const times = tabs.flatMap((id) => seen.latest(id, viewOf(caller, id))?.since ?? []);
  return asSeen(project, times.length === 0 ? undefined : Math.max(...times));
}
