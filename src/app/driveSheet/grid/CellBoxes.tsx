import styled from 'styled-components';
import { addressOf, shownText } from '../../../contract/gridCells';
import type { ColumnType } from '../../../contract/rows';
import { CellBox, focusGridOf, KeepButtons } from '../../grid/CellBox';
import { counted } from '../../ui/display/numbers';
import { below, Row } from '../../ui/layout/spacing';
import { Button } from '../../ui/forms/Button';
import { misfitsKept, misfitsUndone, mineKept, theirsKept } from '../state/sheetSlice';
import { type Clash, type NotedMisfit, writtenText } from '../state/sheetState';
import { useAppDispatch } from '../../storeHooks';
import { ellipsis } from '../../ui/display/text';

const ClashFrame = styled(CellBox)`
  gap: 4px;
  width: 232px;
  margin-top: 1px;

  & > strong {
    font-weight: var(--weight-semibold);
  }
`;

const Value = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 12px;

  & > span:first-child {
    color: var(--ink-3);
  }
  & > span:last-child {
    ${ellipsis}
    unicode-bidi: plaintext;
  }
`;

const EMPTY = 'empty';

/** A conflict: shows both values of a cell that was changed elsewhere while it was edited here, and lets the person choose. */
export function ClashBox({ sheetId, clash }: { readonly sheetId: number; readonly clash: Clash }) {
  const dispatch = useAppDispatch();
  const { row, column, mine, theirs } = clash;
  const keep = (event: typeof mineKept | typeof theirsKept, origin: HTMLElement) => {
    focusGridOf(origin);
    dispatch(event({ sheetId, row, column }));
  };
  return (
    <ClashFrame role="dialog" aria-label="Changed elsewhere">
      <strong>Changed elsewhere</strong>
      <Value>
        <span>Yours</span>
        <span>{writtenText(mine) || EMPTY}</span>
      </Value>
      <Value>
        <span>Theirs</span>
        <span>{shownText(theirs) || EMPTY}</span>
      </Value>
      <KeepButtons
        onMine={({ currentTarget }) => keep(mineKept, currentTarget)}
        onTheirs={({ currentTarget }) => keep(theirsKept, currentTarget)}
      />
    </ClashFrame>
  );
}

/** Beside the cell, so that it does not cover the cell below, which is edited next; on small screens at the bottom. */
const Box = styled(CellBox)`
  gap: 4px;
  width: 264px;

  & > strong {
    font-weight: var(--weight-semibold);
  }
  ${below.lists} {
    inset: auto 12px 64px;
    width: auto;
    max-width: none;
  }
`;

const nouns: Readonly<Record<ColumnType, string>> = {
  integer: 'numbers',
  number: 'numbers',
  boolean: 'TRUE and FALSE',
  date: 'dates',
  datetime: 'dates with times',
  time: 'times',
  text: 'text',
};

/** Returns a message about values that do not fit their columns: how the endpoint returns them. */
export function misfitText([first, ...others]: readonly NotedMisfit[]): string {
  if (first === undefined) return '';
  const { row, column, key, type, becomesText, cell } = first;
  const value = `“${shownText(cell).slice(0, 40)}” in ${addressOf(row, column)}`;
  const which = others.length === 0 ? value : `${counted(others.length + 1, 'value')} (${value} is the first)`;
  if (becomesText === 'value') return `“${key}” is set to ${nouns[type]}. The endpoint answers ${which} as text.`;
  return `“${key}” held ${nouns[type]}. With ${which}, the endpoint answers the whole column as text.`;
}

interface MisfitBoxProps {
  readonly sheetId: number;
  readonly misfits: readonly NotedMisfit[];
}

/** A popover at the first value that does not fit its column, with "Undo" and "Keep". */
export function MisfitBox({ sheetId, misfits }: MisfitBoxProps) {
  const dispatch = useAppDispatch();
  const settle = (event: typeof misfitsKept | typeof misfitsUndone, target: HTMLElement) => {
    focusGridOf(target);
    dispatch(event({ sheetId }));
  };
  return (
    <Box side="beside" role="group" aria-label="Does not fit its column">
      <strong>Does not fit its column</strong>
      <span>{misfitText(misfits)}</span>
      <Row $gap={6}>
        <Button size="small" icon="undo" onClick={(event) => settle(misfitsUndone, event.currentTarget)}>
          Undo
        </Button>
        <Button size="small" onClick={(event) => settle(misfitsKept, event.currentTarget)}>
          Keep
        </Button>
      </Row>
    </Box>
  );
}
