import { type MouseEvent, useId } from 'react';
import { Icon } from '../../ui/display/Icon';
import type { RootState } from '../../rootReducer';
import { LineMenu } from './LineMenu';
import { rangeOf } from './selection';
import { SheetHead } from './SheetHead';
import { AfterRows, Canvas, HEAD_HEIGHT, NUMBER_WIDTH, ROW_HEIGHT, Scroller } from '../page/sheetStyles';
import { cellId, SheetRow } from './SheetRow';
import { RowsComing } from '../page/SheetSkeleton';
import { selectGrid, selectReshaping } from '../state/sheetSelectors';
import { blanksAdded } from '../state/sheetSlice';
import { useClipboard } from '../../grid/useClipboard';
import { useEditing } from './useEditing';
import { useLineChoice } from './useLineChoice';
import { useRangeWriting } from './useRangeWriting';
import { useScreen } from './useScreen';
import { movedTo, type GridEditor } from './useGridEditor';
import { useSheetKeys } from './useSheetKeys';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

/** Rows that "Add rows" adds. */
const ROWS_ADDED = 20;

/** Pixels beyond the last column: the button that adds one. */
const AFTER = 40;

/** Pixels below the last row: the button that adds some. */
const BELOW = ROW_HEIGHT + 20;

interface SheetGridProps {
  readonly title: string;
  readonly editor: GridEditor;
  readonly leave: () => void;
}

/** The button under the last row. */
const AddRows = ({ top, onAdd }: { readonly top: number; readonly onAdd: () => void }) => (
  <AfterRows role="row" style={{ top }}>
    <div role="gridcell">
      <button type="button" onClick={onAdd}>
        <span>
          <Icon name="plus" size={14} />
        </span>
        Add rows
      </button>
    </div>
  </AfterRows>
);

/** What a press on a cell does: one marks it, with Shift up to there; two edit it. */
function usePresses({ selection, select, begin, focusGrid }: GridEditor) {
  return {
    onPress: (row: number, column: number, event: MouseEvent) => {
      if (event.target instanceof HTMLInputElement || event.button !== 0) return;
      event.preventDefault();
      focusGrid();
      select(movedTo({ ...selection, whole: undefined }, { row, column }, event.shiftKey));
    },
    onOpen: () => begin('cell'),
  };
}

/** What the keyboard, the clipboard and the other mouse button do. */
function useGridEvents(
  { editor, leave }: SheetGridProps,
  page: number,
  activeId: string,
  lines: ReturnType<typeof useLineChoice>,
) {
  const writing = useRangeWriting(editor);
  useClipboard(editor.grid, writing);
  const onKeyDown = useSheetKeys({
    ...{ editor, page, leave, clear: writing.clear },
    menu: () => lines.openAt(activeId),
    enterPopover: () => {
      const cell = editor.grid.current?.querySelector(`#${CSS.escape(activeId)}`);
      const button = cell?.querySelector<HTMLElement>('[data-popover] button');
      button?.focus();
      return Boolean(button);
    },
  });
  const onContextMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('[role="gridcell"]') === null) return;
    event.preventDefault();
    lines.openMenu({ x: event.clientX, y: event.clientY });
  };
  return { onKeyDown, onContextMenu };
}

/** The cells of a tab. Only those on the screen, and a few beyond, are in the document. */
export function SheetGrid(props: SheetGridProps) {
  const { title, editor } = props;
  const id = useId();
  const dispatch = useAppDispatch();
  const { sheetId, selection, grid } = editor;
  const { active } = selection;
  const { facts, failure } = useAppSelector((state: RootState) => selectGrid(state, sheetId));
  const isComing = facts === null && failure === null;
  const reshaping = useAppSelector(selectReshaping);
  const { vertical, horizontal, first, last, size } = useScreen(editor);
  const range = rangeOf(selection, size);
  const lines = useLineChoice(editor, size);
  const activeId = cellId(id, active.row, active.column);
  const editing = useEditing(editor);
  const presses = usePresses(editor);
  const events = useGridEvents(props, Math.max(1, last - first - 1), activeId, lines);
  const add = (rows: number, columns: number) => dispatch(blanksAdded({ sheetId, rows, columns }));
  const rows = vertical.getVirtualItems();
  const columns = horizontal.getVirtualItems();
  const end = horizontal.getTotalSize() + NUMBER_WIDTH;
  const isActiveShown = rows.some(({ index }) => index + 1 === active.row);
  return (
    <Scroller
      ref={grid}
      role="grid"
      aria-label={title}
      aria-rowcount={size.rows + 1}
      aria-colcount={size.columns + 1}
      aria-multiselectable="true"
      aria-busy={reshaping || isComing || undefined}
      aria-activedescendant={isActiveShown ? activeId : undefined}
      tabIndex={0}
      {...events}
    >
      {isComing && <RowsComing />}
      <Canvas role="presentation" $hidden={isComing} style={{ width: end + AFTER }}>
        <SheetHead columns={columns} end={end} range={range} onLetter={lines.onLetter} onAdd={() => add(0, 1)} />
        <Canvas role="rowgroup" style={{ height: size.rows * ROW_HEIGHT + BELOW }}>
          {rows.map(({ index, start }) => (
            <SheetRow
              key={index}
              grid={id}
              sheetId={sheetId}
              row={index + 1}
              top={start - HEAD_HEIGHT}
              columns={columns}
              header={facts?.headerRow === index + 1}
              active={active.row === index + 1 ? active.column : undefined}
              range={range}
              editing={active.row === index + 1 ? editing : undefined}
              hint={size.isEmpty && facts !== null && index === 0 ? 'Column names go here' : undefined}
              onNumber={lines.onNumber}
              {...presses}
            />
          ))}
          <AddRows top={size.rows * ROW_HEIGHT} onAdd={() => add(ROWS_ADDED, 0)} />
        </Canvas>
      </Canvas>
      {lines.menu && <LineMenu editor={editor} size={size} place={lines.menu} onClose={lines.closeMenu} />}
    </Scroller>
  );
}
