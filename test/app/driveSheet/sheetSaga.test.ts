import { misfitText } from '../../../src/app/driveSheet/grid/CellBoxes';
import { STALE_DEBOUNCE_MS } from '../../../src/app/driveSheet/state/sheetSaga';
import {
  selectCanRedo,
  selectCanUndo,
  selectIsStale,
  selectMisfits,
  selectQuestion,
  selectQueue,
  selectSheet,
  selectSpreadsheet,
} from '../../../src/app/driveSheet/state/sheetSelectors';
import {
  cellsWritten,
  misfitsKept,
  misfitsUndone,
  pageArrived,
  questionConfirmed,
  redone,
  rowsRetried,
  rowsSeen,
  sheetOpened,
  undone,
} from '../../../src/app/driveSheet/state/sheetSlice';
import type { Misfit } from '../../../src/contract/driveGrid';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { networkGone, refused } from '../../fixtures/appState';
import { opened, saved, settled, stopApps, typed } from './openedSheet';
import { BEANS, beans, factsOf, ID, noRows, ORDERS, spreadsheetOf } from './sheetWorld';

beforeEach(() => jest.useFakeTimers());
afterEach(stopApps);

describe('opening', () => {
  it('loads the spreadsheet, then the rows on the screen, each page once', async () => {
    const { ones, rows, dispatch, state, cell } = await opened();
    expect(ones.map(({ args }) => args)).toEqual([[ID]]);
    expect(rows.map(({ args }) => args)).toEqual([[ID, { sheetId: BEANS, from: 1, limit: 100 }]]);
    expect(cell(2, 1)).toEqual({ cell: 'Kochere' });
    expect(cell(50, 1)).toEqual({ cell: null });
    dispatch(rowsSeen({ sheetId: BEANS, first: 89, last: 119 }));
    dispatch(rowsSeen({ sheetId: BEANS, first: 94, last: 124 }));
    expect(rows.slice(1).map(({ args }) => args[1])).toEqual([{ sheetId: BEANS, from: 101, limit: 100 }]);
    expect(selectSpreadsheet(state())?.title).toBe('Coffee roasters 2025');
  });

  it('reloads failed rows only on "Try again"', async () => {
    const { dispatch, rows } = await opened();
    dispatch(rowsSeen({ sheetId: BEANS, first: 100, last: 129 }));
    rows[1]?.fail(networkGone());
    await settled();
    dispatch(rowsSeen({ sheetId: BEANS, first: 101, last: 130 }));
    expect(rows).toHaveLength(2);
    dispatch(rowsRetried({ sheetId: BEANS }));
    expect(rows).toHaveLength(3);
  });

  it('lists its sheets anew when one turns out to be deleted elsewhere, while cells are typed or read', async () => {
    const { write, changes, rows, ones, state } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(refused(404, { code: 'not_found' }));
    await settled();
    rows.at(-1)?.fail(refused(404, { code: 'not_found' }));
    await settled();
    expect(ones).toHaveLength(2);
    ones[1]?.answer(spreadsheetOf({ tabs: spreadsheetOf().tabs.slice(1) }));
    await settled();
    expect(selectSpreadsheet(state())?.tabs).toHaveLength(1);
    expect([ones.length, rows.length]).toEqual([2, 2]);
  });

  it('keeps loading rows when it is opened again, and aborts for another spreadsheet', async () => {
    const { dispatch, rows, ones, state, cell } = await opened();
    dispatch(rowsSeen({ sheetId: BEANS, first: 100, last: 129 }));
    dispatch(sheetOpened({ spreadsheetId: ID }));
    ones[1]?.answer(spreadsheetOf());
    await settled();
    expect(cell(150, 1)).toBeUndefined();
    rows[1]?.answer({ ...beans({ lastRow: 150 }), rows: [{ row: 150, id: 'r_150', cells: ['Sidama'] }] });
    await settled();
    expect(cell(150, 1)).toEqual({ cell: 'Sidama' });
    dispatch(rowsSeen({ sheetId: BEANS, first: 200, last: 229 }));
    dispatch(sheetOpened({ spreadsheetId: 'tpd_other' }));
    rows[2]?.answer(beans());
    await settled();
    expect(selectSheet(state()).tabs).toEqual({});
  });

  it('of another spreadsheet ends the reload of this one', async () => {
    const { dispatch, ones, rows, state } = await opened();
    document.dispatchEvent(new Event('visibilitychange'));
    dispatch(sheetOpened({ spreadsheetId: 'tpd_another' }));
    await settled();
    const known = rows.length;
    ones[1]?.answer(spreadsheetOf());
    await settled();
    expect(selectSheet(state()).page).toEqual({ phase: 'loading', spreadsheetId: 'tpd_another' });
    expect(rows).toHaveLength(known);
  });

  it('is reloaded at every return to the window, however soon after the last', async () => {
    const { ones } = await opened();
    const known = ones.length;
    for (const count of [1, 2]) {
      document.dispatchEvent(new Event('visibilitychange'));
      ones.at(-1)?.answer(spreadsheetOf());
      await settled();
      expect(ones).toHaveLength(known + count);
    }
  });

  it('is not left half loaded by two returns to the window in a row', async () => {
    const { dispatch, ones, rows, cell } = await opened();
    const returnToWindow = () => document.dispatchEvent(new Event('visibilitychange'));
    returnToWindow();
    ones[1]?.answer(spreadsheetOf());
    await settled();
    dispatch(rowsSeen({ sheetId: BEANS, first: 200, last: 229 }));
    returnToWindow();
    await settled();
    rows[1]?.answer(beans({ revision: 4 }, [['name'], ['Sidama']]));
    await settled();
    expect(cell(2, 1)).toEqual({ cell: 'Sidama' });
  });

  it('clears everything when the session ends', async () => {
    const { dispatch, state, write } = await opened();
    write(2, 1, 'Sidama');
    dispatch(sessionEnded({ byChoice: false }));
    expect(selectSheet(state())).toMatchObject({ page: { phase: 'none' }, queue: [], tabs: {}, spreadsheet: null });
  });
});

