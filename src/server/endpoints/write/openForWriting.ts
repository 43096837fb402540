import { stateOf } from '../../records/tabState';
import type { OpenedTab } from '../../records/waiting';
import { Refusal } from '../../refusal';
import { findTab, type ReadTab } from '../endpointsRepository';
import type { ServedTab } from '../engine/engine';
import { openTab, type Reading } from '../reading';

const noColumns = () =>
  new Refusal('read_only', 'This sheet has no columns yet, so no row can be written.', {
    hint: 'Put column names above the rows in the spreadsheet first.',
  });

/**
 * A tab in memory as writes need it.
 *
 * @returns undefined where it has no columns
 */
export function openedTab(served: ServedTab, { id: tabId, key_column }: ReadTab): OpenedTab | undefined {
  const state = stateOf(served);
  if (state === undefined) return undefined;
  state.keyAt = key_column === null ? -1 : served.columns.findIndex(({ key }) => key === key_column);
  return { tabId, served, state };
}

/** The tab as it is by now, ready to be written to. */
async function openForWriting(reading: Reading, tab: ReadTab): Promise<OpenedTab> {
  const opened = openedTab(await openTab(reading, tab), tab);
  if (opened === undefined) throw noColumns();
  return opened;
}

/** Opens the tab as it is stored by now. */
export async function openAgain(reading: Reading, tab: ReadTab): Promise<OpenedTab> {
  const current = await findTab(reading.db, tab.id);
  if (current === undefined) throw new Refusal('gone', 'This endpoint has been removed. Nothing was written.');
  return openForWriting(reading, current);
}

/** Opens the tab as it was found, and as it is stored by now whenever it is asked again. */
export function opener(reading: Reading, tab: ReadTab): () => Promise<OpenedTab> {
  let isFirst = true;
  return () => {
    if (!isFirst) return openAgain(reading, tab);
    isFirst = false;
    return openForWriting(reading, tab);
  };
}
