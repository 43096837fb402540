import { useRef } from 'react';
import type { DriveSpreadsheet } from '../../../contract/drive';
import { useQueryParameters } from '../../currentPage';
import { Unseen } from '../../ui/display/text';
import { useUnsavedWarning } from '../../ui/forms/useWindowEvent';
import { FormulaBar } from './FormulaBar';
import { misfitText } from '../grid/CellBoxes';
import { singleCell } from '../../grid/gridMoves';
import { SheetBar } from './SheetBar';
import { SheetFrame } from './sheetStyles';
import { SheetGrid } from '../grid/SheetGrid';
import { SheetTabsBar } from './SheetTabsBar';
import { OfferedLine, RefusedLine, UnreadLine } from './SheetErrors';
import { selectMisfits, selectWaiting } from '../state/sheetSelectors';
import { toGridCell, type Place } from '../state/sheetState';
import { type TabOfSheet, WritingDialog } from './SheetDialogs';
import { type CellDraft, useGridEditor } from '../grid/useGridEditor';
import { useAppSelector } from '../../storeHooks';

/** Whether the screen is narrow. */
const isNarrow = () => window.matchMedia?.('(max-width: 760px)').matches ?? false;

function OpenSheet({ spreadsheet, sheetId }: TabOfSheet) {
  const editor = useGridEditor(sheetId);
  const bar = useRef<HTMLTextAreaElement>(null);
  const misfits = useAppSelector(selectMisfits, sheetId);
  const title = spreadsheet.tabs.find((tab) => tab.sheetId === sheetId)?.title ?? '';
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
      <SheetBar spreadsheet={spreadsheet} sheetId={sheetId} onClash={showClash} />
      <FormulaBar editor={editor} input={bar} />
      <RefusedLine />
      <OfferedLine sheetId={sheetId} />
      <UnreadLine sheetId={sheetId} />
      <SheetGrid
        title={title}
        editor={{ ...editor, begin }}
        leave={() => document.querySelector<HTMLElement>('[data-tab][aria-current]')?.focus()}
      />
      <Unseen role="status">{misfitText(misfits)}</Unseen>
      <WritingDialog />
    </>
  );
}

/** A loaded spreadsheet: the tab named in the address, or the first one. */
export function SheetPage({ spreadsheet }: { readonly spreadsheet: DriveSpreadsheet }) {
  const search = useQueryParameters();
  const requested = Number(search.get('sheet') ?? NaN);
  const tab = spreadsheet.tabs.find(({ sheetId }) => sheetId === requested) ?? spreadsheet.tabs[0];
  const isUnsaved = useAppSelector(selectWaiting) > 0;
  useUnsavedWarning(isUnsaved);
  if (tab === undefined) return null;
  const { sheetId } = tab;
  return (
    <SheetFrame>
      <OpenSheet key={sheetId} spreadsheet={spreadsheet} sheetId={sheetId} />
      <SheetTabsBar spreadsheet={spreadsheet} sheetId={sheetId} />
    </SheetFrame>
  );
}
