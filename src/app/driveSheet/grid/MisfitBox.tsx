import styled from 'styled-components';
import { addressOf, shownText } from '../../../contract/gridCells';
import type { ColumnType } from '../../../contract/rows';
import { CellBox, focusGridOf } from '../../grid/CellBox';
import { counted } from '../../ui/display/numbers';
import { below, Row } from '../../ui/layout/spacing';
import { Button } from '../../ui/forms/Button';
import { misfitsKept, misfitsUndone } from '../state/sheetSlice';
import type { NotedMisfit } from '../state/sheetState';
import { useAppDispatch } from '../../storeHooks';

/** Beside the cell, so that the one below stays free for what is typed next; where there is little room, at the bottom. */
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

/** What is said of values that do not fit their columns: what the endpoint makes of them. */
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

/** At the first of the values that do not fit: what follows from it, and the way back. */
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
