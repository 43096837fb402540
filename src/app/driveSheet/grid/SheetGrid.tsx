import { type KeyboardEvent, useId, useMemo, type MouseEvent, useCallback, useState } from 'react';
import { lettersOf } from '../../../contract/gridCells';
import { cellId, on, cellOf, type ColumnItem, headProps, placeOf } from '../../grid/gridCells';
import { GridFrame } from '../../grid/GridFrame';
import { markedIn, type Cell, HEAD, isInside, placed, type CellRange } from '../../grid/gridMoves';
import { fingerprintOf, selectTabLook } from '../../grid/tabLooks';
import { useClipboard } from '../../grid/useClipboard';
import { useColumnSizing, type ColumnSizing } from '../../grid/useColumnSizing';
import { useGridScroll } from '../../grid/useGridScroll';
import { Icon } from '../../ui/display/Icon';
import { AfterRows, HEAD_HEIGHT, NUMBER_WIDTH, ROW_HEIGHT } from '../page/sheetStyles';
import { RowsComing } from '../page/SheetSkeleton';
import { BLANK_WIDTH } from '../state/pages';
import { selectGrid, selectGridSize, selectReshaping, selectRowsFailure, selectTabName } from '../state/sheetSelectors';
import { blanksAdded, rowsSeen, operationAsked } from '../state/sheetSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { Rows, Scroller, AfterColumns, Corner, HeadRow, Letter } from './cellStyles';
import { SheetRow } from './SheetRow';
import { type GridEditor, useEditing, useSheetKeys } from './useGridEditor';
import { useRangeWriting } from './ranges';
import { type MenuPlace, ContextMenu } from '../../ui/overlays/ContextMenu';
import { Edge } from '../../grid/gridStyles';
import { IconButton } from '../../ui/forms/Button';
import { Unseen } from '../../ui/display/text';
import type { GridOperation } from '../../../contract/driveGrid';
import type { MenuChoice } from '../../ui/overlays/MenuSheet';

type Ask = (operation: GridOperation) => void;

const many = (count: number, noun: string) => (count === 1 ? noun : `${count} ${noun}s`);

