import { type KeyboardEvent, useRef } from 'react';
import styled from 'styled-components';
import { ofColumn } from '../../columns/columnsSelectors';
import { CellBox } from '../../grid/CellBox';
import { editorKey } from '../../grid/gridKeys';
import { KeepButtons } from '../../grid/KeepButtons';
import { Icon } from '../../ui/display/Icon';
import { Button } from '../../ui/forms/Button';
import { Row } from '../../ui/layout/spacing';
import { useAppDispatch } from '../../storeHooks';
import { draftMachine } from './draftMachine';
import type { LiveDraft } from './editSelectors';
import { editorLeft, editorOpened } from './editSlice';
import { escapeEvent } from './useCellKeys';
import type { CellEditProps } from './useRowEdits';
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

/** Over the cell; what says what is wrong hangs below it. */
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

const SaidBox = styled(CellBox)`
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

/** The text that stands in the cell, and what is wrong with it. */
function wordsOf(state: LiveDraft, column: string): string | undefined {
  if (state.phase === 'refused') return ofColumn(state.errors, column) ?? state.message;
  if (state.phase === 'waiting') return state.message;
  return undefined;
}

/** What can be done with a draft that was not written. */
function Answers({ edits, draft: { key, state }, column }: CellEditProps) {
  const dispatch = useAppDispatch();
  const place = { ...edits.name, key };
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
        <KeepButtons onMine={() => act(mineKept(place))} onTheirs={() => act(draftCancelled(place))} />
      </>
    );
  return (
    <Row $gap={6}>
      {state.phase === 'waiting' ? (
        <Button size="small" onClick={() => act(connectionTried(place))}>
          Try again
        </Button>
      ) : (
        <Button size="small" onClick={() => dispatch(editorOpened(place))}>
          Correct
        </Button>
      )}
      <Button size="small" look="ghost" onClick={() => act(draftCancelled(place))}>
        Discard
      </Button>
    </Row>
  );
}

/** What is wrong, where something is. */
function Says(props: CellEditProps) {
  const { draft, column, says } = props;
  const { state, open } = draft;
  const words = wordsOf(state, column.key);
  const isClash = state.phase === 'clashing';
  if (words === undefined && !isClash) return null;
  return (
    <SaidBox isOpen={isClash && open}>
      {words !== undefined && (
        <p id={says} role="alert">
          <Icon name="alert" />
          <span>{words}</span>
        </p>
      )}
      {(isClash || !open) && <Answers {...props} />}
    </SaidBox>
  );
}

/** The editor of a cell: Enter and Tab write what was typed, Esc throws it away. */
function Editor({ edits, draft: { key, state }, column, says }: CellEditProps) {
  const dispatch = useAppDispatch();
  const place = { ...edits.name, key };
  const { texts, before } = state.draft;
  const text = texts[column.key] ?? '';
  const left = useRef(false);
  const isSame = text === editText(before[column.key]) && !(state.phase === 'typing' && state.unsaved);
  const commit = () => {
    left.current = true;
    dispatch(isSame ? draftCancelled(place) : draftCommitted(place));
  };
  const leave = (down: number, right: number) => {
    commit();
    edits.leave(down, right);
  };
  const cancel = () => {
    left.current = true;
    dispatch(state.phase === 'refused' ? editorLeft(edits.name) : escapeEvent(place, state));
    edits.leave(0, 0);
  };
  const type = (next: string) => dispatch(textTyped({ ...place, column: column.key, text: next }));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    editorKey(event, { type, cancel, leave });
  };
  return (
    <ValueInput
      autoFocus
      column={column}
      value={text}
      aria-label={column.key}
      aria-invalid={state.phase === 'refused' || undefined}
      aria-describedby={state.phase === 'refused' ? says : undefined}
      onChange={type}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (!left.current) commit();
      }}
    />
  );
}

/** A cell that is written: its editor, or what was typed until the server has it. */
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
      <Says {...props} />
    </>
  );
}