describe('confirmation', () => {
  it('is not needed for other cells, a new header, the same name, or a text after an apostrophe', async () => {
    const { write, state } = await opened(beans({ callsToday: 214 }));
    write(2, 2, '5');
    write(1, 4, 'new');
    write(1, 2, 'price');
    write(2, 1, "'=1");
    expect(selectQuestion(state())).toBeNull();
  });

  it('of a text that begins like a formula comes after that of a header in use', async () => {
    const { dispatch, write, state } = await opened(beans({ callsToday: 214 }));
    write(1, 2, '=cost');
    expect(selectQuestion(state())).toMatchObject({ kind: 'header', header: 'price' });
    dispatch(questionConfirmed());
    expect(selectQuestion(state())).toMatchObject({ kind: 'formula', first: '=cost' });
    dispatch(questionConfirmed());
    expect(selectQuestion(state())).toBeNull();
    expect(selectQueue(state())).toHaveLength(1);
  });

  it('loses nothing that is written until its dialog has loaded', async () => {
    const { dispatch, write, state, cell } = await opened();
    write(2, 1, '=a');
    write(3, 2, '5');
    write(3, 1, '=b');
    expect(selectQuestion(state())).toMatchObject({ first: '=a', count: 2 });
    dispatch(questionConfirmed());
    expect(selectQuestion(state())).toBeNull();
    expect([cell(2, 1), cell(3, 2), cell(3, 1)]).toEqual([typed('=a'), typed('5'), typed('=b')]);
  });

  it('never writes into other rows, if rows were moved elsewhere meanwhile', async () => {
    const { dispatch, write, changes } = await opened();
    write(2, 1, '=a');
    dispatch(pageArrived({ sheetId: BEANS, page: 0, answer: beans({ revision: 5, shape: 5 }) }));
    dispatch(questionConfirmed());
    await settled();
    expect(changes.map(({ args: [, , change] }) => change)).toMatchObject([{ revision: 0 }]);
  });
});

