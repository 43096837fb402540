import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { deleteBlob } from '../../database/blobs';
import { withBlobs } from '../../database/blobDraft';
import type { Database } from '../../database/schema';
import type { DerivedTab, TabSettings } from '../../normalise/deriveTab';
import { tellProjectChanged } from '../../projects/projectNews';
import { readStoredTab } from '../../records/driveLog';
import type { LoggedChange } from '../../records/logEntries';
import { noteGone } from '../../sync/goneIds';
import { lineOf, linesOf } from '../../sync/lines';
import { settingsOf } from '../../sync/planTabs';
import { rowChangesOf } from '../../sync/rowChanges';
import { nextRevision } from '../../sync/syncRepository';
import { readBlob } from '../../database/blobs';
import { carriedSettings } from './carriedSettings';
import type { ChangedRaw } from './changeRaw';
import { changeTab, dropLog } from './gridRepository';
import { type Grid, type OpenTab, openTab, type TabAddress } from './openGrid';
import { othersWrite } from './othersWrite';
import type { Reshape } from './reshapeRaw';

type Db = Kysely<Database>;

/** What is to happen to a tab, worked out against the tab as it is then. */
export interface TabChange {
  readonly changes: readonly LoggedChange[];
  readonly reshape?: Reshape;
  readonly piece?: Buffer;
}

/** Worked out anew whenever the tab has changed meanwhile. Throws a Refusal where it cannot be done. */
export type PlanChange = (open: OpenTab) => TabChange;

/** A change that is worked out, made and written, but not published. */
interface Prepared {
  readonly open: OpenTab;
  readonly change: TabChange;
  readonly changed: ChangedRaw;
  readonly settings: TabSettings;
  readonly rawBlob: string;
  readonly snapshot: string | undefined;
}

/** So often a change is worked out anew because others have written meanwhile; then they wait for it. */
const TRIES = 5;

/** Thrown where the tab has changed since the change was worked out. */
class Overtaken extends Error {}

/** Settings of the endpoint after the change, which may move its header row. */
const settingsAfter = ({ endpoint }: OpenTab, { reshape }: TabChange): TabSettings => {
  if (endpoint === undefined) return {};
  const settings = settingsOf(endpoint);
  const { headerRow } = settings;
  if (headerRow === null || headerRow === undefined || reshape === undefined) return settings;
  const { kind, at, count } = reshape;
  if (kind === 'insertRows' && at <= headerRow) return { ...settings, headerRow: headerRow + count };
  if (kind !== 'deleteRows' || at > headerRow) return settings;
  return { ...settings, headerRow: at + count > headerRow ? null : headerRow - count };
};

/** Makes the change in a worker; once more where a column whose name is a setting has got another name by it. */
async function make({ db, workers }: Grid, open: OpenTab, change: TabChange) {
  const { spreadsheetId, sheetId } = open.address;
  const at = await readStoredTab(db, spreadsheetId, sheetId);
  if (at?.rawBlob !== open.stored.raw_blob || at.sequence !== open.stored.sequence) throw new Overtaken();
  const raw = await readBlob(db, at.rawBlob);
  const run = (settings: TabSettings) => workers.run('changeRaw', { raw, log: at.log, ...change, settings });
  const settings = settingsAfter(open, change);
  const changed = await run(settings);
  const carried = open.endpoint && carriedSettings(settings, open.endpoint, changed.derived.columns, change.reshape);
  return carried === undefined ? { changed, settings } : { changed: await run(carried), settings: carried };
}

const driveColumns = ({ change, changed: { derived }, rawBlob, open: { stored } }: Prepared) => {
  const sequence = stored.sequence + 1;
  return {
    ...{ raw_blob: rawBlob, sequence, raw_sequence: sequence },
    ...(change.reshape && { shape: sequence }),
    ...{ rows: derived.rows, columns: derived.columns.length, warnings: JSON.stringify(derived.warnings) },
  };
};

const endpointColumns = (derived: DerivedTab, settings: TabSettings) => ({
  rows: derived.rows,
  columns: JSON.stringify(derived.columns),
  warnings: JSON.stringify(derived.warnings),
  header_row: settings.headerRow ?? null,
  key_column: settings.keyColumn ?? null,
  column_types: JSON.stringify(settings.columnTypes ?? {}),
});

