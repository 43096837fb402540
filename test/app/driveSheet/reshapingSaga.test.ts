import { NOT_SAVED_YET, SAVING_TIMEOUT_MS } from '../../../src/app/driveSheet/state/reshapingSaga';
import {
  selectMoving,
  selectReshaping,
  selectSheet,
  selectSpreadsheet,
} from '../../../src/app/driveSheet/state/sheetSelectors';
import {
  operationAsked,
  pageArrived,
  redone,
  sheetOpened,
  sheetRenamed,
  tabAdded,
  tabRemoved,
  tabRenamed,
  tabRestored,
  undone,
} from '../../../src/app/driveSheet/state/sheetSlice';
import { networkGone, refused } from '../../fixtures/appState';
import { moved, opened, OTHER, saved, settled, stopApps, typed } from './openedSheet';
import { BEANS, beans, beanCells, ID, spreadsheetOf } from './sheetWorld';

beforeEach(() => jest.useFakeTimers());
afterEach(stopApps);

const remove = operationAsked({ sheetId: BEANS, operation: { kind: 'deleteRows', at: 2, count: 1 } });

describe('rows and columns', () => {
  it('change on the server, then the rows on the screen are reloaded', async () => {
    const { dispatch, changes, rows, cell, state } = await opened();
    dispatch(remove);
    expect(changes[0]?.args).toEqual([ID, BEANS, { revision: 3, operation: { kind: 'deleteRows', at: 2, count: 1 } }]);
    expect(selectMoving(state())).toBe(true);
    changes[0]?.answer({ ...saved([]), removed: 'p1' });
    await settled();
    expect([cell(2, 1), cell(3, 1), cell(4, 1)]).toEqual([{ cell: 'Huila' }, { cell: 'Nyeri' }, { cell: null }]);
    rows[1]?.answer(
      beans(
        { revision: 4 },
        beanCells.filter((_, at) => at !== 1),
      ),
    );
    await settled();
    expect(cell(2, 1)).toEqual({ cell: 'Huila' });
    expect(selectReshaping(state())).toBe(false);
  });

  it('that were inserted are shown at once, so that what is typed before they are reloaded is meant for them', async () => {
    const { dispatch, write, changes, cell } = await opened();
    dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'insertRows', at: 2, count: 1 } }));
    changes[0]?.answer(moved());
    await settled();
    dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'insertColumns', at: 1, count: 1 } }));
    changes[1]?.answer(moved(5));
    await settled();
    expect([cell(1, 2), cell(2, 2), cell(3, 1), cell(3, 2)]).toEqual([
      { cell: 'name' },
      { cell: null },
      { cell: null },
      { cell: 'Kochere' },
    ]);
    write(2, 2, 'Sidamo');
    expect(changes[2]?.args[2]).toMatchObject({ revision: 5, edits: [{ row: 2, column: 2, before: null }] });
  });

  it('that were deleted are restored by undo, and deleted again by redo', async () => {
    const { dispatch, changes, rows } = await opened();
    dispatch(remove);
    changes[0]?.answer({ ...moved(), removed: 'p1' });
    await settled();
    rows[1]?.answer(beans({ revision: 4, shape: 4 }));
    await settled();
    dispatch(undone());
    expect(changes[1]?.args[2]).toEqual({
      revision: 4,
      operation: { kind: 'insertRows', at: 2, count: 1, restore: 'p1' },
    });
    changes[1]?.answer(moved(5));
    await settled();
    dispatch(redone());
    expect(changes[2]?.args[2]).toEqual({ revision: 5, operation: { kind: 'deleteRows', at: 2, count: 1 } });
  });

  it('move what is typed meanwhile along with its row, and then save it; with a deleted row it is gone', async () => {
    const { dispatch, write, changes, cell, state } = await opened();
    dispatch(remove);
    write(2, 1, 'gone');
    write(3, 1, 'Huila AA');
    expect([cell(2, 1), cell(3, 1), changes.length]).toEqual([typed('gone'), typed('Huila AA'), 1]);
    changes[0]?.answer({ ...moved(), removed: 'p1' });
    await settled();
    expect([cell(2, 1), cell(3, 1)]).toEqual([typed('Huila AA'), { cell: 'Nyeri' }]);
    const edits = [{ row: 2, column: 1, before: 'Huila', value: 'Huila AA' }];
    expect(changes.slice(1).map(({ args }) => args[2])).toEqual([{ revision: 4, edits }]);
    changes[1]?.answer({ ...moved(5), cells: [{ row: 2, column: 1, cell: 'Huila AA' }] });
    await settled();
    expect(selectSheet(state()).queue).toEqual([]);
  });

  it('that are restored while a cell is typed: the cell is saved, and no undo writes into another row', async () => {
    const { dispatch, write, changes, state } = await opened();
    dispatch(remove);
    changes[0]?.answer({ ...moved(), removed: 'p1' });
    await settled();
    dispatch(undone());
    write(3, 1, 'Nyeri AA');
    changes[1]?.answer(moved(5));
    await settled();
    expect(changes[2]?.args[2]).toMatchObject({ revision: 5, edits: [{ row: 4, before: 'Nyeri' }] });
    expect(selectSheet(state()).undo).toEqual([]);
  });

  it('change only after all edits are saved', async () => {
    const { dispatch, write, changes, notices } = await opened();
    write(2, 1, 'A');
    await settled();
    dispatch(remove);
    await settled();
    expect(changes).toHaveLength(1);
    changes[0]?.answer(saved([{ row: 2, column: 1, cell: 'A' }]));
    await settled();
    expect(changes[1]?.args[2]).toMatchObject({ operation: { kind: 'deleteRows', at: 2, count: 1 } });
    expect(notices()).toEqual([]);
  });

  it('are not undone twice when a cell is typed while the undo waits', async () => {
    const { dispatch, write, changes, state } = await opened();
    dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'insertRows', at: 2, count: 1 } }));
    changes[0]?.answer(saved([]));
    await settled();
    write(2, 1, 'A');
    dispatch(undone());
    dispatch(undone());
    write(3, 1, 'B');
    changes[1]?.answer(saved([{ row: 2, column: 1, cell: 'A' }], 5));
    await settled();
    changes[2]?.answer(saved([{ row: 3, column: 1, cell: 'B' }], 6));
    await settled();
    expect(changes).toHaveLength(3);
    expect(selectSheet(state()).undo.map(({ kind }) => kind)).toEqual(['operation', 'cells']);
  });

  it('are undone once by several presses while an undone cell is being saved', async () => {
    const { dispatch, write, changes, notices } = await opened();
    dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'insertRows', at: 4, count: 1 } }));
    changes[0]?.answer(moved());
    await settled();
    write(2, 1, 'A');
    changes[1]?.answer({ ...moved(), cells: [{ row: 2, column: 1, cell: 'A' }] });
    await settled();
    for (let presses = 1; presses <= 4; presses += 1) dispatch(undone());
    changes[2]?.answer({ ...moved(), cells: [{ row: 2, column: 1, cell: 'Kochere' }] });
    await settled();
    changes[3]?.answer(moved(5));
    await settled();
    expect([changes.length, notices()]).toEqual([4, []]);
  });

  it('and a new sheet change one after the other, and no undo is possible until both are done', async () => {
    const { dispatch, changes, added, ones, state } = await opened();
    dispatch(remove);
    dispatch(tabAdded({ position: 2 }));
    await settled();
    expect([changes.length, added.length]).toEqual([1, 0]);
    changes[0]?.answer({ ...saved([]), removed: 'p1' });
    await settled();
    expect(added).toHaveLength(1);
    expect(selectReshaping(state())).toBe(true);
    added[0]?.answer({ sheetId: 11 });
    await settled();
    ones.at(-1)?.answer(spreadsheetOf());
    await settled();
    expect(selectReshaping(state())).toBe(false);
  });

  it('are those of the revision on the screen, also after others were moved while they waited', async () => {
    const { dispatch, write, changes } = await opened();
    write(2, 1, 'A');
    dispatch(remove);
    changes[0]?.answer(saved([{ row: 2, column: 1, cell: 'A' }], 9));
    await settled();
    expect(changes[1]?.args[2]).toMatchObject({ revision: 3, operation: { kind: 'deleteRows' } });
  });

  it('are not undone or redone with a cell that was typed after or before them', async () => {
    const { dispatch, write, changes, state } = await opened();
    const [stepsBack, stepsAhead] = [() => selectSheet(state()).undo, () => selectSheet(state()).redo];
    dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'insertRows', at: 4, count: 1 } }));
    changes[0]?.answer(saved([]));
    await settled();
    write(2, 1, 'A');
    changes[1]?.answer(saved([{ row: 2, column: 1, cell: 'A' }], 5));
    await settled();
    dispatch(undone());
    changes[2]?.answer(saved([{ row: 2, column: 1, cell: 'Kochere' }], 6));
    await settled();
    expect([changes.length, stepsBack(), stepsAhead()]).toMatchObject([
      3,
      [{ kind: 'operation' }],
      [{ kind: 'cells' }],
    ]);
    dispatch(undone());
    changes[3]?.answer(saved([], 7));
    await settled();
    dispatch(redone());
    changes[4]?.answer(saved([], 8));
    await settled();
    expect([changes.length, stepsBack(), stepsAhead()]).toMatchObject([
      5,
      [{ kind: 'operation' }],
      [{ kind: 'cells' }],
    ]);
  });

  it('give up after a timeout, with a notice', async () => {
    const { dispatch, write, changes, notices } = await opened();
    write(2, 1, 'A');
    await settled();
    dispatch(remove);
    await jest.advanceTimersByTimeAsync(SAVING_TIMEOUT_MS - 1);
    expect(notices()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(changes).toHaveLength(1);
    expect(notices()).toEqual([NOT_SAVED_YET]);
  });

  it('moved elsewhere: nothing changes, and the tab is reloaded', async () => {
    const { dispatch, changes, notices, rows } = await opened();
    dispatch(remove);
    changes[0]?.fail(refused(409, { code: 'sheet_changed', detail: 'Load it again.' }));
    await settled();
    expect(notices()).toEqual(['Load it again.']);
    expect(rows).toHaveLength(2);
  });

  it('moved elsewhere: an undo, which knows the former rows only, does not change others', async () => {
    const { dispatch, write, changes, state } = await opened();
    write(2, 1, 'A');
    changes[0]?.answer(saved([{ row: 2, column: 1, cell: 'A' }]));
    await settled();
    const [head = [], ...others] = beanCells;
    dispatch(pageArrived({ sheetId: BEANS, page: 0, answer: beans({ revision: 5, shape: 5 }, [head, [], ...others]) }));
    dispatch(undone());
    await settled();
    expect(changes).toHaveLength(1);
    expect(selectSheet(state())).toMatchObject({ undo: [], redo: [] });
  });
});

