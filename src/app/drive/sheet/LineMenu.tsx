import { ContextMenu, type MenuPlace } from '../../parts/MenuSheet';
import { operationAsked } from './reshapingEvents';
import { type GridSize, rangeOf } from './selection';
import { lineChoices } from './sheetMenus';
import type { SheetHands } from './useSheetHands';
import { useAppDispatch } from '../../storeHooks';

interface LineMenuProps {
  readonly hands: SheetHands;
  readonly size: GridSize;
  readonly place: MenuPlace;
  readonly onClose: () => void;
}

/** What can be done with the rows and columns that are marked. */
export function LineMenu({ hands: { sheetId, selection, focusGrid }, size, place, onClose }: LineMenuProps) {
  const dispatch = useAppDispatch();
  const { whole } = selection;
  const items = lineChoices(rangeOf(selection, size), whole, (operation) =>
    dispatch(operationAsked({ sheetId, operation })),
  );
  const label = whole === 'rows' ? 'Rows' : whole === 'columns' ? 'Columns' : 'Rows and columns';
  const close = () => {
    onClose();
    focusGrid();
  };
  return <ContextMenu place={place} label={label} items={items} onClose={close} />;
}
