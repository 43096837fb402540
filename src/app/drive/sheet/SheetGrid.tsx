import { type KeyboardEvent, type MouseEvent, useEffect, useId } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { addressOf } from '../../../contract/gridCells';
import { ContextMenu } from '../../parts/ContextMenu';
import { Icon } from '../../parts/Icon';
import type { RootState } from '../../rootReducer';
import { operationAsked } from './reshapingEvents';
import { at, rangeOf } from './selection';
import type { CellEditing } from './SheetCell';
import { SheetHead } from './SheetHead';
import { AfterRows, Canvas, HEAD_HEIGHT, NUMBER_WIDTH, ROW_HEIGHT, Scroller } from './sheetLook';
import { lineChoices } from './sheetMenus';
import { cellId, SheetRow } from './SheetRow';
import { selectGrid, selectGridSize, selectReshaping } from './sheetSelectors';
import { blanksAdded, rowsSeen } from './sheetSlice';
import { useLineChoice } from './useLineChoice';
import { movedTo, type SheetHands } from './useSheetHands';
import { useSheetKeys } from './useSheetKeys';
import { useSheetScroll } from './useSheetScroll';

/** Rows that "Add rows" adds. */
const ROWS_ADDED = 20;

/** Pixels beyond the last column: the button that adds one. */
const AFTER = 40;

interface SheetGridProps {
  readonly title: string;
  readonly hands: SheetHands;
  /** Whether a cell is edited in the bar above instead of in its place. */
  readonly inBar: boolean;
  readonly editInBar: () => void;
  readonly leave: () => void;
}

/** Keeps what is on the screen loaded, and the active cell on the screen. */
function useScreen(hands: SheetHands) {
  const { sheetId, selection, grid } = hands;
  const dispatch = useDispatch();
  const { widths } = useSelector((state: RootState) => selectGrid(state, sheetId));
  const size = useSelector((state: RootState) => selectGridSize(state, sheetId));
  const scroll = useSheetScroll({ scroller: grid, rows: size.rows, columns: size.columns, widths });
  const { vertical, horizontal, first, last } = scroll;
  useEffect(() => {
    dispatch(rowsSeen({ sheetId, first, last }));
  }, [dispatch, sheetId, first, last]);
  useEffect(() => {
    horizontal.measure();
  }, [horizontal, widths]);
  const { row, column } = selection.active;
  const { whole } = selection;
  useEffect(() => {
    if (whole !== 'columns') vertical.scrollToIndex(row - 1);
    if (whole !== 'rows') horizontal.scrollToIndex(column - 1);
  }, [vertical, horizontal, row, column, whole]);
  return { ...scroll, size };
}

/** The input in the place of the active cell. */
function useEditing(hands: SheetHands): CellEditing | undefined {
  const { draft, type, commit, cancel, select, focusGrid } = hands;
  if (draft?.where !== 'cell') return undefined;
  const { row, column } = draft;
  const leaveTo = (down: number, right: number) => {
    commit();
    select(at({ row: row + down, column: column + right }));
    focusGrid();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      cancel();
      focusGrid();
    } else if (event.key === 'Enter') leaveTo(event.shiftKey ? -1 : 1, 0);
    else if (event.key === 'Tab') leaveTo(0, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return { text: draft.text, label: addressOf(row, column), onType: type, onKeyDown, onLeave: commit };
}

/** The cells of a tab. Only those on the screen, and a few beyond, are in the document. */
export function SheetGrid({ title, hands, inBar, editInBar, leave }: SheetGridProps) {
  const id = useId();
  const dispatch = useDispatch();
  const { sheetId, selection, select, begin, grid, focusGrid } = hands;
  const { facts } = useSelector((state: RootState) => selectGrid(state, sheetId));
  const reshaping = useSelector(selectReshaping);
  const { vertical, horizontal, first, last, size } = useScreen(hands);
  const range = rangeOf(selection, size);
  const { active } = selection;
  const lines = useLineChoice(hands, size);
  const activeId = cellId(id, active.row, active.column);
  const editing = useEditing(hands);
  const keys = useSheetKeys({
    hands: inBar ? { ...hands, begin: editInBar } : hands,
    page: Math.max(1, last - first - 1),
    menu: () => lines.openAt(activeId),
    leave,
    enterPopover: () => {
      const button = grid.current?.querySelector<HTMLElement>(`#${CSS.escape(activeId)} [data-clash] button`);
      button?.focus();
      return button !== null && button !== undefined;
    },
  });
  const onPress = (row: number, column: number, event: MouseEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.button !== 0) return;
    event.preventDefault();
    focusGrid();
    select(movedTo({ ...selection, whole: undefined }, { row, column }, event.shiftKey));
  };
  const onOpen = () => (inBar ? editInBar() : begin('cell'));
  const onCellMenu = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest('[role="gridcell"]') === null) return;
    event.preventDefault();
    lines.openMenu({ x: event.clientX, y: event.clientY });
  };
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
      aria-busy={reshaping || undefined}
      aria-activedescendant={isActiveShown ? activeId : undefined}
      tabIndex={0}
      onContextMenu={onCellMenu}
      {...keys}
    >
      <Canvas role="presentation" style={{ width: end + AFTER }}>
        <SheetHead columns={columns} end={end} range={range} onLetter={lines.onLetter} onAdd={() => add(0, 1)} />
        <Canvas role="rowgroup" style={{ height: size.rows * ROW_HEIGHT + ROW_HEIGHT + 20 }}>
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
              onPress={onPress}
              onOpen={onOpen}
              onNumber={lines.onNumber}
            />
          ))}
          <AfterRows role="row" style={{ top: size.rows * ROW_HEIGHT }}>
            <div role="gridcell">
              <button type="button" onClick={() => add(ROWS_ADDED, 0)}>
                <span>
                  <Icon name="plus" size={14} />
                </span>
                Add rows
              </button>
            </div>
          </AfterRows>
        </Canvas>
      </Canvas>
      {lines.menu && (
        <ContextMenu
          place={lines.menu}
          label={selection.whole === 'rows' ? 'Row' : selection.whole === 'columns' ? 'Column' : 'Cell'}
          items={lineChoices(rangeOf({ ...selection }, size), selection.whole, (operation) =>
            dispatch(operationAsked({ sheetId, operation })),
          )}
          onClose={() => {
            lines.closeMenu();
            focusGrid();
          }}
        />
      )}
    </Scroller>
  );
}
