import type { GridChangeAnswer, GridOperation } from '../../../contract/driveGrid';
import { limits } from '../../../contract/limits';
import { Refusal } from '../../refusal';
import { changeAndDerive, type PlanChange } from './changeAndDerive';
import type { Reshape } from './changeRaw';
import { factsOf, type Grid, type OpenTab, openTab, refusePaused, type TabAddress } from './openTab';
import { sheetChanged } from './rowEdits';

const partKinds = {
  insertRows: 'rows',
  deleteRows: 'rows',
  insertColumns: 'columns',
  deleteColumns: 'columns',
} as const;

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
 * @throws Refusal `sheet_changed` when its rows or columns were moved since, `gone` when what is to come back was dropped,
 *   `too_large`, `project_paused`, `busy`
 */
export async function reshapeTab(
  grid: Grid,
  address: TabAddress,
  revision: number,
  operation: GridOperation,
): Promise<GridChangeAnswer> {
  const { kind, at, count } = operation;
  const { spreadsheetId } = address;
  const restore = 'restore' in operation ? operation.restore : undefined;
  const part = restore === undefined ? undefined : grid.removed.take(restore, partKinds[kind], spreadsheetId);
  const plan: PlanChange = (open) => {
    refusePaused(open.project);
    if (revision < open.stored.shape) throw sheetChanged();
    refuseTooLarge(open, operation);
    return { changes: [], reshape: { kind, at, count }, ...(part && { piece: part.packed }) };
  };
  const changed = await changeAndDerive(grid, address, plan);
  const tab = await factsOf(grid.db, await openTab(grid, address));
  const isRemoval = kind === 'deleteRows' || kind === 'deleteColumns';
  if (!isRemoval || changed?.removed === undefined) return { tab, cells: [] };
  const removed = grid.removed.keep({ kind: partKinds[kind], spreadsheetId, packed: changed.removed });
  return { tab, cells: [], removed };
}
