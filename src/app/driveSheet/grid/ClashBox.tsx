import styled from 'styled-components';
import { shownText } from '../../../contract/gridCells';
import { CellBox, focusGridOf } from '../../grid/CellBox';
import { ellipsis } from '../../ui/display/text';
import { Button } from '../../ui/forms/Button';
import { Row } from '../../ui/layout/spacing';
import { shownOf } from './ranges';
import { mineKept, theirsKept } from '../state/sheetSlice';
import type { Clash } from '../state/sheetState';
import { useAppDispatch } from '../../storeHooks';

const Box = styled(CellBox)`
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

const nothing = 'empty';

/** A cell that was changed elsewhere while it was edited here: both values, and which one is to stay. */
export function ClashBox({ clash }: { readonly clash: Clash }) {
  const dispatch = useAppDispatch();
  const { sheetId, row, column, mine, theirs } = clash;
  const keep = (event: typeof mineKept | typeof theirsKept, origin: HTMLElement) => {
    focusGridOf(origin);
    dispatch(event({ sheetId, row, column }));
  };
  return (
    <Box role="dialog" aria-label="Changed elsewhere">
      <strong>Changed elsewhere</strong>
      <Value>
        <span>Yours</span>
        <span>{shownOf(mine) || nothing}</span>
      </Value>
      <Value>
        <span>Theirs</span>
        <span>{shownText(theirs) || nothing}</span>
      </Value>
      <Row $gap={6}>
        <Button size="small" onClick={(event) => keep(mineKept, event.currentTarget)}>
          Keep mine
        </Button>
        <Button size="small" onClick={(event) => keep(theirsKept, event.currentTarget)}>
          Keep theirs
        </Button>
      </Row>
    </Box>
  );
}
