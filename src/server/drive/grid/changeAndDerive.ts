import type { GridChangeAnswer, GridOperation } from '../../../contract/driveGrid';
import { limits } from '../../../contract/limits';
import type { Column } from '../../../contract/rows';
import { withBlobs } from '../../database/blobs';
import type { Db } from '../../database/schema';
import { ChangedMeanwhile, requireOne, retryIfChanged } from '../../database/optimisticLocking';
import type { Author } from '../../database/tables/records';
import { settingsColumns, settingsOf, type TabSettings } from '../../normalise/derivedTab';
import { refuseRowsBeyond } from '../../plans/planRefusals';
import { isRowChange, movedNumber, type Reshape } from '../../rawTab/reshape';
import { Refusal } from '../../refusal';
import type { StoredRows } from '../../sync/deriveTabs';
import { rowsColumns } from '../../sync/publishSync';
import { compareAndAddTombstones } from '../../sync/rowChanges';
import { madeBy, nextRevision } from '../../sync/syncRepository';
import { busyWriting, changeTab, dropLog, readTabAt, tabColumns } from '../driveRepository';
import type { ChangedRaw, RawChange } from './changeRaw';
import { factsOf, type Grid, type OpenTab, openTab, refusePaused, type TabAddress } from './openTab';
import { sheetChanged } from './rowEdits';

/** Change of a tab. */
export type TabChange = Pick<RawChange, 'changes' | 'reshape' | 'piece'>;

/** Plans a change of the current tab. Throws a Refusal if it is not possible. */
type PlanChange = (open: OpenTab) => TabChange;

/** Change that is computed and written to blobs, but not published. */
interface Prepared {
  readonly open: OpenTab;
  readonly change: TabChange;
  readonly changed: ChangedRaw;
  readonly drive: { readonly blob: string; readonly sequence: number; readonly rawSequence: number };
  /** Endpoint's rows, if there is one. */
  readonly newRows: StoredRows | undefined;
}

/** Returns the settings of the tab after the change, which may move its header row. */
function settingsAfter({ endpoint, stored }: OpenTab, { reshape }: TabChange): TabSettings {
  const settings = endpoint === undefined ? { headerRow: stored.header_row } : settingsOf(endpoint);
  const { headerRow } = settings;
  if (headerRow === null || headerRow === undefined || reshape === undefined) return settings;
  return isRowChange(reshape) ? { ...settings, headerRow: movedNumber(headerRow, reshape) ?? null } : settings;
}

/** Returns the author of a change; one that restores a removed part is an undo. */
const authorOf = ({ address }: OpenTab, { piece }: TabChange): Author => ({
  actor: `person:${address.ownerId}`,
  reason: piece === undefined ? 'edit' : 'undo',
});

/** Publishes the tab and its endpoint in one short transaction. */
const publish = (db: Db, prepared: Prepared) =>
  db.transaction().execute(async (trx) => {
    const { open, change, changed, drive, newRows } = prepared;
    const { stored, project, endpoint } = open;
    const { derived, settings } = changed;
    const revision = project && (await nextRevision(trx, project.id));
    if (project !== undefined && revision === undefined) throw new ChangedMeanwhile();
    const { blob, sequence } = drive;
    await changeTab(trx, stored, {
      raw_blob: blob,
      sequence,
      raw_sequence: sequence,
      edited: 1,
      changed_at: new Date().toISOString(),
      ...(endpoint === undefined && { header_row: settings.headerRow ?? null }),
      ...(change.reshape && { shape: sequence }),
      ...tabColumns(derived),
    });
    await dropLog(trx, stored);
    if (endpoint === undefined || newRows === undefined || revision === undefined) return;
    const { id, snapshot_blob } = endpoint;
    const authorColumns = madeBy(authorOf(open, change), revision);
    const columns = { ...settingsColumns(settings), ...rowsColumns(newRows, 0), ...authorColumns };
    const ofEndpoint = trx.updateTable('project_tabs').set(columns);
    requireOne(await ofEndpoint.where((eb) => eb.and({ id, snapshot_blob })).executeTakeFirst());
  });

