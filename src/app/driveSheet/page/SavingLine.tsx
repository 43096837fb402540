import styled from 'styled-components';
import { below } from '../../ui/layout/spacing';
import { counted } from '../../ui/display/numbers';
import { Icon } from '../../ui/display/Icon';
import { hideOnPhones } from './sheetStyles';
import { selectClashes, selectSaving, selectWaiting } from '../state/sheetSelectors';
import type { SavingState } from '../state/savingMachine';
import type { Place } from '../state/sheetState';
import { useAppSelector } from '../../storeHooks';

const Line = styled.span`
  display: flex;
  flex: none;
  align-items: center;
  gap: 5px;
  color: var(--ink-3);
  font-size: var(--text-sm);
  white-space: nowrap;

  ${below.lists} {
    font-size: var(--text-xs);
    line-height: 16px;
  }
`;

/** Beside what was changed elsewhere it is not said on phones, where there is room for one thing only. */
const Quiet = styled.span<{ $alone: boolean }>`
  display: contents;
  ${({ $alone }) => !$alone && hideOnPhones}
`;

const Clashes = styled.button`
  min-height: 24px;
  border-radius: var(--r-xs);
  color: var(--warn-text);
  font-weight: var(--weight-medium);
  text-decoration: underline;
  text-underline-offset: 3px;
`;

const words: Readonly<Record<SavingState['phase'], (waiting: number) => string>> = {
  saved: () => 'Saved',
  sending: () => 'Saved',
  saving: () => 'Saving',
  offline: (waiting) => `${navigator.onLine ? 'Server not reached' : 'Offline'}, ${counted(waiting, 'change')} waiting`,
  refused: () => 'Not saved',
};

interface SavingLineProps {
  readonly sheetId: number;
  /** Goes to a cell that was changed elsewhere. */
  readonly onClash: (place: Place) => void;
}

/** Whether what was typed is on the server, and whether somebody else has typed in the same cells. */
export function SavingLine({ sheetId, onClash }: SavingLineProps) {
  const { phase } = useAppSelector(selectSaving);
  const waiting = useAppSelector(selectWaiting);
  const clashes = useAppSelector(selectClashes, sheetId);
  const [first] = clashes;
  const isQuiet = phase === 'saved' || phase === 'sending';
  return (
    <Line role="status">
      {isQuiet ? (
        <Quiet $alone={first === undefined}>
          <Icon name="check" size={14} />
          {words[phase](waiting)}
        </Quiet>
      ) : (
        words[phase](waiting)
      )}
      {first && (
        <Clashes type="button" onClick={() => onClash(first)}>
          {counted(clashes.length, 'cell')} changed elsewhere
        </Clashes>
      )}
    </Line>
  );
}