describe('after another spreadsheet was opened', () => {
  it('the answer about rows of the former one changes nothing', async () => {
    const { dispatch, changes, openOther, state } = await opened();
    dispatch(remove);
    await openOther();
    changes[0]?.answer({ ...saved([], 9), removed: 'p1' });
    await settled();
    expect(selectSheet(state())).toMatchObject({ spreadsheet: { id: OTHER }, undo: [], tabs: {}, reshaping: null });
  });

  it.each([
    ['a renamed sheet', tabRenamed({ sheetId: BEANS, title: 'beans 2' })],
    ['a renamed spreadsheet', sheetRenamed({ title: 'Coffee' })],
  ])('%s does not bring the former one back', async (_what, event) => {
    const { dispatch, changes, renames, ones, openOther, state } = await opened();
    dispatch(event);
    await openOther();
    changes[0]?.answer(saved([]));
    renames[0]?.fail(refused(422));
    await settled();
    ones[2]?.answer(spreadsheetOf());
    await settled();
    expect(selectSpreadsheet(state())?.id).toBe(OTHER);
  });
});

it.each([
  ['renamed', tabRenamed({ sheetId: BEANS, title: 'A' })],
  ['added', tabAdded({ position: 2 })],
])(
  'what is typed while a sheet is being %s is saved, also if the answer about the sheet is lost',
  async (_what, event) => {
    const { dispatch, write, changes, added, cell } = await opened();
    dispatch(event);
    await settled();
    write(2, 1, 'A');
    expect([changes.at(-1)?.args[2], cell(2, 1)]).toMatchObject([{ edits: [{ value: 'A' }] }, typed('A')]);
    for (const lost of [changes[0], added[0]]) if (lost !== changes.at(-1)) lost?.fail(networkGone());
    await settled();
    changes.at(-1)?.answer(saved([{ row: 2, column: 1, cell: 'A' }]));
    await settled();
    expect(cell(2, 1)).toEqual({ cell: 'A' });
  },
);

