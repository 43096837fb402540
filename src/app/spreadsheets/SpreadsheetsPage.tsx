import { failureText } from '../http/apiError';
import { ButtonLink } from '../ui/forms/Button';
import { EmptyState, NotLoadedState } from '../ui/layout/EmptyState';
import { formatBytes, counted } from '../ui/display/numbers';
import { PageHeading } from '../ui/layout/PageHeading';
import { Skeleton } from '../ui/layout/Skeleton';
import { Card, Page, PageHead } from '../ui/layout/spacing';
import { Lead } from '../ui/display/text';
import { paths } from '../paths';
import { rootReducer } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { SpreadsheetsTable } from './SpreadsheetsTable';
import {
  selectDriveLists,
  selectSpreadsheetsFailure,
  spreadsheetsOpened,
  spreadsheetsSlice,
} from './spreadsheetsSlice';
import { TrashSection } from './TrashSection';

spreadsheetsSlice.injectInto(rootReducer);

const sum = (sizes: readonly { readonly bytes: number }[]) => sizes.reduce((all, { bytes }) => all + bytes, 0);

/** Number and size of the spreadsheets, in one line under the title. */
function Summary() {
  const lists = useAppSelector(selectDriveLists);
  if (useAppSelector(selectSpreadsheetsFailure)) return <Lead>We could not load your spreadsheets.</Lead>;
  if (lists === undefined)
    return (
      <Lead>
        <Skeleton $width={260} $height={16} />
      </Lead>
    );
  const { spreadsheets, trash } = lists;
  if (spreadsheets.length + trash.spreadsheets.length === 0) return <Lead>Your drive is empty.</Lead>;
  const inTrash = trash.spreadsheets.length === 0 ? '' : `, and ${formatBytes(sum(trash.spreadsheets))} in the trash`;
  return <Lead>{`${counted(spreadsheets.length, 'spreadsheet')}, ${formatBytes(sum(spreadsheets))}${inTrash}.`}</Lead>;
}

function Failure() {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectSpreadsheetsFailure);
  if (failure === undefined) return null;
  return (
    <Card role="alert">
      <NotLoadedState
        title="Your spreadsheets did not load"
        lead={failureText(failure, 'Nothing is lost. Try again in a moment.')}
        onRetry={() => dispatch(spreadsheetsOpened())}
      />
    </Card>
  );
}

const NoSpreadsheets = () => (
  <Card>
    <EmptyState
      title="No spreadsheets yet"
      lead="Workbooks you upload and templates you use are kept here. A Google Sheet stays with Google."
    >
      <ButtonLink look="primary" icon="upload" to={paths.createProject}>
        Upload a workbook
      </ButtonLink>
      <ButtonLink to={paths.templates}>Browse templates</ButtonLink>
    </EmptyState>
  </Card>
);

/** `/spreadsheets`: the user's drive, and its trash. */
export function SpreadsheetsPage() {
  const lists = useAppSelector(selectDriveLists);
  useOnScreen(spreadsheetsOpened());
  return (
    <Page aria-busy={lists === undefined}>
      <PageHead>
        <div>
          <PageHeading>Spreadsheets</PageHeading>
          <Summary />
        </div>
        {lists !== undefined && lists.spreadsheets.length > 0 && (
          <ButtonLink look="primary" icon="upload" to={paths.createProject}>
            Upload a workbook
          </ButtonLink>
        )}
      </PageHead>
      <Failure />
      {lists?.spreadsheets.length === 0 && <NoSpreadsheets />}
      {lists !== undefined && lists.spreadsheets.length > 0 && <SpreadsheetsTable spreadsheets={lists.spreadsheets} />}
      {lists !== undefined && <TrashSection trash={lists.trash} />}
    </Page>
  );
}
