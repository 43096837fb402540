import { SAVE_FAILED, SLOW_SAVING_MS, RECONNECT_MS } from '../../../src/app/driveSheet/state/savingSaga';
import {
  selectClashes,
  selectOffered,
  selectSaving,
  selectWaiting,
} from '../../../src/app/driveSheet/state/sheetSelectors';
import {
  changesGivenUp,
  mineKept,
  operationAsked,
  pageArrived,
  rowsSeen,
  savingRetried,
  sheetOpened,
  theirsKept,
  undone,
} from '../../../src/app/driveSheet/state/sheetSlice';
import { sessionArrived, sessionEnded } from '../../../src/app/session/sessionSlice';
import { mara, networkGone, refused } from '../../fixtures/appState';
import { opened, OTHER, saved, settled, stopApps, typed } from './openedSheet';
import { BEANS, beans, ID } from './sheetWorld';

beforeEach(() => jest.useFakeTimers());
afterEach(stopApps);

describe('saving', () => {
  it('shows the typed text at once, sends it with the previous value, then shows the value that the server stored', async () => {
    const { write, cell, changes, saving } = await opened();
    write(3, 2, '22');
    expect(cell(3, 2)).toEqual(typed('22'));
    expect(changes.map(({ args }) => args)).toEqual([
      [ID, BEANS, { revision: 0, edits: [{ row: 3, column: 2, before: 21, value: '22' }] }],
    ]);
    expect(saving()).toBe('sending');
    changes[0]?.answer(saved([{ row: 3, column: 2, cell: 22 }]));
    await settled();
    expect(cell(3, 2)).toEqual({ cell: 22 });
    expect(saving()).toBe('saved');
  });

  it('is shown after 300 ms', async () => {
    const { write, saving } = await opened();
    write(2, 1, 'Sidama');
    await jest.advanceTimersByTimeAsync(SLOW_SAVING_MS - 1);
    expect(saving()).toBe('sending');
    await jest.advanceTimersByTimeAsync(1);
    expect(saving()).toBe('saving');
  });

  it('sends later edits together after the response, with one edit for each cell', async () => {
    const { write, changes } = await opened();
    write(2, 1, 'A');
    write(2, 1, 'AB');
    write(3, 1, 'C');
    write(2, 1, 'ABC');
    expect(changes).toHaveLength(1);
    changes[0]?.answer(saved([{ row: 2, column: 1, cell: 'A' }]));
    await settled();
    expect(changes[1]?.args[2]).toEqual({
      revision: 0,
      edits: [
        { row: 2, column: 1, before: 'A', value: 'ABC' },
        { row: 3, column: 1, before: 'Huila', value: 'C' },
      ],
    });
  });

  it('reloads the rows on the screen if another person has changed the sheet', async () => {
    const { write, changes, rows, cell } = await opened();
    write(2, 1, 'Mine');
    changes[0]?.answer(saved([{ row: 2, column: 1, cell: 'Mine' }], 6));
    await settled();
    expect(rows).toHaveLength(2);
    rows[1]?.answer(beans({ revision: 6 }, [['name'], ['Mine'], ['Theirs']]));
    await settled();
    expect(cell(3, 1)).toEqual({ cell: 'Theirs' });
    expect(rows).toHaveLength(2);
  });

  it('counts changes while offline, and sends them when the network is back', async () => {
    const { write, changes, saving, state } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(networkGone());
    await settled();
    write(3, 1, 'B');
    write(4, 1, 'C');
    expect(saving()).toBe('offline');
    expect(selectWaiting(state())).toBe(3);
    window.dispatchEvent(new Event('online'));
    await settled();
    expect((changes[1]?.args[2] as { edits: unknown[] } | undefined)?.edits).toHaveLength(3);
    changes[1]?.answer(saved([]));
    await settled();
    expect([saving(), selectWaiting(state())]).toEqual(['saved', 0]);
  });

  it('that was refused is replaced by what is typed instead', async () => {
    const { dispatch, write, changes } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(refused(422, { code: 'invalid_rows' }));
    await settled();
    write(2, 1, 'B');
    dispatch(savingRetried());
    await settled();
    expect(changes[1]?.args[2]).toMatchObject({ edits: [{ row: 2, column: 1, before: 'Kochere', value: 'B' }] });
  });

  it('is sent with the revision since which its row was there, as rows may have been inserted elsewhere since', async () => {
    const { dispatch, write, changes, rows } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(networkGone());
    await settled();
    dispatch(rowsSeen({ sheetId: BEANS, first: 100, last: 129 }));
    rows[1]?.answer(beans({ revision: 9, shape: 8 }, []));
    await settled();
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(changes[1]?.args[2]).toMatchObject({ revision: 0, edits: [{ row: 2, column: 1, value: 'A' }] });
  });

  it('notices a network that returns while a try is failing', async () => {
    const { write, changes, saving } = await opened();
    write(2, 1, 'A');
    window.dispatchEvent(new Event('online'));
    changes[0]?.fail(networkGone());
    await settled();
    expect(changes).toHaveLength(2);
    changes[1]?.fail(networkGone());
    await settled();
    expect(changes).toHaveLength(2);
    expect(saving()).toBe('offline');
  });

  it.each([
    ['typed again', 'AB', (_undo: () => void, write: () => void) => write()],
    ['undone', 'Kochere', (undo: () => void) => undo()],
  ])('an edit whose answer was lost is sent again before the cell is %s', async (_how, last, change) => {
    const { dispatch, write, changes, cell, state } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(networkGone());
    await settled();
    change(
      () => dispatch(undone()),
      () => write(2, 1, 'AB'),
    );
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(changes[1]?.args[2]).toMatchObject({ edits: [{ row: 2, column: 1, before: 'Kochere', value: 'A' }] });
    changes[1]?.answer(saved([{ row: 2, column: 1, cell: 'A' }]));
    await settled();
    expect(changes[2]?.args[2]).toMatchObject({ edits: [{ row: 2, column: 1, before: 'A' }] });
    changes[2]?.answer(saved([{ row: 2, column: 1, cell: last }], 5));
    await settled();
    expect([cell(2, 1), selectWaiting(state())]).toEqual([{ cell: last }, 0]);
  });

  it('retries from time to time while offline', async () => {
    const { write, changes } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(networkGone());
    await settled();
    jest.advanceTimersByTime(RECONNECT_MS);
    await settled();
    expect(changes).toHaveLength(2);
  });

  it('retries a busy server after its Retry-After', async () => {
    const { write, changes, saving } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(Object.assign(refused(503, { code: 'busy' })));
    await settled();
    expect(changes).toHaveLength(1);
    jest.advanceTimersByTime(1_000);
    await settled();
    expect(changes).toHaveLength(2);
    expect(saving()).not.toBe('refused');
  });

  it('waits for "Try again" after a rejection', async () => {
    const { dispatch, write, changes, state, saving } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(refused(409, { code: 'project_paused', detail: 'The project is paused.' }));
    await settled();
    expect(selectSaving(state())).toEqual({ phase: 'refused', message: 'The project is paused.' });
    dispatch(savingRetried());
    await settled();
    expect(changes).toHaveLength(2);
    changes[1]?.fail(refused(500));
    await settled();
    expect(selectSaving(state())).toEqual({ phase: 'refused', message: SAVE_FAILED });
    dispatch(changesGivenUp());
    await settled();
    expect([saving(), selectWaiting(state())]).toEqual(['saved', 0]);
  });

  it('drops the edits with a notice if rows were moved elsewhere', async () => {
    const { write, changes, notices, state, rows } = await opened();
    write(2, 1, 'A');
    changes[0]?.fail(refused(409, { code: 'sheet_changed', detail: 'Load it again.' }));
    await settled();
    expect(notices()).toEqual(['1 change not saved. Load it again.']);
    expect(selectWaiting(state())).toBe(0);
    expect(rows).toHaveLength(2);
  });

  it('shows the unsaved edits of another spreadsheet when this one is opened', async () => {
    const { dispatch, write, notices } = await opened();
    write(2, 1, 'A');
    dispatch(sheetOpened({ spreadsheetId: 'tpd_another' }));
    await settled();
    expect(notices()).toEqual(['1 change of Coffee roasters 2025 could not be saved.']);
  });
});