/** Computes the change in a worker thread, and publishes it. */
async function attempt(grid: Grid, open: OpenTab, change: TabChange): Promise<ChangedRaw> {
  const { db, workers, events, endpoints } = grid;
  const { project, endpoint, stored } = open;
  const columns = JSON.parse(endpoint?.columns ?? '[]') as Column[];
  const settings = settingsAfter(open, change);
  const changed = await workers.run('changeRaw', { ...(await readTabAt(db, stored)), ...change, settings, columns });
  const { derived } = changed;
  if (endpoint !== undefined) {
    refuseRowsBeyond(grid.planLimits.ofProject(endpoint.project_id), endpoint.rows, derived.rows - endpoint.rows);
  }
  const sequence = stored.sequence + 1;
  await withBlobs(db, async (write) => {
    const drive = { blob: await write(changed.raw), sequence, rawSequence: sequence };
    const newRows = endpoint && { ...derived, snapshot: await write(derived.packed), changed: true, drive };
    // Before the rows are removed: an id with a tombstone is served as before while its row exists.
    const found = { sheetId: stored.sheet_id, title: stored.title };
    await compareAndAddTombstones(grid, [{ found, known: endpoint, newRows }]);
    const prepared = { open, change, changed, drive, newRows };
    await endpoints.records.writer.betweenCommits(() => publish(db, prepared));
  });
  if (project !== undefined) events.projectChanged.emit(project.id);
  return changed;
}

/**
 * Changes a tab so that its endpoint's rows are derived again: headers, new columns, other types, whole rows and columns. When it
 * resolves, the change is on disk and in the endpoint's responses. Syncs, settings and compaction of the spreadsheet wait
 * meanwhile.
 *
 * @returns undefined if the plan changes nothing
 * @throws Refusal as the plan throws it; `busy` if concurrent writes do not stop
 */
export const changeAndDerive = (grid: Grid, address: TabAddress, plan: PlanChange): Promise<ChangedRaw | undefined> =>
  grid.syncs.exclusively({ id: address.ownerId }, address.spreadsheetId, () =>
    retryIfChanged(busyWriting, async () => {
      const open = await openTab(grid, address);
      const change = plan(open);
      if (change.changes.length === 0 && change.reshape === undefined) return undefined;
      return attempt(grid, open, change);
    }),
  );

function refuseTooLarge({ tab }: OpenTab, { kind, at, count }: Reshape) {
  if (kind === 'insertColumns' && Math.max(tab.columns, at - 1) + count > limits.columnsPerTab) {
    throw new Refusal('too_large', `A sheet has ${limits.columnsPerTab.toLocaleString('en-GB')} columns at most.`);
  }
  if (kind === 'insertRows' && Math.max(tab.lastRow, at - 1) + count > limits.cellsPerWorkbook) {
    throw new Refusal('too_large', 'A sheet has 10 million rows at most.');
  }
}

/**
 * Inserts or removes whole rows or columns.
 *
 * @param revision of the tab that the person sees
 * @throws Refusal `sheet_changed` if its rows or columns were moved since, `gone` if the part to restore was evicted, `too_large`,
 * `project_paused`, `busy`
 */
export async function reshapeTab(
  grid: Grid,
  address: TabAddress,
  revision: number,
  operation: GridOperation,
): Promise<GridChangeAnswer> {
  const { kind, at, count } = operation;
  const { spreadsheetId, sheetId } = address;
  const part = { kind: isRowChange(operation) ? 'rows' : 'columns', spreadsheetId, sheetId } as const;
  const restore = 'restore' in operation ? operation.restore : undefined;
  const piece = restore === undefined ? undefined : grid.removed.take(restore, part).packed;
  const plan: PlanChange = (open) => {
    refusePaused(open.project);
    if (revision < open.stored.shape) throw sheetChanged();
    refuseTooLarge(open, operation);
    return { changes: [], reshape: { kind, at, count }, ...(piece && { piece }) };
  };
  const changed = await changeAndDerive(grid, address, plan);
  const tab = await factsOf(grid.db, await openTab(grid, address));
  const isRemoval = kind === 'deleteRows' || kind === 'deleteColumns';
  if (!isRemoval || changed?.removed === undefined) return { tab, cells: [] };
  const removed = grid.removed.store({ ...part, packed: changed.removed });
  return { tab, cells: [], removed };
}
