import {
  cellsWritten,
  clashFound,
  connectionLost,
  editsSaved,
  editsSent,
  pageArrived,
  pageFailed,
  rowsSeen,
  savingRefused,
  savingTookLong,
  sheetArrived,
  sheetFailed,
  sheetMissing,
  sheetOpened,
  sheetSlice,
  staleArrived,
} from '../../src/app/driveSheet/state/sheetSlice';
import { paths } from '../../src/app/paths';
import { rootReducer } from '../../src/app/rootReducer';
import { unavailable, unreachable } from './samples';
import { emptyGrid, gridAnswer, spreadsheet } from './sampleSheet';
import { after, type ShownState, signedIn, stateAt } from './shownState';

sheetSlice.injectInto(rootReducer);

const sheet = stateAt(paths.driveSheet(spreadsheet.id));
const asked = [signedIn, sheetOpened({ spreadsheetId: spreadsheet.id })];
const there = [...asked, sheetArrived(spreadsheet), rowsSeen({ sheetId: 0, first: 0, last: 19 })];
const first = { sheetId: 0, page: 0 };
const filled = [...there, pageArrived({ ...first, answer: gridAnswer })];
const price = { row: 3, column: 3 };
const typed = [
  ...filled,
  cellsWritten({ sheetId: 0, edits: [{ ...price, next: { typed: '22.5' } }] }),
  savingTookLong(),
];
const header = cellsWritten({ sheetId: 0, edits: [{ row: 1, column: 4, next: { typed: 'available' } }] });
const refused = savingRefused({ message: 'This sheet is full: a cell holds 50,000 characters.' });

const stale = staleArrived({ tabs: [{ sheetId: 0, cells: [[5, 3, 4]] }] });
const misfit = editsSaved({
  sheetId: 0,
  answer: {
    tab: { ...gridAnswer.tab, revision: 8 },
    cells: [{ ...price, cell: 'sold out' }],
    misfits: [{ ...price, key: 'price', type: 'number', becomesText: 'column' }],
  },
});
const soldOut = cellsWritten({ sheetId: 0, edits: [{ ...price, next: { typed: 'sold out' } }] });
const formula = cellsWritten({ sheetId: 0, edits: [{ row: 3, column: 3, next: { typed: '=C2*1.2' } }] });

/** A spreadsheet of the drive. */
export const sheetStates: readonly ShownState[] = [
  sheet('sheet', ...filled),
  after(sheet('sheet-loading', ...asked), { see: '[aria-busy=true] [aria-hidden=true] span' }),
  sheet('sheet-rows-loading', ...there),
  sheet('sheet-rows-error', ...there, pageFailed({ ...first, failure: unreachable })),
  sheet('sheet-error', ...asked, sheetFailed(unavailable)),
  sheet('sheet-gone', ...asked, sheetMissing()),
  sheet('sheet-empty', ...there, pageArrived({ ...first, answer: emptyGrid })),
  sheet('sheet-saving', ...typed),
  sheet('sheet-offline', ...typed, connectionLost()),
  sheet('sheet-refused', ...typed, refused),
  sheet('sheet-clash', ...typed, clashFound({ sheetId: 0, cells: [{ ...price, cell: 19 }] })),
  after(sheet('sheet-misfit', ...filled, soldOut, editsSent(), misfit), { see: '[data-popover]' }),
  sheet('sheet-stale', ...typed, stale),
  after(sheet('sheet-formula-question', ...filled, formula), { see: 'dialog[open]' }),
  after(sheet('sheet-header-question', ...filled, header), { see: 'dialog[open]' }),
];
