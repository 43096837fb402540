import { type FormEvent, useEffect, useRef, useState } from 'react';
import styled, { css } from 'styled-components';
import type { Row } from '../../../contract/rows';
import { valueOfColumn } from '../../columns/columnsSelectors';
import { KeepButtons } from '../../grid/CellBox';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { Button } from '../../ui/forms/Button';
import { FieldLabel, useField } from '../../ui/forms/Field';
import { fieldLook, preventInputZoom } from '../../ui/forms/fieldStyles';
import { Banner } from '../../ui/layout/Banner';
import { Block, Row as Line, Stack } from '../../ui/layout/spacing';
import { rootReducer } from '../../rootReducer';
import { Dialog, DialogText } from '../../ui/overlays/Dialog';
import { selectColumns, selectLocked } from '../rows/endpointSelectors';
import type { TabName } from '../rows/endpointSlice';
import { draftMachine, type DraftName } from './draftMachine';
import { type LiveDraft, selectDraft, selectKeyColumn } from './editSelectors';
import { columnsWith, type EditedColumn, editText, lockOf } from './values';
import { ValueInput } from './ValueInput';
import { editSlice, NEW_ROW } from './editSlice';

editSlice.injectInto(rootReducer);

const { draftBegun, draftCancelled, draftCommitted, connectionTried, mineKept, textTyped } = draftMachine.actions;

const Pair = styled.div`
  display: grid;
  gap: 4px;
  min-width: 0;

  & > label > i {
    margin-left: 2px;
    color: var(--ink-3);
    font: 450 10.5px / 14px var(--font-mono);
  }
`;

const fieldStyle = css`
  ${fieldLook}
  padding: 0 10px;
  ${preventInputZoom}
`;

const Field = styled(ValueInput)`
  ${fieldStyle}

  textarea& {
    font-family: inherit;
    height: auto;
    min-height: var(--control);
    padding: 8px 10px;
    line-height: 20px;
    field-sizing: content;
    max-height: 200px;
    resize: vertical;
  }
  &:disabled {
    color: var(--ink-3);
    background: var(--sunken);
  }
`;

interface RowFormProps {
  readonly name: TabName;
  /** Key of the draft. */
  readonly draftKey: string;
  /** The changed row; undefined for a new one. */
  readonly row?: Row | undefined;
  readonly submit: string;
}

/** A message about the whole row, with buttons. */
function Trouble({ draftName, state }: { readonly draftName: DraftName; readonly state: LiveDraft }) {
  const dispatch = useAppDispatch();
  if (state.phase === 'refused')
    return (
      <Banner kind="danger" alert>
        {state.message}
      </Banner>
    );
  if (state.phase === 'waiting')
    return (
      <Banner kind="warn" alert>
        {state.message} What you typed is kept.{' '}
        <Button size="small" onClick={() => dispatch(connectionTried(draftName))}>
          Try again
        </Button>
      </Banner>
    );
  if (state.phase !== 'clashing') return null;
  return (
    <Banner kind="warn" alert>
      Changed elsewhere
      <Block as="ul" $top={4}>
        {Object.entries(state.theirs).map(([column, value]) => (
          <li key={column}>
            {`${column}: yours ${state.draft.texts[column] || 'empty'}, theirs ${editText(value) || 'empty'}`}
          </li>
        ))}
      </Block>
      <KeepButtons onMine={() => dispatch(mineKept(draftName))} onTheirs={() => dispatch(draftCancelled(draftName))} />
    </Banner>
  );
}

const KEY_HINT = 'Every row needs its own value here.';
const COLUMN_GONE = 'This column was renamed or removed. Empty it here, and it is left out.';

interface ColumnFieldProps {
  readonly column: EditedColumn;
  /** Whether the column was renamed or removed since its text was typed. */
  readonly isGone: boolean;
  /** Whether every row has a unique value. */
  readonly isKey: boolean;
  readonly state: LiveDraft;
  readonly lock: string | undefined;
  readonly first: boolean;
  readonly onType: (text: string) => void;
}

