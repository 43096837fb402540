import { useRef } from 'react';
import type { DriveSpreadsheet } from '../../contract/drive';
import { createFlowSlice } from '../createFlow/createFlowSlice';
import { usePageParams, useQueryParameters } from '../currentPage';
import { singleCell } from '../grid/gridMoves';
import { rootReducer } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { Unseen } from '../ui/display/text';
import { lazyDialog, lazyPart } from '../ui/overlays/lazyPart';
import { useUnsavedWarning } from '../ui/forms/useWindowEvent';
import { misfitText } from './grid/CellBoxes';
import { SheetGrid } from './grid/SheetGrid';
import { type CellDraft, useGridEditor } from './grid/useGridEditor';
import { FormulaBar } from './page/FormulaBar';
import { SheetBar } from './page/SheetBar';
import type { TabOfSheet } from './page/SheetDialogs';
import { FailedSheet, OfferedLine, RefusedLine, UnreadLine } from './page/SheetErrors';
import { SheetSkeleton } from './page/SheetSkeleton';
import { focusCurrentTab, SheetTabsBar } from './page/SheetTabsBar';
import { SheetFrame } from './page/sheetStyles';
import {
  selectMisfits,
  selectQuestion,
  selectSheetPage,
  selectSpreadsheet,
  selectWaiting,
} from './state/sheetSelectors';
import { questionDenied, sheetOpened, sheetSlice } from './state/sheetSlice';
import { type Place, toGridCell } from './state/sheetState';

createFlowSlice.injectInto(rootReducer);
sheetSlice.injectInto(rootReducer);

const WritingDialog = lazyDialog(
  async () => (await import(/* webpackChunkName: "sheetDialogs" */ './page/SheetDialogs')).WritingDialog,
);

/** Whether the screen is narrow. */
const isNarrow = () => window.matchMedia?.('(max-width: 760px)').matches ?? false;

function OpenSheet({ spreadsheet, tab }: TabOfSheet) {
  const { sheetId, title } = tab;
  const editor = useGridEditor(sheetId);
  const bar = useRef<HTMLTextAreaElement>(null);
  const dispatch = useAppDispatch();
  const misfits = useAppSelector(selectMisfits, sheetId);
  const question = useAppSelector(selectQuestion);
  /** On narrow screens cells are edited in the formula bar. */
  const begin = (where: CellDraft['where'], text?: string) => {
    if (!isNarrow()) return editor.begin(where, text);
    editor.begin('bar', text);
    bar.current?.focus();
  };
  const showClash = (place: Place) => {
    editor.grid.select(singleCell(toGridCell(place)));
    editor.focusGrid();
  };
  return (
    <>
      <SheetBar spreadsheet={spreadsheet} tab={tab} onClash={showClash} />
      <FormulaBar editor={editor} input={bar} />
      <RefusedLine />
      <OfferedLine sheetId={sheetId} />
      <UnreadLine sheetId={sheetId} />
      <SheetGrid title={title} editor={{ ...editor, begin }} leave={focusCurrentTab} />
      <Unseen role="status">{misfitText(misfits)}</Unseen>
      {question && <WritingDialog question={question} onClose={() => dispatch(questionDenied())} />}
    </>
  );
}

/** A loaded spreadsheet: the tab named in the address, or the first one. */
function SheetPage({ spreadsheet }: { readonly spreadsheet: DriveSpreadsheet }) {
  const search = useQueryParameters();
  const requested = Number(search.get('sheet') ?? NaN);
  const tab = spreadsheet.tabs.find(({ sheetId }) => sheetId === requested) ?? spreadsheet.tabs[0];
  useUnsavedWarning(useAppSelector(selectWaiting) > 0);
  if (tab === undefined) return null;
  return (
    <SheetFrame>
      <OpenSheet key={tab.sheetId} spreadsheet={spreadsheet} tab={tab} />
      <SheetTabsBar spreadsheet={spreadsheet} tab={tab} />
    </SheetFrame>
  );
}

const MissingSheet = lazyPart(
  async () => (await import(/* webpackChunkName: "errorPages" */ './page/MissingSheet')).MissingSheet,
);

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
