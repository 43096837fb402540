import { type RefObject, useId } from 'react';
import styled from 'styled-components';
import { addressOf } from '../../../contract/gridCells';
import { Icon } from '../../ui/display/Icon';
import { ellipsis } from '../../ui/display/text';
import { below, Line } from '../../ui/layout/spacing';
import { preventInputZoom } from '../../ui/forms/fieldStyles';
import { handleEditorKey } from '../../grid/gridKeys';
import { STALE_TIP } from '../grid/SheetRow';
import { selectCell, selectIsStale } from '../state/sheetSelectors';
import { editTextOf, isLockedCell } from '../state/sheetState';
import type { GridEditor } from '../grid/useGridEditor';
import { useAppSelector } from '../../storeHooks';

const Bar = styled(Line)`
  gap: 0;
  flex: none;
  height: 34px;
  border-bottom: 1px solid var(--line);
  font-size: var(--text-sm);

  &:has(textarea:focus-visible) {
    box-shadow: var(--focus-inset);
  }
`;

const Reference = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  min-width: 72px;
  height: 100%;
  padding: 0 8px;
  border-right: 1px solid var(--line);
  color: var(--ink-2);
  font: 500 12px/1 var(--font-mono);
`;

const Sign = styled.span`
  padding: 0 12px;
  color: var(--ink-3);
  font: italic 500 13px/1 var(--font-mono);
`;

const Input = styled.textarea`
  flex: 1;
  min-width: 0;
  height: 100%;
  padding: 0 8px 0 0;
  border: 0;
  outline: 0;
  color: var(--ink-2);
  background: none;
  font: inherit;
  line-height: 34px;
  letter-spacing: inherit;
  text-rendering: inherit;
  white-space: pre;
  overflow: hidden;
  resize: none;
  ${preventInputZoom}

  &:focus-visible {
    outline: none;
    color: var(--ink);
  }
`;

/** A warning beside a stale formula. */
const Note = styled(Line).attrs({ as: 'span' })`
  flex: 0 1 auto;
  gap: 6px;
  min-width: 24px;
  height: 100%;
  padding: 0 12px;
  border-left: 1px solid var(--line);
  color: var(--warn-text);
  background: var(--warn-soft);

  & > span {
    ${ellipsis}
  }
  ${below.lists} {
    flex: none;

    & > span {
      position: absolute;
      width: 1px;
      clip-path: inset(50%);
    }
  }
`;

interface FormulaBarProps {
  readonly editor: GridEditor;
  readonly input: RefObject<HTMLTextAreaElement | null>;
}

/** Shows and edits the content of the active cell: its text, or its formula (read-only). */
export function FormulaBar({ editor, input }: FormulaBarProps) {
  const { sheetId, active, draft, begin, type, commit, cancel, leave } = editor;
  const written = useAppSelector(selectCell, sheetId, active);
  const locked = isLockedCell(written);
  const isStale = useAppSelector((state) => locked && selectIsStale(state, sheetId, active));
  const note = useId();
  return (
    <Bar>
      <Reference>{addressOf(active.row, active.column)}</Reference>
      <Sign aria-hidden="true">fx</Sign>
      <Input
        ref={input}
        rows={1}
        value={draft?.text ?? editTextOf(written)}
        readOnly={locked || written === undefined}
        aria-label={locked ? 'Formula, read only' : `Content of ${addressOf(active.row, active.column)}`}
        aria-describedby={isStale ? note : undefined}
        spellCheck={false}
        autoComplete="off"
        enterKeyHint="done"
        onFocus={() => begin('bar')}
        onChange={(event) => (draft === undefined ? begin('bar', event.target.value) : type(event.target.value))}
        onKeyDown={(event) => event.key !== 'Tab' && handleEditorKey(event, { type, cancel, leave: () => leave(1, 0) })}
        onBlur={commit}
      />
      {isStale && (
        <Note id={note} title={STALE_TIP}>
          <Icon name="warning" size={14} />
          <span>{STALE_TIP}</span>
        </Note>
      )}
    </Bar>
  );
}
