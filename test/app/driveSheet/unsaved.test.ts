import { act, fireEvent, screen } from '@testing-library/react';
import { selectOffered, selectQueue, selectSheet } from '../../../src/app/driveSheet/state/sheetSelectors';
import {
  operationAsked,
  questionConfirmed,
  sheetOpened,
  unsavedSettled,
} from '../../../src/app/driveSheet/state/sheetSlice';
import { noSheet } from '../../../src/app/driveSheet/state/sheetState';
import { sessionArrived, sessionEnded, sessionEnding, sessionMissing } from '../../../src/app/session/sessionSlice';
import { mara, refused } from '../../fixtures/appState';
import { moved, opened, settled, stopApps, typed } from './openedSheet';
import { cell, openSheet, sheetTests } from './sheetScreen';
import { beanCells, BEANS, beans, ID, spreadsheetOf } from './sheetWorld';

sheetTests();
beforeEach(() => void jest.useFakeTimers());
afterEach(stopApps);

const OFFERED = [{ sheetId: BEANS, row: 3, column: 2, before: 21, next: typed('22') }];

/** Types into a cell that is never saved, ends the session, and opens the spreadsheet as `who`. */
async function lostAndBack(who = mara, then = async (_world: Awaited<ReturnType<typeof opened>>) => {}) {
  const world = await opened();
  world.dispatch(sessionArrived(mara));
  world.write(3, 2, '22');
  await then(world);
  world.dispatch(sessionEnding({ personId: mara.id }));
  world.dispatch(sessionEnded({ byChoice: false }));
  expect(JSON.stringify(world.state().sheet)).not.toContain('22');
  world.dispatch(sessionMissing());
  world.dispatch(sessionArrived(who));
  world.dispatch(sheetOpened({ spreadsheetId: ID }));
  await settled();
  world.ones.at(-1)?.answer(spreadsheetOf());
  await settled();
  return world;
}

it('an unsaved edit at the end of the session is offered to the same person, and not written by itself', async () => {
  const { state, changes, dispatch } = await lostAndBack();
  expect(selectOffered(state(), BEANS)).toEqual(OFFERED);
  expect(selectQueue(state())).toEqual([]);
  expect(changes).toHaveLength(1);
  dispatch(unsavedSettled({ sheetId: BEANS }));
  expect(selectOffered(state(), BEANS)).toEqual([]);
});

it('a conflict and a text that waits for a confirmation at the end of the session are offered, too', async () => {
  const { state } = await lostAndBack(mara, async ({ changes, write }) => {
    changes[0]?.fail(refused(409, { code: 'cell_changed', clashes: [{ row: 3, column: 2, cell: 20 }] }));
    await settled();
    write(2, 1, '=x');
  });
  expect(selectOffered(state(), BEANS)).toEqual([
    { sheetId: BEANS, row: 3, column: 2, before: 20, next: typed('22') },
    { sheetId: BEANS, row: 2, column: 1, before: 'Kochere', next: typed('=x') },
  ]);
});

it('an unsaved edit is not offered to another person', async () => {
  const { state } = await lostAndBack({ ...mara, id: 'u2' });
  expect(selectOffered(state(), BEANS)).toEqual([]);
});

it('an uncommitted text is not stored at the end of the session', async () => {
  jest.useRealTimers();
  const { user, store } = await openSheet();
  await user.keyboard('{ArrowDown}Sidama');
  expect(screen.getByRole('textbox', { name: 'A2' })).toHaveValue('Sidama');
  act(() => void store.dispatch(sessionEnded({ byChoice: true })));
  expect(screen.queryByRole('grid')).toBeNull();
  expect(store.getState().sheet).toEqual(noSheet);
});

it.each(['sheet_changed', 'cell_not_writable'])(
  'an edit that the server rejects (%s) is offered again',
  async (code) => {
    const { state, write, changes } = await opened();
    write(3, 2, '22');
    changes[0]?.fail(refused(409, { code }));
    await settled();
    expect(selectQueue(state())).toEqual([]);
    expect(selectOffered(state(), BEANS)).toEqual(OFFERED);
  },
);