describe('after another spreadsheet was opened', () => {
  it.each(['before', 'after'])('its edits are saved, if those of the former one are rejected %s that', async (when) => {
    const { write, changes, openOther } = await opened();
    write(2, 1, 'A');
    if (when === 'after') await openOther();
    changes[0]?.fail(refused(409, { code: 'project_paused' }));
    await settled();
    if (when === 'before') await openOther();
    write(2, 1, 'B');
    await settled();
    expect(changes[1]?.args.slice(0, 2)).toEqual([OTHER, BEANS]);
  });

  it('a conflict in the former one changes no cell', async () => {
    const { write, dispatch, rows, changes, openOther, cell } = await opened();
    write(2, 1, 'A');
    await openOther();
    dispatch(rowsSeen({ sheetId: BEANS, first: 0, last: 29 }));
    rows[1]?.answer(beans());
    changes[0]?.fail(refused(409, { code: 'cell_changed', clashes: [{ row: 2, column: 1, cell: 'Theirs' }] }));
    await settled();
    expect(cell(2, 1)).toEqual({ cell: 'Kochere' });
  });

  it('its edits are saved, if those of the former one were rejected in the session before', async () => {
    const { dispatch, write, changes, openOther } = await opened();
    dispatch(sessionArrived(mara));
    write(2, 1, 'A');
    changes[0]?.fail(refused(500));
    await settled();
    dispatch(sessionEnded({ byChoice: true }));
    dispatch(sessionArrived(mara));
    await openOther();
    write(3, 1, 'B');
    await settled();
    expect(changes).toHaveLength(2);
  });
});

