import { type KeyboardEvent, useRef } from 'react';
import styled from 'styled-components';
import { valueOfColumn } from '../../columns/columnsSelectors';
import { handleEditorKey } from '../../grid/gridKeys';
import { CellBox, KeepButtons } from '../../grid/CellBox';
import { Icon } from '../../ui/display/Icon';
import { Button } from '../../ui/forms/Button';
import { Row } from '../../ui/layout/spacing';
import { useAppDispatch } from '../../storeHooks';
import { draftMachine } from './draftMachine';
import type { LiveDraft } from './editSelectors';
import { editorLeft, editorOpened } from './editSlice';
import { escapeEvent } from './useCellKeys';
import type { CellEditProps } from './gridEditing';
import { editText } from './values';
import { ValueInput } from './ValueInput';

const { draftCancelled, draftCommitted, connectionTried, mineKept, textTyped } = draftMachine.actions;

const Text = styled.span`
  &[data-phase='saving'],
  &[data-phase='waiting'] {
    color: var(--ink-3);
    font-style: italic;
  }
`;

/** Covers the cell; the message is shown below it. */
const Over = styled.div`
  position: absolute;
  z-index: 1;
  inset: 0 -1px -1px 0;
  background: var(--surface);

  & > input,
  & > select,
  & > textarea {
    width: 100%;
    height: 100%;
    padding: 0 11px;
    border: 0;
    border-radius: 0;
    outline: 2px solid var(--focus);
    outline-offset: -2px;
    color: var(--ink);
    background: var(--surface);
    font: inherit;
    line-height: calc(var(--row) - 1px);
    text-align: inherit;
    resize: none;
  }
  & > textarea {
    overflow: hidden;
    white-space: pre;
  }
  & > [aria-invalid='true'] {
    outline-color: var(--danger);
  }
`;

const MessageBox = styled(CellBox)`
  gap: 8px;
  width: 280px;

  & > p {
    display: flex;
    gap: 6px;
  }
  & > p > svg {
    margin-top: 2px;
    color: var(--danger-text);
  }
`;

const stay = (event: { stopPropagation: () => void }) => event.stopPropagation();

/** Returns the error message of a draft; undefined if it has none. */
function messageOf(state: LiveDraft, column: string): string | undefined {
  if (state.phase === 'refused') return valueOfColumn(state.errors, column) ?? state.message;
  if (state.phase === 'waiting') return state.message;
  return undefined;
}

/** The buttons of a draft that was not saved. */
function DraftActions({ edits, draft: { key, state }, column }: CellEditProps) {
  const dispatch = useAppDispatch();
  const draftName = { ...edits.name, key };
  const act = (event: Parameters<typeof dispatch>[0]) => {
    dispatch(event);
    edits.leave(0, 0);
  };
  if (state.phase === 'clashing')
    return (
      <>
        <strong>Changed elsewhere</strong>
        <span>{`Yours: ${state.draft.texts[column.key] || 'empty'}`}</span>
        <span>{`Theirs: ${editText(state.theirs[column.key]) || 'empty'}`}</span>
        <KeepButtons onMine={() => act(mineKept(draftName))} onTheirs={() => act(draftCancelled(draftName))} />
      </>
    );
  return (
    <Row $gap={6}>
      {state.phase === 'waiting' ? (
        <Button size="small" onClick={() => act(connectionTried(draftName))}>
          Try again
        </Button>
      ) : (
        <Button size="small" onClick={() => dispatch(editorOpened(draftName))}>
          Correct
        </Button>
      )}
      <Button size="small" look="ghost" onClick={() => act(draftCancelled(draftName))}>
        Discard
      </Button>
    </Row>
  );
}

/** The message about a draft that was not saved, with its buttons. */
function DraftMessage(props: CellEditProps) {
  const { draft, column, messageId } = props;
  const { state, open } = draft;
  const message = messageOf(state, column.key);
  const isClash = state.phase === 'clashing';
  if (message === undefined && !isClash) return null;
  return (
    <MessageBox isOpen={isClash && open}>
      {message !== undefined && (
        <p id={messageId} role="alert">
          <Icon name="alert" />
          <span>{message}</span>
        </p>
      )}
      {(isClash || !open) && <DraftActions {...props} />}
    </MessageBox>
  );
}

/** The editor of a cell: Enter and Tab save the text, Esc discards it. */
function Editor({ edits, draft: { key, state }, column, messageId }: CellEditProps) {
  const dispatch = useAppDispatch();
  const draftName = { ...edits.name, key };
  const { texts, before } = state.draft;
  const text = texts[column.key] ?? '';
  const hasLeft = useRef(false);
  const isSame = text === editText(before[column.key]) && !(state.phase === 'typing' && state.unsaved);
  const commit = () => {
    hasLeft.current = true;
    dispatch(isSame ? draftCancelled(draftName) : draftCommitted(draftName));
  };
  const leave = (down: number, right: number) => {
    commit();
    edits.leave(down, right);
  };
  const cancel = () => {
    hasLeft.current = true;
    dispatch(state.phase === 'refused' ? editorLeft(edits.name) : escapeEvent(draftName, state));
    edits.leave(0, 0);
  };
  const type = (next: string) => dispatch(textTyped({ ...draftName, column: column.key, text: next }));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    handleEditorKey(event, { type, cancel, leave });
  };
  return (
    <ValueInput
      autoFocus
      column={column}
      value={text}
      aria-label={column.key}
      aria-invalid={state.phase === 'refused' || undefined}
      aria-describedby={state.phase === 'refused' ? messageId : undefined}
      onChange={type}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!hasLeft.current) commit();
      }}
    />
  );
}

/** A cell with a draft: its editor, or the text that is not saved yet. */
export function CellEdit(props: CellEditProps) {
  const { draft, column } = props;
  const { state, open } = draft;
  const isTyped = open && (state.phase === 'typing' || state.phase === 'refused');
  const text = state.draft.texts[column.key] ?? '';
  return (
    <>
      {isTyped ? (
        <Over onMouseDown={stay} onClick={stay} onDoubleClick={stay}>
          <Editor key={draft.key} {...props} />
        </Over>
      ) : (
        <Text data-phase={state.phase}>{text || 'empty'}</Text>
      )}
      <DraftMessage {...props} />
    </>
  );
}
