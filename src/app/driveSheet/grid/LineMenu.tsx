import type { GridOperation } from '../../../contract/driveGrid';
import { lettersOf } from '../../../contract/gridCells';
import type { CellRange } from '../../grid/gridMoves';
import type { MenuChoice } from '../../ui/overlays/Menu';
import { ContextMenu, type MenuPlace } from '../../ui/overlays/ContextMenu';
import { operationAsked } from '../state/sheetSlice';
import type { GridEditor } from './useGridEditor';
import { useAppDispatch } from '../../storeHooks';

type Ask = (operation: GridOperation) => void;

const many = (count: number, noun: string) => (count === 1 ? noun : `${count} ${noun}s`);

function rowChoices({ rows: marked }: CellRange, ask: Ask): MenuChoice[] {
  const [top, bottom] = [marked.first + 1, marked.last + 1];
  const count = bottom - top + 1;
  const rows = many(count, 'row');
  return [
    { label: `Insert ${rows} above`, icon: 'plus', onChoose: () => ask({ kind: 'insertRows', at: top, count }) },
    { label: `Insert ${rows} below`, icon: 'plus', onChoose: () => ask({ kind: 'insertRows', at: bottom + 1, count }) },
    {
      label: count === 1 ? `Delete row ${top}` : `Delete rows ${top} to ${bottom}`,
      icon: 'trash',
      danger: true,
      ruled: true,
      onChoose: () => ask({ kind: 'deleteRows', at: top, count }),
    },
  ];
}

function columnChoices({ columns: { first: left, last: right } }: CellRange, ask: Ask): MenuChoice[] {
  const count = right - left + 1;
  const columns = many(count, 'column');
  const names = count === 1 ? `column ${lettersOf(left)}` : `columns ${lettersOf(left)} to ${lettersOf(right)}`;
  return [
    { label: `Insert ${columns} left`, icon: 'plus', onChoose: () => ask({ kind: 'insertColumns', at: left, count }) },
    {
      label: `Insert ${columns} right`,
      icon: 'plus',
      onChoose: () => ask({ kind: 'insertColumns', at: right + 1, count }),
    },
    {
      label: `Delete ${names}`,
      icon: 'trash',
      danger: true,
      ruled: true,
      onChoose: () => ask({ kind: 'deleteColumns', at: left, count }),
    },
  ];
}

/** What can be done with the rows and columns that are marked. */
function lineChoices(range: CellRange, whole: 'rows' | 'columns' | undefined, ask: Ask): readonly MenuChoice[] {
  if (whole === 'rows') return rowChoices(range, ask);
  if (whole === 'columns') return columnChoices(range, ask);
  const [above, below, remove] = rowChoices(range, ask);
  const [left, right, removeColumns] = columnChoices(range, ask);
  return [above, below, left, right, remove, removeColumns && { ...removeColumns, ruled: false }].filter(
    (choice) => choice !== undefined,
  );
}

interface LineMenuProps {
  readonly editor: GridEditor;
  readonly place: MenuPlace;
  readonly onClose: () => void;
}

/** What can be done with the rows and columns that are marked. */
export function LineMenu({ editor: { sheetId, grid, focusGrid }, place, onClose }: LineMenuProps) {
  const dispatch = useAppDispatch();
  const { whole } = grid.selection;
  const items = lineChoices(grid.range, whole, (operation) => dispatch(operationAsked({ sheetId, operation })));
  const label = whole === 'rows' ? 'Rows' : whole === 'columns' ? 'Columns' : 'Rows and columns';
  const close = () => {
    onClose();
    focusGrid();
  };
  return <ContextMenu place={place} label={label} items={items} onClose={close} />;
}
