import type { GridChangeAnswer, GridEdit } from '../../../contract/driveGrid';
import { Refusal } from '../../refusal';
import { changeAndDerive } from './changeTab';
import { NeedsDeriving, Outdated, writeToEndpoint } from './endpointEdits';
import { isPlain, writeToLog } from './logEdits';
import { factsOf, type Grid, type OpenTab, openTab, type TabAddress } from './openGrid';
import { loggedEdit, type RowEdit, rowEditsOf } from './rowEdits';

/** So often edits are worked out anew because others have written meanwhile. */
const TRIES = 10;

/** Edits and the revision at which whoever makes them has seen the tab. */
export interface Editing {
  readonly revision: number;
  readonly edits: readonly GridEdit[];
}

/** @throws Refusal `project_paused` */
export function refusePaused({ project }: Pick<OpenTab, 'project'>): void {
  if (project?.paused !== 1) return;
  throw new Refusal('project_paused', `The project “${project.title}” is paused, so its sheet takes no changes.`, {
    hint: 'Resume it on its page, under Settings.',
  });
}

/** Writes what is no more than a change of rows. Throws NeedsDeriving where it is more. */
async function writeRows(grid: Grid, open: OpenTab, edits: readonly RowEdit[]): Promise<void> {
  if (open.endpoint !== undefined) return writeToEndpoint(grid, open, open.endpoint.id, edits);
  if (open.project !== undefined || !isPlain(open, edits)) throw new NeedsDeriving();
  return writeToLog(grid.db, open, edits);
}

async function write(grid: Grid, address: TabAddress, { revision, edits }: Editing): Promise<void> {
  const open = await openTab(grid, address);
  refusePaused(open);
  const rows = rowEditsOf(open, edits, revision);
  if (rows.length === 0) return;
  try {
    await writeRows(grid, open, rows);
  } catch (error) {
    if (!(error instanceof NeedsDeriving)) throw error;
    await changeAndDerive(grid, address, (current) => {
      refusePaused(current);
      return { changes: rowEditsOf(current, edits, revision).map(loggedEdit) };
    });
  }
}

async function answerOf(grid: Grid, address: TabAddress, edits: readonly GridEdit[]): Promise<GridChangeAnswer> {
  const open = await openTab(grid, address);
  const rows = new Map([...new Set(edits.map(({ row }) => row))].map((row) => [row, open.tab.row(row)]));
  const cells = edits.map(({ row, column }) => ({ row, column, cell: rows.get(row)?.cells[column - 1] ?? null }));
  return { tab: await factsOf(grid.db, open), cells };
}

/**
 * Writes cells: all of them or none. On disk, and visible at the endpoint, when it is resolved.
 *
 * @throws Refusal `cell_changed` with the cells as they are, `sheet_changed`, `cell_not_writable`, `project_paused`
 */
export async function editCells(grid: Grid, address: TabAddress, editing: Editing): Promise<GridChangeAnswer> {
  for (let tried = 1; ; tried += 1) {
    try {
      await grid.inLine(`${address.spreadsheetId} ${address.sheetId}`, () => write(grid, address, editing));
      return await answerOf(grid, address, editing.edits);
    } catch (error) {
      if (!(error instanceof Outdated)) throw error;
      if (tried === TRIES) throw new Refusal('busy', 'Others write to this sheet at the same time. Try again.');
    }
  }
}
