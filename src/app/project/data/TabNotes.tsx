import { useId, useState } from 'react';
import styled from 'styled-components';
import type { Warning } from '../../../contract/projects';
import { useAppDispatch } from '../../storeHooks';
import { Icon } from '../../ui/display/Icon';
import { counted } from '../../ui/display/numbers';
import { ellipsis, smallText } from '../../ui/display/text';
import { IconButton } from '../../ui/forms/Button';
import { tabKey, type TabName } from '../rows/endpointSlice';
import { notesDismissed } from '../../grid/tabLayouts';
import { Line } from '../../ui/layout/spacing';

const Box = styled.div<{ $lost: boolean }>`
  margin-bottom: 12px;
  border: 1px solid ${({ $lost }) => ($lost ? 'transparent' : 'var(--line)')};
  border-radius: var(--r);
  color: ${({ $lost }) => ($lost ? 'var(--ink)' : 'var(--ink-2)')};
  background: ${({ $lost }) => ($lost ? 'var(--warn-soft)' : 'none')};
  ${smallText}
`;

const Opener = styled.button<{ $lost: boolean }>`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 8px;
  min-width: 0;
  min-height: max(34px, var(--control-sm));
  padding: 4px 8px 4px 12px;
  border-radius: var(--r);

  /* One line, as high as its placeholder. */
  & > span {
    ${ellipsis}
  }
  & > svg:first-child {
    color: ${({ $lost }) => ($lost ? 'var(--warn-text)' : 'var(--ink-3)')};
  }
  &[aria-expanded='true'] > svg:last-child {
    rotate: 180deg;
  }
`;

const List = styled.ul`
  display: grid;
  gap: 4px;
  max-height: 40vh;
  overflow: auto;
  padding: 2px 14px 12px 36px;

  &[hidden] {
    display: none;
  }
`;

/** Codes of notes about missing or wrong values; the others only tell how a value was interpreted. */
const LOSSES: ReadonlySet<Warning['code']> = new Set([
  'error_cells',
  'cut_text',
  'formula_without_value',
  'unsure_encoding',
]);

const isLoss = ({ code }: Warning) => LOSSES.has(code);

/** Returns a summary: the number of notes, and how many are about lost values. */
function summaryOf(count: number, losses: number) {
  const all = `${counted(count, 'note')} about how this sheet was read`;
  return losses === 0 ? all : `${all}, ${losses} about lost values`;
}

interface TabNotesProps {
  readonly name: TabName;
  readonly warnings: readonly Warning[];
  /** Fingerprint of all notes. */
  readonly notes: string;
  /** Called when the focused button is about to be removed with the notes. */
  readonly onRemoveFocus: () => void;
}

/** Notes about values that were interpreted, changed or dropped while the sheet was read: a collapsible, dismissible list. */
export function TabNotes({ name, warnings, notes, onRemoveFocus }: TabNotesProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const [open, setOpen] = useState(false);
  const losses = warnings.filter(isLoss);
  const lost = losses.length > 0;
  const sorted = [...losses, ...warnings.filter((warning) => !isLoss(warning))];
  const dismiss = () => {
    onRemoveFocus();
    dispatch(notesDismissed({ tab: tabKey(name), notes }));
  };
  return (
    <Box $lost={lost} role="group" aria-label="Notes">
      <Line $gap={0} $pad="0 4px 0 0">
        <Opener type="button" $lost={lost} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Icon name={lost ? 'warning' : 'info'} />
          <span>{summaryOf(warnings.length, losses.length)}</span>
          <Icon name="down" size={14} />
        </Opener>
        <IconButton icon="cross" label="Dismiss notes" onClick={dismiss} />
      </Line>
      <List id={id} hidden={!open} tabIndex={open ? 0 : undefined} aria-label="Notes about how this sheet was read">
        {sorted.map(({ detail }, index) => (
          <li key={index}>{detail}</li>
        ))}
      </List>
    </Box>
  );
}
