import type { DriveSpreadsheet } from '../../../src/contract/drive';
import type {
  GridChange,
  GridChangeAnswer,
  GridRowsAnswer,
  NewTab,
  StaleAnswer,
} from '../../../src/contract/driveGrid';
import type { RowsQuery } from '../../../src/app/driveSheet/state/gridApi';
import { selectCell, selectSaving } from '../../../src/app/driveSheet/state/sheetSelectors';
import { cellsWritten, rowsSeen, sheetOpened, sheetSlice } from '../../../src/app/driveSheet/state/sheetSlice';
import { selectNotices } from '../../../src/app/notices/noticesSlice';
import { createPageVisibility } from '../../../src/app/pageVisibility';
import { rootReducer } from '../../../src/app/rootReducer';
import { createAppStore } from '../../../src/app/store';
import { controlledCall, fakePorts } from '../../fixtures/fakePorts';
import { BEANS, beans, factsOf, ID, spreadsheetOf } from './sheetWorld';

sheetSlice.injectInto(rootReducer);

/** Waits for pending responses, sagas and a lazy-loaded chunk. */
export const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await jest.advanceTimersByTimeAsync(0);
};

export const OTHER = 'tpd_another';

const stops: (() => void)[] = [];

/** Stops the apps of a test, which would react to events of the window in later tests, and ends its fake timers. */
export function stopApps(): void {
  for (const stop of stops.splice(0)) stop();
  jest.useRealTimers();
}

/** The app without views; tests answer its calls to the server. */
function app() {
  const places: string[] = [];
  const one = controlledCall<[string], DriveSpreadsheet>();
  const rename = controlledCall<[string, string], DriveSpreadsheet>();
  const rows = controlledCall<[string, RowsQuery], GridRowsAnswer>();
  const change = controlledCall<[string, number, GridChange], GridChangeAnswer>();
  const stale = controlledCall<[string], StaleAnswer>();
  const addTab = controlledCall<[string, NewTab], { sheetId: number }>();
  const removeTab = controlledCall<[string, number], { removed: string }>();
  const grid = {
    one: one.call,
    rename: rename.call,
    rows: rows.call,
    change: change.call,
    stale: stale.call,
    addTab: addTab.call,
    removeTab: removeTab.call,
  };
  const {
    dispatch,
    getState: state,
    stop,
  } = createAppStore(
    fakePorts({
      grid,
      pageVisibility: createPageVisibility(),
      location: () => places.at(-1) ?? '/',
      navigate: (to) => void places.push(to),
    }),
  );
  stops.push(stop);
  const calls = {
    ones: one.calls,
    renames: rename.calls,
    rows: rows.calls,
    changes: change.calls,
    stales: stale.calls,
    added: addTab.calls,
    removed: removeTab.calls,
  };
  const cell = (row: number, column: number) => selectCell(state(), BEANS, { row, column });
  const saving = () => selectSaving(state()).phase;
  const notices = () => selectNotices(state()).map(({ text }) => text);
  const write = (row: number, column: number, typed: string) =>
    dispatch(cellsWritten({ sheetId: BEANS, edits: [{ row, column, next: { typed } }] }));
  /** Opens another spreadsheet, whose tabs have the same ids. */
  const openOther = async () => {
    dispatch(sheetOpened({ spreadsheetId: OTHER }));
    await settled();
    one.calls.at(-1)?.answer(spreadsheetOf({ id: OTHER, title: 'Teas' }));
    await settled();
  };
  return { dispatch, state, places, cell, saving, notices, write, openOther, ...calls };
}

/** Opens the spreadsheet and loads the first rows of its first tab. */
export async function opened(answer = beans()) {
  const world = app();
  world.dispatch(sheetOpened({ spreadsheetId: ID }));
  await settled();
  world.ones[0]?.answer(spreadsheetOf());
  await settled();
  world.dispatch(rowsSeen({ sheetId: BEANS, first: 0, last: 29 }));
  world.rows[0]?.answer(answer);
  await settled();
  return world;
}

/** The response to a change of cells. */
export const saved = (cells: GridChangeAnswer['cells'], revision = 4): GridChangeAnswer => ({
  tab: factsOf({ revision }),
  cells,
});
/** The response to a change of rows or columns. */
export const moved = (revision = 4): GridChangeAnswer => ({ tab: factsOf({ revision, shape: revision }), cells: [] });
export const typed = (text: string) => ({ typed: text });
