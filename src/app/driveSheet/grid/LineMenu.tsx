import { ContextMenu, type MenuPlace } from '../../ui/overlays/MenuSheet';
import { operationAsked } from '../state/sheetEvents';
import { type GridSize, rangeOf } from './selection';
import { lineChoices } from './sheetMenus';
import type { GridEditor } from './useGridEditor';
import { useAppDispatch } from '../../storeHooks';

interface LineMenuProps {
  readonly editor: GridEditor;
  readonly size: GridSize;
  readonly place: MenuPlace;
  readonly onClose: () => void;
}

/** What can be done with the rows and columns that are marked. */
export function LineMenu({ editor: { sheetId, selection, focusGrid }, size, place, onClose }: LineMenuProps) {
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