describe('a conflict', () => {
  async function clashing() {
    const world = await opened();
    world.write(2, 1, 'Mine');
    world.write(3, 1, 'Other');
    world.changes[0]?.fail(refused(409, { code: 'cell_changed', clashes: [{ row: 2, column: 1, cell: 'Theirs' }] }));
    await settled();
    return world;
  }

  it('shows the stored value, keeps the edit, and saves the other edits', async () => {
    const { state, cell, changes } = await clashing();
    expect(cell(2, 1)).toEqual({ cell: 'Theirs' });
    expect(selectClashes(state(), BEANS)).toEqual([{ row: 2, column: 1, mine: typed('Mine'), theirs: 'Theirs' }]);
    expect(changes[1]?.args[2]).toMatchObject({ edits: [{ row: 3, column: 1, value: 'Other' }] });
  });

  it('"Keep theirs" keeps the stored value', async () => {
    const { dispatch, state, cell, changes } = await clashing();
    dispatch(theirsKept({ sheetId: BEANS, row: 2, column: 1 }));
    expect(selectClashes(state(), BEANS)).toEqual([]);
    expect(cell(2, 1)).toEqual({ cell: 'Theirs' });
    expect(changes).toHaveLength(2);
  });
  it('keeps to its cell when rows are inserted above it', async () => {
    const { dispatch, state, changes } = await clashing();
    changes[1]?.answer(saved([{ row: 3, column: 1, cell: 'Other' }]));
    await settled();
    dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'insertRows', at: 1, count: 2 } }));
    changes[2]?.answer(saved([], 5));
    await settled();
    const moved = { row: 4, column: 1 };
    expect(selectClashes(state(), BEANS)).toEqual([{ ...moved, mine: typed('Mine'), theirs: 'Theirs' }]);
    dispatch(mineKept({ sheetId: BEANS, ...moved }));
    expect(changes[3]?.args[2]).toMatchObject({ edits: [{ ...moved, before: 'Theirs', value: 'Mine' }] });
  });

  it('is offered if rows are moved elsewhere, as its cell is another one by now', async () => {
    const { dispatch, state } = await clashing();
    dispatch(pageArrived({ sheetId: BEANS, page: 0, answer: beans({ revision: 5, shape: 5 }) }));
    expect(selectClashes(state(), BEANS)).toEqual([]);
    const offered = { sheetId: BEANS, row: 2, column: 1, next: typed('Mine'), before: 'Theirs' };
    expect(selectOffered(state(), BEANS)).toEqual([offered]);
  });

  it('is gone with its deleted column', async () => {
    const { dispatch, state, changes } = await clashing();
    changes[1]?.answer(saved([{ row: 3, column: 1, cell: 'Other' }]));
    await settled();
    dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'deleteColumns', at: 1, count: 1 } }));
    changes[2]?.answer(saved([], 5));
    await settled();
    expect(selectClashes(state(), BEANS)).toEqual([]);
  });
});
