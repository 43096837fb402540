import { type KeyboardEvent, useId, useMemo, type MouseEvent, useCallback, useState } from 'react';
import { lettersOf } from '../../../contract/gridCells';
import { cellId, booleanAttribute, cellAtElement, type ColumnItem, headProps, columnStyle } from '../../grid/gridCells';
import { GridFrame } from '../../grid/GridFrame';
import { selectedColumnsIn, type Cell, HEAD, isInside, clampCell, type CellRange } from '../../grid/gridMoves';
import { fingerprintOf, selectTabLook } from '../../grid/tabLayouts';
import { useClipboard } from '../../grid/useClipboard';
import { useColumnSizing, type ColumnSizing } from '../../grid/useColumnSizing';
import { useGridScroll } from '../../grid/useGridScroll';
import { Icon } from '../../ui/display/Icon';
import { AfterRows, HEAD_HEIGHT, NUMBER_WIDTH, ROW_HEIGHT } from '../page/sheetStyles';
import { LoadingRows } from '../page/SheetSkeleton';
import { BLANK_WIDTH } from '../state/pages';
import { selectGrid, selectGridSize, selectReshaping, selectRowsFailure, selectTabName } from '../state/sheetSelectors';
import { blanksAdded, rowsSeen } from '../state/sheetSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { Rows, Scroller, AfterColumns, Corner, HeadRow, Letter } from './cellStyles';
import { LineMenu } from './LineMenu';
import { SheetRow } from './SheetRow';
import { type GridEditor, useEditing, useSheetKeys } from './useGridEditor';
import { useRangeWriting } from './useRangeWriting';
import type { MenuPlace } from '../../ui/overlays/ContextMenu';
import { Edge } from '../../grid/gridStyles';
import { IconButton } from '../../ui/forms/Button';
import { Unseen } from '../../ui/display/text';

interface SheetHeadProps {
  readonly grid: string;
  readonly items: readonly ColumnItem[];
  /** Width of all columns in pixels. */
  readonly end: number;
  /** Selected columns. */
  readonly columns: CellRange['columns'];
  readonly sizing: ColumnSizing;
  readonly onAdd: () => void;
}

/** The header row: column letters, and the button that adds a column. */
const SheetHead = ({ grid, items, end, columns: { first, last }, sizing, onAdd }: SheetHeadProps) => (
  <HeadRow role="row" aria-rowindex={1}>
    <Corner role="columnheader">
      <Unseen>Row</Unseen>
    </Corner>
    {items.map((item) => {
      const column = item.index + 1;
      const letters = lettersOf(column);
      return (
        <Letter
          {...headProps(grid, column)}
          key={column}
          style={columnStyle(item)}
          data-marked={booleanAttribute(column >= first && column <= last)}
        >
          {letters}
          <Edge {...sizing.edgeProps({ column: letters, width: item.size })} />
        </Letter>
      );
    })}
    <AfterColumns role="columnheader" style={{ left: end }}>
      <IconButton icon="plus" label="Add a column" title="Add a column" onClick={onAdd} />
    </AfterColumns>
  </HeadRow>
);

/** Returns whether a position is a column letter or a row number, a click on which selects whole columns or rows. */
function wholeLinesAt({ row, column }: Cell) {
  if (row === HEAD) return 'columns';
  return column === 0 ? 'rows' : undefined;
}

/**
 * Mouse handlers: a click selects a cell, with Shift a range; a double click edits a cell. A click on a row number or column
 * letter selects the whole line; a click on a selected one, or a right click, opens the context menu.
 */