/** One small transaction: the tab and its endpoint, or nothing. */
const commit = (db: Db, prepared: Prepared) =>
  db.transaction().execute(async (trx) => {
    const { open, changed, settings, rawBlob, snapshot } = prepared;
    const { address, stored, project, endpoint } = open;
    const { spreadsheetId, sheetId } = address;
    const revision = project && (await nextRevision(trx, project.id));
    if (project !== undefined && revision === undefined) throw new Overtaken();
    const was = { spreadsheetId, sheetId, rawBlob: stored.raw_blob, sequence: stored.sequence };
    if (!(await changeTab(trx, was, driveColumns(prepared)))) throw new Overtaken();
    await dropLog(trx, spreadsheetId, sheetId, stored.sequence);
    if (endpoint === undefined || snapshot === undefined || revision === undefined) return;
    const { numUpdatedRows } = await trx
      .updateTable('project_tabs')
      .set({
        ...endpointColumns(changed.derived, settings),
        ...{ revision, snapshot_blob: snapshot, snapshot_sequence: stored.sequence + 1, derived_from: rawBlob },
      })
      .where('id', '=', endpoint.id)
      .where('snapshot_blob', '=', endpoint.snapshot_blob)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Overtaken();
  });

/** An answer that began with the old rows may still be reading them for so long. */
const GRACE_MILLISECONDS = 60_000;

/** What is left when the process ends is taken by the purge at a later start. */
function retire(db: Db, blobs: readonly (string | undefined)[]) {
  const remove = async () => {
    for (const blob of blobs) if (blob !== undefined) await deleteBlob(db, blob).catch(() => undefined);
  };
  setTimeout(() => void remove(), GRACE_MILLISECONDS).unref();
}

/** Whether rows may be gone after the change, whose ids answer 410 then. */
const mayLoseRows = ({ endpoint }: OpenTab, { changes, reshape }: TabChange) =>
  endpoint !== undefined &&
  (endpoint.key_column !== null ||
    reshape?.kind === 'deleteRows' ||
    reshape?.kind === 'deleteColumns' ||
    changes.some(({ kind }) => kind === 'remove'));

/** Notes the ids that go, before they do: one that is noted and yet there answers as ever. */
async function noteGoneRows({ db, workers }: Grid, open: OpenTab, { derived }: ChangedRaw, snapshot: string) {
  const { address, stored, endpoint: known } = open;
  const kept = { ...derived, snapshot, changed: true };
  const pair = { sheetId: address.sheetId, title: stored.title, known, kept };
  await noteGone(db, await rowChangesOf({ db, workers }, [pair]));
}

async function attempt(grid: Grid, open: OpenTab, change: TabChange): Promise<ChangedRaw> {
  const { db, records } = grid;
  const { changed, settings } = await make(grid, open, change);
  await withBlobs(db, async (write) => {
    const snapshot = open.endpoint && (await write(changed.derived.packed));
    if (snapshot !== undefined && mayLoseRows(open, change)) await noteGoneRows(grid, open, changed, snapshot);
    const prepared = { open, change, changed, settings, snapshot, rawBlob: await write(changed.raw) };
    await records.writer.between(() => commit(db, prepared));
  });
  if (open.project !== undefined) tellProjectChanged(db, open.project.id);
  retire(db, [open.stored.raw_blob, open.endpoint?.snapshot_blob]);
  return changed;
}

/**
 * Changes a tab so that its endpoint's rows have to be derived anew: headers, new columns, other types, whole rows and
 * columns. On disk, and visible at the endpoint, when it is resolved. Syncs, settings and folds of the spreadsheet wait.
 *
 * @throws Refusal as the plan throws it; `busy` when others write all the time
 */
export function changeAndDerive(grid: Grid, address: TabAddress, plan: PlanChange): Promise<ChangedRaw | undefined> {
  const inLine = linesOf(grid.db);
  return inLine(lineOf({ id: address.ownerId }, address.spreadsheetId), async () => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const open = await openTab(grid, address);
      const change = plan(open);
      if (change.changes.length === 0 && change.reshape === undefined) return undefined;
      try {
        return await attempt(grid, open, change);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
      await nextTurn();
    }
    throw othersWrite();
  });
}