it('a new sheet is not opened after the person has left the page', async () => {
  const { dispatch, added, ones, places } = await opened();
  dispatch(tabAdded({ position: 2 }));
  places.push('/learn');
  added[0]?.answer({ sheetId: 11 });
  await settled();
  ones[1]?.answer(spreadsheetOf());
  await settled();
  expect(places).toEqual(['/learn']);
});

it.each([
  [
    'names of two sheets that are typed',
    tabRenamed({ sheetId: BEANS, title: 'A' }),
    tabRenamed({ sheetId: 9, title: 'B' }),
  ],
  ['deletions of two sheets', tabRemoved({ sheetId: BEANS, title: 'A' }), tabRemoved({ sheetId: 9, title: 'B' })],
  ['two deleted sheets that are brought back', tabRestored({ restore: 'p1' }), tabRestored({ restore: 'p2' })],
])('%s in a row are both sent, one after the other', async (_what, first, second) => {
  const { dispatch, changes, removed, added, ones } = await opened();
  const sent = () => changes.length + removed.length + added.length;
  dispatch(first);
  dispatch(second);
  await settled();
  expect(sent()).toBe(1);
  changes[0]?.answer(saved([]));
  removed[0]?.answer({ removed: 'p3' });
  added[0]?.answer({ sheetId: 11 });
  await settled();
  ones.at(-1)?.answer(spreadsheetOf());
  await settled();
  expect(sent()).toBe(2);
});

