import { createFlowSlice } from '../createFlow/createFlowSlice';
import { usePageParams } from '../currentPage';
import { rootReducer } from '../rootReducer';
import { SheetPage } from './page/SheetPage';
import { selectSheetPage, selectSpreadsheet } from './state/sheetSelectors';
import { SheetSkeleton } from './page/SheetSkeleton';
import { sheetOpened, sheetSlice } from './state/sheetSlice';
import { FailedSheet, MissingSheet } from './page/SheetErrors';
import { useAppSelector, useOnScreen } from '../storeHooks';

createFlowSlice.injectInto(rootReducer);
sheetSlice.injectInto(rootReducer);

/** `/spreadsheets/d/{sheetId}`: shows and edits a spreadsheet of the drive. */
export function DriveSheetPage() {
  const { sheetId: spreadsheetId = '' } = usePageParams('driveSheet');
  const page = useAppSelector(selectSheetPage);
  const spreadsheet = useAppSelector(selectSpreadsheet);
  useOnScreen(sheetOpened({ spreadsheetId }));
  const isThis = 'spreadsheetId' in page && page.spreadsheetId === spreadsheetId;
  if (isThis && page.phase === 'missing') return <MissingSheet />;
  if (isThis && page.phase === 'failed') return <FailedSheet />;
  if (isThis && page.phase === 'ready' && spreadsheet !== null) {
    return <SheetPage key={spreadsheetId} spreadsheet={spreadsheet} />;
  }
  return <SheetSkeleton />;
}