describe('stale formulas', () => {
  const isStale = (world: Awaited<ReturnType<typeof opened>>, row: number, column = 2) =>
    selectIsStale(world.state(), BEANS, { row, column });

  it('are loaded with the spreadsheet, and once after the pending edits were saved', async () => {
    const world = await opened();
    await jest.advanceTimersByTimeAsync(STALE_DEBOUNCE_MS);
    expect(world.stales.map(({ args }) => args)).toEqual([[ID]]);
    world.stales[0]?.answer({ tabs: [] });
    await settled();
    expect(isStale(world, 4)).toBe(false);
    for (const [at, text] of ['18', '19'].entries()) {
      world.write(2, 2, text);
      await settled();
      world.changes[at]?.answer(saved([{ row: 2, column: 2, cell: Number(text) }], 4 + at));
      await settled();
    }
    await jest.advanceTimersByTimeAsync(STALE_DEBOUNCE_MS);
    expect(world.stales).toHaveLength(2);
    const cells = [[3, 1, 9] as const, [2, 8, 9] as const, [2, 3, 5] as const];
    world.stales[1]?.answer({ tabs: [{ sheetId: BEANS, cells }] });
    await settled();
    expect([2, 3, 4, 5, 6, 8, 10].map((row) => isStale(world, row))).toEqual([
      ...[false, true, true, true, false, true, false],
    ]);
  });

  it('are loaded when rows arrive that were changed elsewhere', async () => {
    const { dispatch, rows, stales } = await opened();
    await jest.advanceTimersByTimeAsync(STALE_DEBOUNCE_MS);
    stales[0]?.answer({ tabs: [] });
    for (const [revision, first] of [
      [0, 201],
      [1, 401],
      [1, 601],
    ] as const) {
      dispatch(rowsSeen({ sheetId: ORDERS, first, last: first + 10 }));
      rows.at(-1)?.answer({ tab: { ...noRows().tab, revision }, rows: [] });
      await jest.advanceTimersByTimeAsync(STALE_DEBOUNCE_MS);
      stales.at(-1)?.answer({ tabs: [] });
    }
    expect(stales).toHaveLength(3);
  });

  it('keep their marks if that request fails', async () => {
    const world = await opened();
    await jest.advanceTimersByTimeAsync(STALE_DEBOUNCE_MS);
    world.stales[0]?.answer({ tabs: [{ sheetId: BEANS, cells: [[2, 4, 4]] }] });
    await settled();
    world.write(2, 2, '18');
    await settled();
    world.changes[0]?.answer(saved([{ row: 2, column: 2, cell: 18 }]));
    await jest.advanceTimersByTimeAsync(STALE_DEBOUNCE_MS);
    world.stales[1]?.fail(networkGone());
    await settled();
    expect([isStale(world, 4), world.notices()]).toEqual([true, []]);
  });
});

describe('values of the wrong type for their column', () => {
  const misfit: Misfit = { row: 3, column: 2, key: 'price', type: 'number', becomesText: 'column' };

  /** Writes "abc" over a price; the server responds with its consequences. */
  async function withMisfit() {
    const world = await opened();
    world.write(3, 2, 'abc');
    await settled();
    world.changes[0]?.answer({ ...saved([{ row: 3, column: 2, cell: 'abc' }]), misfits: [misfit] });
    await settled();
    return { ...world, misfits: () => selectMisfits(world.state(), BEANS) };
  }

  it('are saved, with a message that stays during other edits', async () => {
    const { misfits, write, changes, cell } = await withMisfit();
    expect(misfits()).toEqual([{ ...misfit, cell: 'abc', before: 21 }]);
    expect(misfitText(misfits())).toBe(
      '“price” held numbers. With “abc” in B3, the endpoint answers the whole column as text.',
    );
    write(4, 1, 'Nyeri AA');
    await settled();
    changes[1]?.answer(saved([{ row: 4, column: 1, cell: 'Nyeri AA' }], 5));
    await settled();
    expect([misfits().length, cell(3, 2)]).toEqual([1, { cell: 'abc' }]);
  });

  it('"Undo" restores the previous value, as an undo step of its own', async () => {
    const { misfits, dispatch, changes, cell } = await withMisfit();
    dispatch(misfitsUndone({ sheetId: BEANS }));
    await settled();
    expect([misfits(), cell(3, 2)]).toEqual([[], { cell: 21 }]);
    expect(changes[1]?.args[2]).toMatchObject({ edits: [{ row: 3, column: 2, cell: 21, before: 'abc' }] });
    dispatch(undone());
    expect(cell(3, 2)).toEqual({ cell: 'abc' });
  });

  it('lose their message once they are kept or overwritten', async () => {
    const kept = await withMisfit();
    kept.dispatch(misfitsKept({ sheetId: BEANS }));
    expect([kept.misfits(), kept.cell(3, 2)]).toEqual([[], { cell: 'abc' }]);
    const written = await withMisfit();
    written.write(3, 2, '22');
    expect(written.misfits()).toEqual([]);
    const back = await withMisfit();
    back.dispatch(undone());
    expect([back.misfits(), back.cell(3, 2)]).toEqual([[], { cell: 21 }]);
  });

  it('are counted, and the message names the type set for the column', () => {
    const shown = { ...misfit, sheetId: BEANS, cell: 'abc', before: null, becomesText: 'value' as const };
    expect(misfitText([shown, { ...shown, row: 4 }])).toBe(
      '“price” is set to numbers. The endpoint answers 2 values (“abc” in B3 is the first) as text.',
    );
    expect(misfitText([])).toBe('');
  });
});

