import styled from 'styled-components';
import { troubleText } from '../../http/shownFailure';
import { Button } from '../../ui/forms/Button';
import { addressOf } from '../../../contract/gridCells';
import { NotLoadedState } from '../../ui/layout/EmptyState';
import { counted } from '../../ui/display/numbers';
import { PageHeading } from '../../ui/layout/PageHeading';
import { Centre, Row } from '../../ui/layout/spacing';
import { Unseen } from '../../ui/display/text';
import { selectRowsFailure, selectOffered, selectSaving, selectSheetPage } from '../state/sheetSelectors';
import {
  changesGivenUp,
  rowsRetried,
  savingRetried,
  sheetOpened,
  unsavedPutBack,
  unsavedSettled,
} from '../state/sheetSlice';
import { type UnsavedEdit, writtenText } from '../state/sheetState';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

const UNREAD = 'The server did not answer with it. Try again in a moment.';

/** Replaces the sheet if it did not load. */
export function FailedSheet() {
  const dispatch = useAppDispatch();
  const page = useAppSelector(selectSheetPage);
  if (page.phase !== 'failed') return null;
  const { spreadsheetId, failure } = page;
  return (
    <Centre role="alert">
      <Unseen>
        <PageHeading>Spreadsheet</PageHeading>
      </Unseen>
      <NotLoadedState
        title="The sheet did not load"
        lead={troubleText(failure, UNREAD)}
        onRetry={() => dispatch(sheetOpened({ spreadsheetId }))}
      />
    </Centre>
  );
}

const Line = styled(Row)`
  flex: none;
  padding: 8px 16px;
  border-bottom: 1px solid var(--line);
  background: var(--danger-soft);
  font-size: var(--text-sm);

  & > span {
    flex: 1 1 240px;
  }
`;

/** Above the grid while the server rejects edits. */
export function RefusedLine() {
  const dispatch = useAppDispatch();
  const saving = useAppSelector(selectSaving);
  if (saving.phase !== 'refused') return null;
  return (
    <Line role="alert">
      <span>{saving.message}</span>
      <Button size="small" icon="refresh" onClick={() => dispatch(savingRetried())}>
        Try again
      </Button>
      <Button size="small" onClick={() => dispatch(changesGivenUp())}>
        Give up my changes
      </Button>
    </Line>
  );
}

/** Maximum number of cells that are listed; the rest is counted. */
const MAX_LISTED = 5;

function cellsInWords(edits: readonly UnsavedEdit[]): string {
  const listed = edits.slice(0, MAX_LISTED);
  const words = listed.map(({ row, column, next }) => `${addressOf(row, column)}: ${writtenText(next) || 'blank'}`);
  const more = edits.length - listed.length;
  return words.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Above the grid: edits that were not saved. They are written again only if the person presses "Put back". */
export function OfferedLine({ sheetId }: { readonly sheetId: number }) {
  const dispatch = useAppDispatch();
  const offered = useAppSelector(selectOffered, sheetId);
  if (offered.length === 0) return null;
  return (
    <Line role="alert">
      <span>
        {counted(offered.length, 'change')} did not reach the server: {cellsInWords(offered)}.
      </span>
      <Button size="small" icon="undo" onClick={() => dispatch(unsavedPutBack({ sheetId }))}>
        Put back
      </Button>
      <Button size="small" onClick={() => dispatch(unsavedSettled({ sheetId }))}>
        Forget
      </Button>
    </Line>
  );
}

/** Above the grid if some rows did not load. */
export function UnreadLine({ sheetId }: { readonly sheetId: number }) {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectRowsFailure, sheetId);
  if (failure === undefined) return null;
  return (
    <Line role="alert">
      <span>Some rows did not load. {troubleText(failure, UNREAD)}</span>
      <Button size="small" icon="refresh" onClick={() => dispatch(rowsRetried({ sheetId }))}>
        Try again
      </Button>
    </Line>
  );
}