it('an offered edit moves along with its row; with a deleted row it is gone', async () => {
  const { state, dispatch, write, changes } = await opened();
  write(3, 2, '22');
  changes[0]?.fail(refused(409, { code: 'sheet_changed' }));
  await settled();
  dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'insertRows', at: 2, count: 1 } }));
  changes[1]?.answer(moved());
  await settled();
  expect(selectOffered(state(), BEANS)).toEqual([{ ...OFFERED[0], row: 4 }]);
  dispatch(operationAsked({ sheetId: BEANS, operation: { kind: 'deleteRows', at: 4, count: 1 } }));
  changes[2]?.answer(moved(5));
  await settled();
  expect(selectOffered(state(), BEANS)).toEqual([]);
});

it('a text that waits for its confirmation moves along with its row, too; with a deleted row it is gone', async () => {
  const { dispatch, write, changes, state } = await opened();
  const remove = operationAsked({ sheetId: BEANS, operation: { kind: 'deleteRows', at: 2, count: 1 } });
  dispatch(remove);
  write(3, 1, '=x');
  changes[0]?.answer({ ...moved(), removed: 'p1' });
  await settled();
  dispatch(questionConfirmed());
  const edits = [{ row: 2, column: 1, before: 'Huila', value: '=x' }];
  expect(changes[1]?.args[2]).toEqual({ revision: 4, edits });
  changes[1]?.answer({ ...moved(5), cells: [{ row: 2, column: 1, cell: '=x' }] });
  await settled();
  dispatch(remove);
  write(2, 1, '=y');
  changes[2]?.answer({ ...moved(6), removed: 'p2' });
  await settled();
  expect(selectSheet(state())).toMatchObject({ question: null, queue: [] });
});

it('a restored edit overwrites only the value it was typed over, not another row in its place', async () => {
  jest.useRealTimers();
  const { user, server } = await openSheet((given) =>
    given.grid.change.mockRejectedValueOnce(refused(409, { code: 'sheet_changed', detail: 'Rows were inserted.' })),
  );
  const [header, kochere, huila] = beanCells;
  if (header === undefined || kochere === undefined || huila === undefined) throw new Error('There are no beans.');
  server.grid.rows.mockResolvedValue(beans({ revision: 4, shape: 4 }, [header, [], kochere, huila]));
  server.grid.change.mockRejectedValueOnce(
    refused(409, { code: 'cell_changed', clashes: [{ row: 3, column: 1, cell: 'Kochere' }] }),
  );
  fireEvent.mouseDown(cell('Huila'));
  await user.keyboard('Mine{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Put back' }));
  expect(await screen.findByRole('dialog', { name: 'Changed elsewhere' })).toHaveTextContent('TheirsKochere');
  expect(server.grid.change.mock.calls[1]?.[2]).toMatchObject({
    revision: 4,
    edits: [{ row: 3, column: 1, before: 'Huila', value: 'Mine' }],
  });
});

it('an offered edit stays offered while rows are inserted or deleted, which blocks editing', async () => {
  jest.useRealTimers();
  const { user, server } = await openSheet((given) =>
    given.grid.change.mockRejectedValueOnce(refused(409, { code: 'sheet_changed' })),
  );
  fireEvent.mouseDown(cell('Huila'));
  await user.keyboard('Mine{Enter}');
  await screen.findByRole('button', { name: 'Put back' });
  server.grid.change.mockReturnValue(new Promise(() => undefined));
  await user.keyboard('{ContextMenu}');
  await user.click(await screen.findByRole('menuitem', { name: 'Delete row 4' }));
  await user.click(screen.getByRole('button', { name: 'Put back' }));
  expect(screen.getByRole('button', { name: 'Put back' })).toBeVisible();
});