describe('undo and redo', () => {
  it('restore exactly the previous values', async () => {
    const { dispatch, write, changes, cell, state } = await opened();
    write(3, 3, '8');
    changes[0]?.answer(saved([{ row: 3, column: 3, cell: 8 }]));
    await settled();
    dispatch(undone());
    expect(cell(3, 3)).toEqual({ cell: '007' });
    expect(changes[1]?.args[2]).toEqual({ revision: 0, edits: [{ row: 3, column: 3, before: 8, cell: '007' }] });
    expect([selectCanUndo(state()), selectCanRedo(state())]).toEqual([false, true]);
    dispatch(redone());
    expect(cell(3, 3)).toEqual(typed('8'));
  });

  it.each([
    ['the rows on the screen', false],
    ['the answer to the next edit', true],
  ])('are forgotten when rows were moved elsewhere, as %s tell', async (_how, edits) => {
    const { dispatch, write, changes, rows, state } = await opened();
    for (const text of ['A', 'AB']) {
      write(3, 1, text);
      changes.at(-1)?.answer(saved([{ row: 3, column: 1, cell: text }], 4));
      await settled();
    }
    dispatch(undone());
    changes.at(-1)?.answer(saved([{ row: 3, column: 1, cell: 'A' }], 5));
    await settled();
    if (edits) {
      write(4, 3, 'x');
      changes.at(-1)?.answer({ tab: factsOf({ revision: 9, shape: 8 }), cells: [{ row: 4, column: 3, cell: 'x' }] });
    } else {
      dispatch(rowsSeen({ sheetId: BEANS, first: 100, last: 129 }));
      rows.at(-1)?.answer(beans({ revision: 9, shape: 8 }, []));
    }
    await settled();
    const { undo, redo } = selectSheet(state());
    expect([undo, redo]).toEqual([[], []]);
  });

  it('of 10,000 cells do not block the page: each cell takes the same time', async () => {
    jest.useFakeTimers({ doNotFake: ['performance'] });
    const { dispatch, write, cell } = await opened();
    write(1, 1, 'pending');
    const edits = Array.from({ length: 10_000 }, (_, at) => ({ row: 2 + at, column: 1, next: typed('x') }));
    const start = performance.now();
    dispatch(cellsWritten({ sheetId: BEANS, edits }));
    dispatch(undone());
    expect(cell(2, 1)).toEqual({ cell: 'Kochere' });
    // Two minutes if each cell takes longer than the one before.
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it('treat a whole paste as one step; a new edit clears the redo steps', async () => {
    const { dispatch, cell, state, write } = await opened();
    const edits = [2, 3].map((row) => ({ row, column: 1, next: typed(`row ${row}`) }));
    dispatch(cellsWritten({ sheetId: BEANS, edits }));
    dispatch(undone());
    expect([cell(2, 1), cell(3, 1)]).toEqual([{ cell: 'Kochere' }, { cell: 'Huila' }]);
    write(4, 1, 'x');
    expect(selectCanRedo(state())).toBe(false);
  });
});
