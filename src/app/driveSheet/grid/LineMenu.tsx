import type { GridOperation } from '../../../contract/driveGrid';
import { lettersOf } from '../../../contract/gridCells';
import type { CellRange } from '../../grid/gridMoves';
import { useAppDispatch } from '../../storeHooks';
import { ContextMenu, type MenuPlace } from '../../ui/overlays/ContextMenu';
import type { MenuChoice } from '../../ui/overlays/MenuSheet';
import { operationAsked } from '../state/sheetSlice';
import type { GridEditor } from './useGridEditor';

/** Words and operations for rows and for columns. */
const lineKinds = {
  rows: { noun: 'row', before: 'above', after: 'below', insert: 'insertRows', remove: 'deleteRows', nameOf: String },
  columns: {
    noun: 'column',
    before: 'left',
    after: 'right',
    insert: 'insertColumns',
    remove: 'deleteColumns',
    nameOf: lettersOf,
  },
} as const;

type OnOperation = (operation: GridOperation) => void;

/** Returns the menu items for the selected rows, or for the selected columns. */
function choicesOf(lines: keyof typeof lineKinds, first: number, last: number, onOperation: OnOperation) {
  const { noun, before, after, insert, remove, nameOf } = lineKinds[lines];
  const count = last - first + 1;
  const counted = count === 1 ? noun : `${count} ${lines}`;
  const named = count === 1 ? `${noun} ${nameOf(first)}` : `${lines} ${nameOf(first)} to ${nameOf(last)}`;
  const inserting = (where: string, at: number): MenuChoice => ({
    label: `Insert ${counted} ${where}`,
    icon: 'plus',
    onChoose: () => onOperation({ kind: insert, at, count }),
  });
  const removal: MenuChoice = {
    label: `Delete ${named}`,
    icon: 'trash',
    danger: true,
    onChoose: () => onOperation({ kind: remove, at: first, count }),
  };
  return { inserts: [inserting(before, first), inserting(after, last + 1)], removal };
}

type WholeLines = 'rows' | 'columns' | undefined;

/** Returns the menu items for the selected rows and columns: first those that insert, then those that delete. */
function lineChoices({ rows, columns }: CellRange, whole: WholeLines, onOperation: OnOperation): MenuChoice[] {
  const groups: ReturnType<typeof choicesOf>[] = [];
  if (whole !== 'columns') groups.push(choicesOf('rows', rows.first + 1, rows.last + 1, onOperation));
  if (whole !== 'rows') groups.push(choicesOf('columns', columns.first, columns.last, onOperation));
  return [
    ...groups.flatMap(({ inserts }) => inserts),
    ...groups.map(({ removal }, index) => ({ ...removal, separatorBefore: index === 0 })),
  ];
}

const menuLabels = { rows: 'Rows', columns: 'Columns', both: 'Rows and columns' } as const;

interface LineMenuProps {
  readonly editor: GridEditor;
  readonly place: MenuPlace;
  readonly onClose: () => void;
}

/** The context menu of the selected rows and columns. */
export function LineMenu({ editor: { sheetId, grid, focusGrid }, place, onClose }: LineMenuProps) {
  const dispatch = useAppDispatch();
  const { whole } = grid.selection;
  const items = lineChoices(grid.range, whole, (operation) => dispatch(operationAsked({ sheetId, operation })));
  const close = () => {
    onClose();
    focusGrid();
  };
  return <ContextMenu place={place} label={menuLabels[whole ?? 'both']} items={items} onClose={close} />;
}