function useSheetMouse({ grid, begin, focusGrid, scroller }: GridEditor) {
  const { size, selection, range, select, pick } = grid;
  const [menu, setMenu] = useState<MenuPlace>();
  const choose = (place: Cell, whole: 'rows' | 'columns', event: MouseEvent) => {
    const line = clampCell(place, size);
    const isChosen = selection.whole === whole && isInside(range, line);
    const isMenu = event.type === 'contextmenu' || (event.button === 0 && isChosen && !event.shiftKey);
    const anchor = event.shiftKey && selection.whole === whole ? selection.anchor : line;
    if (!isChosen || event.shiftKey) select({ active: line, anchor, whole, isPressed: true });
    if (isMenu) setMenu({ x: event.clientX, y: event.clientY });
  };
  const press = (event: MouseEvent) => {
    const place = cellAtElement(event.target);
    if (place === undefined || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    focusGrid();
    const whole = wholeLinesAt(place);
    if (whole !== undefined) choose(place, whole, event);
    else if (event.type === 'contextmenu') setMenu({ x: event.clientX, y: event.clientY });
    else pick(place, { extend: event.shiftKey, keep: event.button !== 0, isPressed: true });
  };
  const onDoubleClick = ({ target }: MouseEvent) => {
    const place = cellAtElement(target);
    if (place !== undefined && wholeLinesAt(place) === undefined) begin('cell');
  };
  const openAt = (cell: string) => {
    const box = scroller.current?.querySelector(`#${CSS.escape(cell)}`)?.getBoundingClientRect();
    setMenu(box ? { x: box.left, y: box.bottom } : undefined);
  };
  return {
    menu,
    openAt,
    closeMenu: useCallback(() => setMenu(undefined), []),
    mouse: { onMouseDown: press, onContextMenu: press, onDoubleClick },
  };
}

/** Number of rows that "Add rows" adds. */
const ROWS_ADDED = 20;

/** Pixels after the last column, for the button that adds one. */
const AFTER = 40;

/** Pixels below the last row, for the button that adds rows. */
const BELOW = ROW_HEIGHT + 20;

interface SheetGridProps {
  readonly title: string;
  readonly editor: GridEditor;
  readonly leave: () => void;
}

/** The button below the last row. */
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

/** Returns the width of each column in pixels: the one set by the person, or the estimated one. */
function useWidths({ sheetId, grid }: GridEditor, tab: string) {
  const { widths } = useAppSelector(selectGrid, sheetId);
  const { widths: chosenWidths } = useAppSelector(selectTabLook, tab);
  const count = grid.size.columns - 1;
  return useMemo(() => {
    const chosenWidth = (index: number) => chosenWidths?.[fingerprintOf(lettersOf(index + 1))];
    return Array.from({ length: count }, (_, index) => chosenWidth(index) ?? widths[index] ?? BLANK_WIDTH);
  }, [count, chosenWidths, widths]);
}

/** Returns the rows and columns on the screen, and dispatches the range of rows so that they are loaded. */
function useVisibleRange({ sheetId, grid, scroller }: GridEditor, widths: readonly number[]) {
  const dimensions = { rows: grid.size.rows, rowHeight: ROW_HEIGHT, head: HEAD_HEIGHT, side: NUMBER_WIDTH, widths };
  const scroll = useGridScroll(scroller, grid.selection, dimensions);
  const { first, last } = scroll.lines;
  useOnScreen(last >= first ? rowsSeen({ sheetId, first, last }) : undefined);
  return scroll;
}

interface VisibleRowsProps {
  /** Prefix of the ids of the cells. */
  readonly gridId: string;
  readonly editor: GridEditor;
  readonly scroll: ReturnType<typeof useGridScroll>;
}

/** The rows on the screen, and a few beyond. */
function VisibleRows({ gridId, editor, scroll }: VisibleRowsProps) {
  const { sheetId, grid } = editor;
  const { active } = grid.selection;
  const { facts } = useAppSelector(selectGrid, sheetId);
  const { isEmpty } = useAppSelector(selectGridSize, sheetId);
  const editing = useEditing(editor);
  return scroll.lines.shown.map(({ index, top }) => (
    <SheetRow
      key={index}
      grid={gridId}
      sheetId={sheetId}
      index={index}
      top={top}
      items={scroll.items}
      isHeader={facts?.headerRow === index + 1}
      active={active.row === index ? active.column : undefined}
      marked={selectedColumnsIn(grid.range, index)}
      editing={active.row === index ? editing : undefined}
      hint={isEmpty && facts !== null && index === 0 ? 'Column names go here' : undefined}
    />
  ));
}

/** The cells of a tab. Only the cells on the screen, and a few beyond, are in the document. */
export function SheetGrid({ title, editor, leave }: SheetGridProps) {
  const id = useId();
  const dispatch = useAppDispatch();
  const { sheetId, grid, scroller } = editor;
  const { active } = grid.selection;
  const { facts } = useAppSelector(selectGrid, sheetId);
  const failure = useAppSelector(selectRowsFailure, sheetId);
  const reshaping = useAppSelector(selectReshaping);
  const isLoading = facts === null && failure === undefined;
  const tab = useAppSelector(selectTabName, sheetId);
  const widths = useWidths(editor, tab);
  const sizing = useColumnSizing(tab);
  const scroll = useVisibleRange(editor, widths);
  const { lines, page } = scroll;
  const activeId = cellId(id, active);
  const writing = useRangeWriting(editor);
  useClipboard(scroller, writing);
  const { menu, openAt, closeMenu, mouse } = useSheetMouse(editor);
  const onKeys = useSheetKeys({
    editor,
    page,
    leave,
    clear: writing.clear,
    menu: () => openAt(activeId),
    enterPopover: () => {
      const cell = scroller.current?.querySelector(`#${CSS.escape(activeId)}`);
      const button = cell?.querySelector<HTMLElement>('[data-popover] button');
      button?.focus();
      return Boolean(button);
    },
  });
  const sized = { column: lettersOf(active.column), width: widths[active.column - 1] ?? BLANK_WIDTH };
  const add = (rows: number, columns: number) => dispatch(blanksAdded({ sheetId, rows, columns }));
  return (
    <GridFrame
      as={Scroller}
      scroller={scroller}
      id={id}
      grid={grid}
      scroll={scroll}
      after={AFTER}
      announcement={sizing.announcement}
      aria-label={title}
      aria-busy={reshaping || isLoading || undefined}
      data-coming={booleanAttribute(isLoading)}
      onKeys={(event: KeyboardEvent<HTMLElement>) => sizing.onKey(event, sized) || onKeys(event)}
      {...mouse}
    >
      <SheetHead
        grid={id}
        items={scroll.items}
        end={scroll.width}
        columns={grid.range.columns}
        sizing={sizing}
        onAdd={() => add(0, 1)}
      />
      <Rows role="rowgroup" style={{ height: lines.height + BELOW }}>
        <VisibleRows gridId={id} editor={editor} scroll={scroll} />
        <AddRows top={lines.height} onAdd={() => add(ROWS_ADDED, 0)} />
      </Rows>
      {isLoading && <LoadingRows />}
      {menu && <LineMenu editor={editor} place={menu} onClose={closeMenu} />}
    </GridFrame>
  );
}
