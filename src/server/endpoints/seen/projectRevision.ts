import type { Caller } from '../../access/caller';
import { Refusal } from '../../refusal';
import type { ReadTab } from '../endpointsRepository';
import { askedOf } from '../plans';
import { openTab, type Reading } from '../reading';

/** A tab that hides from a key what it cannot tell any more is closed to it, and tells nothing. */
async function revisionOfTab(reading: Reading, tab: ReadTab, caller: Caller): Promise<number> {
  if (!caller.hiddenColumns.has(tab.id)) return tab.revision;
  const served = await openTab(reading, tab);
  try {
    return await reading.seen.find(tab.id, served.view(), askedOf(caller, tab, served.columns).names);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'outdated_key') return 0;
    throw error;
  }
}

/**
 * The revision of a project that somebody is told of. Whoever does not see all columns of a tab is told when the rows that they see
 * have last changed.
 *
 * @param tabs those that exist for the caller
 */
export async function revisionFor(
  reading: Reading,
  project: { readonly revision: number },
  tabs: readonly ReadTab[],
  caller: Caller,
): Promise<number> {
  if (caller.hiddenColumns.size === 0) return project.revision;
  let revision = 0;
  for (const tab of tabs) revision = Math.max(revision, await revisionOfTab(reading, tab, caller));
  return revision;
}
