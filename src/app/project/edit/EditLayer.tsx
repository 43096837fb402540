import { type RefObject, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useState } from 'react';
import styled from 'styled-components';
import { type Cell, type CellRange, HEAD } from '../../grid/gridMoves';
import { parsePasted } from '../../grid/tsv';
import { useClipboard } from '../../grid/useClipboard';
import { rootReducer } from '../../rootReducer';
import { counted } from '../../ui/display/numbers';
import { Button } from '../../ui/forms/Button';
import { CopyButton } from '../../ui/forms/CopyButton';
import { useUnsavedWarning, useWindowEvent } from '../../ui/forms/useWindowEvent';
import { ContextMenu, type MenuPlace } from '../../ui/overlays/ContextMenu';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { useLatest } from '../../grid/useGridScroll';
import { selectLocked } from '../rows/endpointSelectors';
import type { TabName } from '../rows/endpointSlice';
import { type CellDrafts, selectCellDrafts, selectEdits, selectIsUnsaved, selectLostTexts } from './editSelectors';
import { draftMachine } from './draftMachine';
import { cellsPasted, editingOpened, editSlice, rowsRemoved } from './editSlice';
import { CellEdit } from './CellEdit';
import type { EarlyKey, EditHandle, EditsOf, RowEdits } from './gridEditing';
import { type CellKeys, useCellKeys } from './useCellKeys';
import { lockOf } from './values';

editSlice.injectInto(rootReducer);

const { draftCancelled } = draftMachine.actions;

const NONE: CellDrafts = new Map();

/**
 * Returns the edits of each row by its id, memoized so that unchanged rows do not render again.
 *
 * @param leave a function of constant identity
 */
function useRowEdits({ projectId, sheetId }: TabName, leave: RowEdits['leave']): EditsOf {
  const name = useMemo(() => ({ projectId, sheetId }), [projectId, sheetId]);
  const drafts = useAppSelector(selectCellDrafts, name);
  const locked = useAppSelector(selectLocked, name);
  const others = useMemo<RowEdits>(
    () => ({
      name,
      drafts: NONE,
      leave,
      Cell: CellEdit,
      lockOf: (row, column) => lockOf(locked, row, column),
    }),
    [name, locked, leave],
  );
  const edited = useMemo(
    () => new Map([...drafts].map(([rowId, cells]): [string, RowEdits] => [rowId, { ...others, drafts: cells }])),
    [others, drafts],
  );
  return useCallback((rowId) => edited.get(rowId ?? '') ?? others, [edited, others]);
}

const Note = styled.p`
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

interface CellMenuProps extends EditLayerProps, Pick<EditHandle, 'begin'> {
  readonly place: MenuPlace;
  readonly close: () => void;
}

function CellMenu({ name, active, range, onOpen, onAdd, begin, place, close }: CellMenuProps) {
  const dispatch = useAppDispatch();
  const count = range.rows.last - range.rows.first + 1;
  const items = [
    ...(active.column > 0 ? [{ label: 'Edit cell', icon: 'pencil' as const, onChoose: () => begin(active) }] : []),
    { label: 'Open row', icon: 'open' as const, onChoose: () => onOpen(active.row) },
    { label: 'Add row', icon: 'plus' as const, onChoose: onAdd },
    {
      label: count === 1 ? 'Delete row' : `Delete ${counted(count, 'row')}`,
      icon: 'trash' as const,
      danger: true,
      separatorBefore: true,
      onChoose: () => dispatch(rowsRemoved({ ...name, ...range.rows })),
    },
  ];
  return <ContextMenu place={place} label="Row" items={items} onClose={close} />;
}

/** Passes the functions and drafts of editing to the grid, and handles the keys pressed before. Returns the one that starts editing. */
function useEditHandle(props: EditLayerProps) {
  const { name, leave, handle, early, onEdits } = props;
  const { begin, onKey } = useCellKeys(props);
  useImperativeHandle(handle, () => ({ key: (...pressed) => onKey(...pressed, leave), begin }));
  const editsOf = useRowEdits(name, leave);
  useLayoutEffect(() => onEdits({ editsOf }), [onEdits, editsOf]);
  const handleEarlyKeys = useLatest(() => {
    for (const { pressed, active, range } of early.current.splice(0)) onKey(pressed, active, range, stay);
  });
  useEffect(handleEarlyKeys, [handleEarlyKeys]);
  return begin;
}

/** The texts of cells whose column or row is no longer there, with buttons to copy and to discard them. */
function LostTexts({ name }: { readonly name: TabName }) {
  const dispatch = useAppDispatch();
  const lost = useAppSelector(selectLostTexts, name);
  return lost.map(({ key, text, why }) => (
    <Note key={key} role="alert">
      {`${why} What you typed is not saved: ${text || 'empty'} `}
      <CopyButton size="small" look="ghost" text={text} announcement="Text copied" />
      <Button size="small" look="ghost" onClick={() => dispatch(draftCancelled({ ...name, key }))}>
        Discard
      </Button>
    </Note>
  ));
}

/** Adds editing to the grid: keys, paste, the context menu, and the text about a pending write. */
export function EditLayer(props: EditLayerProps) {
  const { name, columns, scroller, range } = props;
  const dispatch = useAppDispatch();
  const working = useAppSelector((state) => selectEdits(state, name).working);
  const { place, close } = useMenu(props);
  useUnsavedWarning(useAppSelector(selectIsUnsaved, name));
  const begin = useEditHandle(props);
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
      {working !== undefined && <Note role="status">{working}</Note>}
      <LostTexts name={name} />
      {place && <CellMenu {...props} begin={begin} place={place} close={close} />}
    </>
  );
}
