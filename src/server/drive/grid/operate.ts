import type { GridChangeAnswer, GridOperation } from '../../../contract/driveGrid';
import { limits } from '../../../contract/limits';
import { Refusal } from '../../refusal';
import { changeAndDerive, type TabChange } from './changeTab';
import { refusePaused } from './editCells';
import { factsOf, type Grid, type OpenTab, openTab, type TabAddress } from './openGrid';
import type { Piece } from './pieces';
import type { Reshape } from './reshapeRaw';
import { sheetChanged } from './rowEdits';

const pieceKinds = {
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

const restoreOf = (operation: GridOperation) => ('restore' in operation ? operation.restore : undefined);

function planOf(grid: Grid, address: TabAddress, revision: number, operation: GridOperation) {
  const { kind, at, count } = operation;
  const restore = restoreOf(operation);
  const piece = restore === undefined ? undefined : grid.pieces.take(restore, pieceKinds[kind], address.spreadsheetId);
  return (open: OpenTab): TabChange => {
    refusePaused(open);
    if (revision < open.stored.shape) throw sheetChanged();
    refuseTooLarge(open, operation);
    return { changes: [], reshape: { kind, at, count }, ...(piece && { piece: piece.packed }) };
  };
}

/**
 * Inserts or removes whole rows or columns.
 *
 * @param revision at which whoever asks has seen the tab
 * @throws Refusal `sheet_changed` when its rows or columns were moved since, `gone` when what comes back was let go
 */
export async function operate(
  grid: Grid,
  address: TabAddress,
  revision: number,
  operation: GridOperation,
): Promise<GridChangeAnswer> {
  const changed = await changeAndDerive(grid, address, planOf(grid, address, revision, operation));
  const open = await openTab(grid, address);
  const isRemoval = operation.kind === 'deleteRows' || operation.kind === 'deleteColumns';
  const piece: Piece | undefined =
    isRemoval && changed?.removed !== undefined
      ? { kind: pieceKinds[operation.kind], spreadsheetId: address.spreadsheetId, packed: changed.removed }
      : undefined;
  return { tab: await factsOf(grid.db, open), cells: [], ...(piece && { removed: grid.pieces.keep(piece) }) };
}
