import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useState } from 'react';
import styled from 'styled-components';
import { type Cell, type CellRange, HEAD } from '../../grid/gridMoves';
import { parsePasted } from '../../grid/tsv';
import { useClipboard } from '../../grid/useClipboard';
import { rootReducer } from '../../rootReducer';
import type { Pressed } from '../../grid/pressedKey';
import type { EditKey } from '../data/useGridKeys';
import { counted } from '../../ui/display/numbers';
import { useUnsavedWarning, useWindowEvent } from '../../ui/forms/useWindowEvent';
import { ContextMenu, type MenuPlace } from '../../ui/overlays/ContextMenu';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { useLatest } from '../../grid/useGridScroll';
import { selectEdits, selectIsUnsaved } from './editSelectors';
import { cellsPasted, editingOpened, editSlice, rowsRemoved } from './editSlice';
import { CellEdit } from './CellEdit';
import { type CellKeys, useCellEditing, useCellKeys } from './useCellKeys';
import { type EditsOf, type RowEdits, useRowEdits } from './useRowEdits';

editSlice.injectInto(rootReducer);

const Working = styled.p`
  padding: 6px 14px;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
  font-size: var(--text-sm);
`;

interface EditLayerProps extends CellKeys {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly active: Cell;
  readonly range: CellRange;
  /** Id of the active cell's element. */
  readonly activeId: string;
  readonly leave: RowEdits['leave'];
  /** Receives the functions of editing for the grid. */
  readonly handle: RefObject<EditHandle | null>;
  /** Keys pressed before this chunk was loaded; handled and removed on mount. */
  readonly early: RefObject<EarlyKey[]>;
  readonly onEdits: (edits: { readonly editsOf: EditsOf }) => void;
}

/** Functions of editing for the grid. */
export interface EditHandle {
  readonly key: EditKey;
  /** Edits a cell. */
  readonly begin: (cell: Cell) => void;
}

/** A key pressed before editing was loaded, with the active cell and the range at that time. */
export interface EarlyKey {
  readonly pressed: Pressed;
  readonly active: Cell;
  readonly range: CellRange;
}

/** No move: the grid has moved already. */
const stay = () => undefined;

/** Returns where the menu opens: at the pointer, or below the active cell if it was opened by a key. */
function menuPlace(event: MouseEvent, activeId: string): MenuPlace | undefined {
  const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null;
  if (cell !== null) return { x: event.clientX, y: event.clientY };
  const rect = document.getElementById(activeId)?.getBoundingClientRect();
  return rect && { x: rect.left + 8, y: rect.bottom };
}

/** State of the context menu of the active cell, opened by a right click or the menu key. */
function useMenu({ scroller, active, activeId }: EditLayerProps) {
  const [place, setPlace] = useState<MenuPlace>();
  useWindowEvent('contextmenu', (event) => {
    if (!(event.target instanceof Element) || scroller.current?.contains(event.target) !== true) return;
    if (active.row === HEAD || event.target.closest('input, textarea, select, a, [role=columnheader]')) return;
    const at = menuPlace(event, activeId);
    if (at === undefined) return;
    event.preventDefault();
    setPlace(at);
  });
  const close = () => {
    setPlace(undefined);
    scroller.current?.focus({ preventScroll: true });
  };
  return { place, close };
}

function CellMenu(props: EditLayerProps & { readonly place: MenuPlace; readonly close: () => void }) {
  const { name, columns, active, range, onOpen, onAdd, place, close } = props;
  const dispatch = useAppDispatch();
  const begin = useCellEditing(name, columns);
  const count = range.rows.last - range.rows.first + 1;
  const items = [
    ...(active.column > 0 ? [{ label: 'Edit cell', icon: 'pencil' as const, onChoose: () => begin(active) }] : []),
    { label: 'Open row', icon: 'open' as const, onChoose: () => onOpen(active.row) },
    { label: 'Add row', icon: 'plus' as const, onChoose: onAdd },
    {
      label: count === 1 ? 'Delete row' : `Delete ${counted(count, 'row')}`,
      ...{ icon: 'trash' as const, danger: true, separatorBefore: true },
      onChoose: () => dispatch(rowsRemoved({ ...name, ...range.rows })),
    },
  ];
  return <ContextMenu place={place} label="Row" items={items} onClose={close} />;
}

/** Passes the functions and drafts of editing to the grid, and handles the keys pressed before. */
function useEditHandle(props: EditLayerProps) {
  const { name, columns, leave, handle, early, onEdits } = props;
  const key = useCellKeys(props);
  const begin = useCellEditing(name, columns);
  useImperativeHandle(handle, () => ({ key: (...pressed) => key(...pressed, leave), begin }));
  const editsOf = useRowEdits(name, { leave, Cell: CellEdit });
  useLayoutEffect(() => onEdits({ editsOf }), [onEdits, editsOf]);
  const handleEarlyKeys = useLatest(() => {
    for (const { pressed, active, range } of early.current.splice(0)) key(pressed, active, range, stay);
  });
  useEffect(handleEarlyKeys, [handleEarlyKeys]);
}

/** Adds editing to the grid: keys, paste, the context menu, and the text about a pending write. */
export function EditLayer(props: EditLayerProps) {
  const { name, columns, scroller, range } = props;
  const dispatch = useAppDispatch();
  const working = useAppSelector((state) => selectEdits(state, name).working);
  const { place, close } = useMenu(props);
  useUnsavedWarning(useAppSelector(selectIsUnsaved, name));
  useEditHandle(props);
  useOnScreen(editingOpened({ projectId: name.projectId, sheetId: name.sheetId }));
  useClipboard(scroller, {
    paste(text) {
      const from = Math.max(0, range.columns.first - 1);
      const keys = columns.slice(from).map(({ key }) => key);
      const texts = parsePasted(text, keys);
      dispatch(cellsPasted({ ...name, first: range.rows.first, columns: keys, texts, verb: 'pasted' }));
    },
  });
  return (
    <>
      {working !== undefined && <Working role="status">{working}</Working>}
      {place && <CellMenu {...props} {...{ place, close }} />}
    </>
  );
}
