import { ContextMenu, type MenuPlace } from '../../ui/overlays/MenuSheet';
import { operationAsked } from '../state/sheetEvents';
import { lineChoices } from './sheetMenus';
import type { GridEditor } from './useGridEditor';
import { useAppDispatch } from '../../storeHooks';

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