it('a new sheet whose answer was lost is not added twice', async () => {
  const { dispatch, added, ones, state } = await opened();
  dispatch(tabAdded({ position: 2 }));
  added[0]?.fail(networkGone());
  await settled();
  ones[1]?.fail(networkGone());
  await settled();
  dispatch(tabAdded({ position: 2 }));
  expect(added.map(({ args }) => args[1])).toEqual(Array(2).fill({ position: 2, title: 'Sheet 3' }));
  added[1]?.fail(refused(422, { detail: 'There is another sheet called “Sheet 3”.' }));
  await settled();
  const tabs = [...spreadsheetOf().tabs, { sheetId: 11, title: 'Sheet 3', rows: 0, columns: 0 }];
  ones[2]?.answer(spreadsheetOf({ tabs }));
  await settled();
  expect(selectSpreadsheet(state())?.tabs).toEqual(tabs);
});

describe('renaming the spreadsheet', () => {
  it('shows the new title at once, and the old one again if it is rejected', async () => {
    const { dispatch, renames, state, notices } = await opened();
    dispatch(sheetRenamed({ title: 'Teas' }));
    expect(selectSpreadsheet(state())?.title).toBe('Teas');
    renames[0]?.fail(refused(422, { detail: 'Give the spreadsheet a name.' }));
    await settled();
    expect(selectSpreadsheet(state())?.title).toBe('Coffee roasters 2025');
    expect(notices()).toEqual(['Give the spreadsheet a name.']);
  });

  it('shows which title it has after the answer was lost', async () => {
    const { dispatch, renames, ones, state } = await opened();
    dispatch(sheetRenamed({ title: 'Teas' }));
    renames[0]?.fail(networkGone());
    await settled();
    ones[1]?.answer(spreadsheetOf({ title: 'Teas' }));
    await settled();
    expect(selectSpreadsheet(state())?.title).toBe('Teas');
  });
});

it('an operation that waits for the edits of a spreadsheet does not change another one', async () => {
  const { dispatch, write, changes, openOther } = await opened();
  write(2, 1, 'A');
  dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'insertRows', at: 2, count: 1 } }));
  await openOther();
  changes[0]?.answer(saved([{ row: 2, column: 1, cell: 'A' }]));
  await settled();
  expect(changes).toHaveLength(1);
});

describe('the name of a spreadsheet', () => {
  it('that is typed while the former one is being saved is saved too', async () => {
    const { dispatch, renames, state } = await opened();
    dispatch(sheetRenamed({ title: 'One' }));
    dispatch(sheetRenamed({ title: 'Two' }));
    renames[0]?.answer(spreadsheetOf({ title: 'One' }));
    renames[1]?.answer(spreadsheetOf({ title: 'Two' }));
    await settled();
    expect(renames.map(({ args }) => args[1])).toEqual(['One', 'Two']);
    expect(selectSpreadsheet(state())?.title).toBe('Two');
  });

  it('stays when the spreadsheet is reloaded meanwhile, with an answer from before', async () => {
    const { dispatch, renames, ones, state } = await opened();
    dispatch(sheetOpened({ spreadsheetId: ID }));
    dispatch(sheetRenamed({ title: 'New' }));
    renames[0]?.answer(spreadsheetOf({ title: 'New' }));
    await settled();
    ones[1]?.answer(spreadsheetOf());
    await settled();
    expect(selectSpreadsheet(state())?.title).toBe('New');
  });

  it('goes back after a refusal, and a sheet that was added meanwhile stays', async () => {
    const { dispatch, renames, added, ones, state } = await opened();
    dispatch(sheetRenamed({ title: 'New' }));
    dispatch(tabAdded({ position: 2 }));
    added[0]?.answer({ sheetId: 11 });
    await settled();
    const tabs = [...spreadsheetOf().tabs, { sheetId: 11, title: 'Sheet 1', rows: 0, columns: 0 }];
    ones.at(-1)?.answer(spreadsheetOf({ tabs }));
    await settled();
    renames[0]?.fail(refused(500));
    await settled();
    expect(selectSpreadsheet(state())).toMatchObject({ title: 'Coffee roasters 2025', tabs });
  });
});