/** The words for rows and for columns, and the operations on them. */
const kinds = {
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

function choicesOf(lines: keyof typeof kinds, first: number, last: number, ask: Ask) {
  const { noun, before, after, insert, remove, nameOf } = kinds[lines];
  const count = last - first + 1;
  const names = count === 1 ? `${noun} ${nameOf(first)}` : `${lines} ${nameOf(first)} to ${nameOf(last)}`;
  const inserting = (where: string, at: number): MenuChoice => ({
    label: `Insert ${many(count, noun)} ${where}`,
    icon: 'plus',
    onChoose: () => ask({ kind: insert, at, count }),
  });
  const removing: MenuChoice = {
    label: `Delete ${names}`,
    icon: 'trash',
    danger: true,
    onChoose: () => ask({ kind: remove, at: first, count }),
  };
  return { insert: [inserting(before, first), inserting(after, last + 1)], remove: removing };
}

/** What can be done with the rows and columns that are marked. */
function lineChoices({ rows, columns }: CellRange, whole: 'rows' | 'columns' | undefined, ask: Ask): MenuChoice[] {
  const ofRows = choicesOf('rows', rows.first + 1, rows.last + 1, ask);
  const ofColumns = choicesOf('columns', columns.first, columns.last, ask);
  const shown = [...(whole === 'columns' ? [] : [ofRows]), ...(whole === 'rows' ? [] : [ofColumns])];
  const removing = shown.map(({ remove }, at) => ({ ...remove, separatorBefore: at === 0 }));
  return [...shown.flatMap(({ insert }) => insert), ...removing];
}

interface LineMenuProps {
  readonly editor: GridEditor;
  readonly place: MenuPlace;
  readonly onClose: () => void;
}

/** What can be done with the rows and columns that are marked. */
function LineMenu({ editor: { sheetId, grid, focusGrid }, place, onClose }: LineMenuProps) {
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

interface SheetHeadProps {
  readonly grid: string;
  readonly items: readonly ColumnItem[];
  /** Pixels of all columns together. */
  readonly end: number;
  /** What is marked. */
  readonly columns: CellRange['columns'];
  readonly sizing: ColumnSizing;
  readonly onAdd: () => void;
}

/** The letters above the columns, and the button that adds one. */
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
          style={placeOf(item)}
          data-marked={on(column >= first && column <= last)}
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

/** Which whole lines a place stands for: rows by their numbers, columns by their letters. */
const linesAt = ({ row, column }: Cell) => (row === HEAD ? 'columns' : column === 0 ? 'rows' : undefined);

/**
 * What the mouse does: a click on a cell selects it, with Shift up to there; a double click edits it. A press on a number or a letter chooses
 * the whole line; pressing what is chosen, or the other button, opens the menu.
 */
function useSheetMouse({ grid, begin, focusGrid, scroller }: GridEditor) {
  const { size, selection, range, select, pick } = grid;
  const [menu, setMenu] = useState<MenuPlace>();
  const choose = (place: Cell, whole: 'rows' | 'columns', event: MouseEvent) => {
    const line = placed(place, size);
    const isChosen = selection.whole === whole && isInside(range, line);
    const isMenu = event.type === 'contextmenu' || (event.button === 0 && isChosen && !event.shiftKey);
    const anchor = event.shiftKey && selection.whole === whole ? selection.anchor : line;
    if (!isChosen || event.shiftKey) select({ active: line, anchor, whole, isPressed: true });
    if (isMenu) setMenu({ x: event.clientX, y: event.clientY });
  };
  const press = (event: MouseEvent) => {
    const place = cellOf(event.target);
    if (place === undefined || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    focusGrid();
    const whole = linesAt(place);
    if (whole !== undefined) choose(place, whole, event);
    else if (event.type === 'contextmenu') setMenu({ x: event.clientX, y: event.clientY });
    else pick(place, { extend: event.shiftKey, keep: event.button !== 0, isPressed: true });
  };
  const onDoubleClick = ({ target }: MouseEvent) => {
    const place = cellOf(target);
    if (place !== undefined && linesAt(place) === undefined) begin('cell');
  };
  const openAt = (cell: string) => {
    const box = scroller.current?.querySelector(`#${CSS.escape(cell)}`)?.getBoundingClientRect();
    setMenu(box ? { x: box.left, y: box.bottom } : undefined);
  };
  return {
    ...{ menu, openAt, closeMenu: useCallback(() => setMenu(undefined), []) },
    mouse: { onMouseDown: press, onContextMenu: press, onDoubleClick },
  };
}

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

/** Pixels of each column: those a person gave it, or by what it holds. */
function useWidths({ sheetId, grid }: GridEditor, tab: string) {
  const { widths } = useAppSelector(selectGrid, sheetId);
  const { widths: given } = useAppSelector(selectTabLook, tab);
  const count = grid.size.columns - 1;
  return useMemo(() => {
    const givenTo = (at: number) => given?.[fingerprintOf(lettersOf(at + 1))];
    return Array.from({ length: count }, (_, at) => givenTo(at) ?? widths[at] ?? BLANK_WIDTH);
  }, [count, given, widths]);
}

/** Which rows and columns are on the screen: their rows are loaded. */
function useScreen({ sheetId, grid, scroller }: GridEditor, widths: readonly number[]) {
  const room = { rows: grid.size.rows, rowHeight: ROW_HEIGHT, head: HEAD_HEIGHT, side: NUMBER_WIDTH, widths };
  const scroll = useGridScroll(scroller, grid.selection, room);
  const { first, last } = scroll.lines;
  useOnScreen(last >= first ? rowsSeen({ sheetId, first: first + 1, last: last + 1 }) : undefined);
  return scroll;
}

/** The cells of a tab. Only those on the screen, and a few beyond, are in the document. */
export function SheetGrid({ title, editor, leave }: SheetGridProps) {
  const id = useId();
  const dispatch = useAppDispatch();
  const { sheetId, grid, scroller } = editor;
  const { range } = grid;
  const { active } = grid.selection;
  const { facts } = useAppSelector(selectGrid, sheetId);
  const failure = useAppSelector(selectRowsFailure, sheetId);
  const { isEmpty } = useAppSelector(selectGridSize, sheetId);
  const reshaping = useAppSelector(selectReshaping);
  const isComing = facts === null && failure === undefined;
  const tab = useAppSelector(selectTabName, sheetId);
  const widths = useWidths(editor, tab);
  const sizing = useColumnSizing(tab);
  const scroll = useScreen(editor, widths);
  const { items, lines, page, width } = scroll;
  const activeId = cellId(id, active);
  const editing = useEditing(editor);
  const writing = useRangeWriting(editor);
  useClipboard(scroller, writing);
  const { menu, openAt, closeMenu, mouse } = useSheetMouse(editor);
  const onKeys = useSheetKeys({
    ...{ editor, page, leave, clear: writing.clear },
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
      {...{ as: Scroller, scroller, id, grid, scroll, after: AFTER, said: sizing.said }}
      aria-label={title}
      aria-busy={reshaping || isComing || undefined}
      data-coming={on(isComing)}
      onKeys={(event: KeyboardEvent<HTMLElement>) => sizing.onKey(event, sized) || onKeys(event)}
      {...mouse}
    >
      <SheetHead {...{ grid: id, items, end: width, columns: range.columns, sizing }} onAdd={() => add(0, 1)} />
      <Rows role="rowgroup" style={{ height: lines.height + BELOW }}>
        {lines.shown.map(({ index, top }) => (
          <SheetRow
            key={index}
            {...{ grid: id, sheetId, index, top, items }}
            isHeader={facts?.headerRow === index + 1}
            active={active.row === index ? active.column : undefined}
            marked={markedIn(range, index)}
            editing={active.row === index ? editing : undefined}
            hint={isEmpty && facts !== null && index === 0 ? 'Column names go here' : undefined}
          />
        ))}
        <AddRows top={lines.height} onAdd={() => add(ROWS_ADDED, 0)} />
      </Rows>
      {isComing && <RowsComing />}
      {menu && <LineMenu editor={editor} place={menu} onClose={closeMenu} />}
    </GridFrame>
  );
}