function ColumnField({ column, isGone, isKey, state, lock, first, onType }: ColumnFieldProps) {
  const { key, type } = column;
  const error = state.phase === 'refused' ? valueOfColumn(state.errors, key) : undefined;
  const hint = [lock, isGone && COLUMN_GONE, isKey && KEY_HINT].find((text) => typeof text === 'string');
  const { props, line } = useField({ error, hint });
  // A new row that may have been added already is only sent again as it was: another text would add a second row.
  const mayBeAdded = state.phase === 'waiting' && state.draft.rowId === null;
  const isFrozen = lock !== undefined || mayBeAdded || state.phase === 'saving' || state.phase === 'clashing';
  return (
    <Pair>
      <FieldLabel htmlFor={props.id}>
        {key} <i>{type}</i>
      </FieldLabel>
      <Field
        {...props}
        autoFocus={first}
        column={column}
        value={valueOfColumn(state.draft.texts, key) ?? editText(valueOfColumn(state.draft.before, key))}
        disabled={isFrozen}
        onChange={onType}
      />
      {line}
    </Pair>
  );
}

/** Focuses the first invalid field when the server has rejected the row. */
function useWrongField(phase: string) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (phase === 'refused') form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [phase]);
  return form;
}

/** The form of a new or existing row; Ctrl+Enter submits it too. */
export function RowForm({ name, draftKey, row, submit }: RowFormProps) {
  const dispatch = useAppDispatch();
  const draftName = { ...name, key: draftKey };
  const state = useAppSelector(selectDraft, name, draftKey);
  const columns = useAppSelector(selectColumns, name);
  const locked = useAppSelector(selectLocked, name);
  const keyColumn = useAppSelector(selectKeyColumn, name);
  const form = useWrongField(state?.phase ?? 'idle');
  if (state === undefined) return null;
  const send = (event: FormEvent) => {
    event.preventDefault();
    dispatch(draftCommitted(draftName));
  };
  return (
    <Stack
      as="form"
      $gap={14}
      ref={form}
      noValidate
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
      }}
    >
      <Trouble draftName={draftName} state={state} />
      {columnsWith(state.draft.texts, columns).map((column, index) => (
        <ColumnField
          key={column.key}
          column={column}
          state={state}
          isKey={column.key === keyColumn}
          isGone={index >= columns.length}
          first={index === 0}
          lock={row && lockOf(locked, row, column.key)}
          onType={(text) => dispatch(textTyped({ ...draftName, column: column.key, text }))}
        />
      ))}
      <Line $gap={8}>
        <Button type="submit" look="primary" size="small" loading={state.phase === 'saving'}>
          {submit}
        </Button>
        <Button size="small" disabled={state.phase === 'saving'} onClick={() => dispatch(draftCancelled(draftName))}>
          Cancel
        </Button>
      </Line>
    </Stack>
  );
}

interface NewRowDialogProps {
  readonly name: TabName;
  readonly onClose: () => void;
}

/** The dialog that adds a row below the last one. */
export function NewRowDialog({ name, onClose }: NewRowDialogProps) {
  const dispatch = useAppDispatch();
  const phase = useAppSelector((state) => selectDraft(state, name, NEW_ROW)?.phase);
  const [hasBegun, setBegun] = useState(false);
  const draft = { rowId: null, texts: {}, before: {} };
  useOnScreen(draftBegun({ ...name, key: NEW_ROW, draft }));
  if (!hasBegun && phase !== undefined) setBegun(true);
  const isOver = hasBegun && phase === undefined;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
  const close = () => dispatch(draftCancelled({ ...name, key: NEW_ROW }));
  return (
    <Dialog title="New row" role="dialog" working={phase === 'saving'} onClose={close}>
      <DialogText>It is added below the last row. What you leave empty stays blank.</DialogText>
      <Block $top={16}>
        <RowForm name={name} draftKey={NEW_ROW} submit="Add row" />
      </Block>
    </Dialog>
  );
}
