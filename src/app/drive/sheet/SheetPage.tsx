import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { DriveSpreadsheet } from '../../../contract/drive';
import { useMedia } from '../../parts/breakpoints';
import { FormulaBar } from './FormulaBar';
import { HeaderDialog } from './HeaderDialog';
import { at } from './selection';
import { SheetBar } from './SheetBar';
import { SheetFrame } from './sheetLook';
import { SheetGrid } from './SheetGrid';
import { SheetTabsBar } from './SheetTabsBar';
import { OfferedLine, RefusedLine, UnreadLine } from './SheetTrouble';
import { selectWaiting } from './sheetSelectors';
import type { Place } from './sheetState';
import { type CellDraft, useSheetHands } from './useSheetHands';
import { useAppSelector } from '../../storeHooks';

/** Warns before the window is closed while something is not saved. */
function useUnsavedWarning() {
  const waiting = useAppSelector(selectWaiting) > 0;
  useEffect(() => {
    if (!waiting) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [waiting]);
}

interface OpenSheetProps {
  readonly spreadsheet: DriveSpreadsheet;
  readonly sheetId: number;
}

function OpenSheet({ spreadsheet, sheetId }: OpenSheetProps) {
  const hands = useSheetHands(sheetId);
  const bar = useRef<HTMLInputElement>(null);
  const isNarrow = useMedia('(max-width: 760px)');
  const title = spreadsheet.tabs.find((tab) => tab.sheetId === sheetId)?.title ?? '';
  /** Where there is little room, a cell is edited in the bar. */
  const beginInBar = (_where: CellDraft['where'], text?: string) => {
    hands.begin('bar', text);
    bar.current?.focus();
  };
  const showClash = (place: Place) => {
    hands.select(at(place));
    hands.focusGrid();
  };
  return (
    <>
      <SheetBar spreadsheet={spreadsheet} sheetId={sheetId} onClash={showClash} />
      <FormulaBar hands={hands} input={bar} />
      <RefusedLine />
      <OfferedLine sheetId={sheetId} />
      <UnreadLine sheetId={sheetId} />
      <SheetGrid
        title={title}
        hands={isNarrow ? { ...hands, begin: beginInBar } : hands}
        leave={() => document.querySelector<HTMLElement>('[data-tab][aria-current]')?.focus()}
      />
      <HeaderDialog />
    </>
  );
}

/** A spreadsheet that is loaded: the tab that the address names, or its first one. */
export function SheetPage({ spreadsheet }: { readonly spreadsheet: DriveSpreadsheet }) {
  const [search] = useSearchParams();
  const asked = Number(search.get('sheet') ?? NaN);
  const tab = spreadsheet.tabs.find(({ sheetId }) => sheetId === asked) ?? spreadsheet.tabs[0];
  useUnsavedWarning();
  if (tab === undefined) return null;
  const { sheetId } = tab;
  return (
    <SheetFrame>
      <OpenSheet key={sheetId} spreadsheet={spreadsheet} sheetId={sheetId} />
      <SheetTabsBar spreadsheet={spreadsheet} sheetId={sheetId} />
    </SheetFrame>
  );
}
