import { pageArrived, rowsOutdated, tabOpened } from '../../../../src/app/project/rows/endpointSlice';
import { draftMachine } from '../../../../src/app/project/edit/draftMachine';
import { selectDraft, selectEdits } from '../../../../src/app/project/edit/editSelectors';
import { editingOpened, NEW_ROW, rowsRemoved, undoPressed } from '../../../../src/app/project/edit/editSlice';
import {
  CHANGED_ELSEWHERE,
  LEFT_ALONE,
  LEFT_OUT,
  MAYBE_WRITTEN,
  TOO_MANY,
} from '../../../../src/app/project/edit/rowsSaga';
import { sessionArrived, sessionEnded, sessionEnding } from '../../../../src/app/session/sessionSlice';
import { mara, networkGone, refused } from '../../../fixtures/appState';
import { abc, beans, type EditApi, EVERY, later, opened, withLongIds } from './editedTab';

const { draftBegun, textTyped, draftCancelled, draftCommitted, mineKept } = draftMachine.actions;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a cell', () => {
  it('is written only if the row is unchanged on the server, is shown in the grid, and can be undone', async () => {
    const { write, draft, server, shown, undo } = await opened();
    await write('r_1', '21.5', 1);
    expect(draft('r_1')).toBeUndefined();
    expect(server.state.calls).toEqual(['change r_1 {"price":21.5}']);
    expect(shown()[0]).toMatchObject({ price: 21.5, _row: 2 });
    await undo();
    expect(server.rows[0]).toMatchObject({ price: 1 });
    expect(shown()[0]).toMatchObject({ price: 1 });
  });

  it('shows the API’s message if it is rejected, and keeps the typed text', async () => {
    const { write, draft, server, dispatch, priceOf } = await opened();
    server.state.fails.push(refused(422, abc));
    await write('r_1', 'abc', 1);
    expect(draft('r_1')).toMatchObject({
      phase: 'refused',
      draft: { texts: { price: 'abc' } },
      message: 'price holds numbers.',
      errors: { price: '“abc” is not one of them.' },
    });
    dispatch(textTyped({ ...priceOf('r_1'), column: 'price', text: '7' }));
    dispatch(draftCommitted(priceOf('r_1')));
    await later();
    expect(server.rows[0]).toMatchObject({ price: 7 });
  });

  it.each([
    ['mine', 'Keep mine'],
    ['theirs', 'Keep theirs'],
  ])('that was changed elsewhere is not overwritten: %s', async (whose) => {
    const { write, draft, server, dispatch, priceOf } = await opened();
    server.change('r_1', { price: 99 });
    await write('r_1', '2', 1);
    expect(draft('r_1')).toMatchObject({ phase: 'clashing', theirs: { price: 99 } });
    expect(server.state.calls).toEqual([]);
    dispatch(whose === 'mine' ? mineKept(priceOf('r_1')) : draftCancelled(priceOf('r_1')));
    await later();
    expect(draft('r_1')).toBeUndefined();
    expect(server.rows[0]).toMatchObject({ price: whose === 'mine' ? 2 : 99 });
  });

  it('is written although another cell of the row was changed', async () => {
    const { write, server } = await opened();
    server.state.fails.push(refused(412));
    server.change('r_1', { bean: 'Theirs' });
    await write('r_1', '2', 1);
    expect(server.rows[0]).toMatchObject({ bean: 'Theirs', price: 2 });
  });

  it('waits while the server cannot be reached, and is retried', async () => {
    const { write, draft, server } = await opened();
    server.state.fails.push(networkGone(), refused(503, { code: 'busy', detail: 'Busy.' }));
    await write('r_1', '2', 1);
    expect(draft('r_1')).toMatchObject({ phase: 'waiting', draft: { texts: { price: '2' } } });
    await later(5_100);
    expect(draft('r_1')).toMatchObject({ phase: 'waiting', message: 'Busy.' });
    await later(5_100);
    expect(server.rows[0]).toMatchObject({ price: 2 });
  });

  it('is rejected without a retry if the project is paused or the outcome is unknown', async () => {
    const { write, draft, server } = await opened();
    server.state.fails.push(refused(503, { code: 'writes_paused' }), refused(504, { detail: 'Not known.' }));
    await write('r_1', '2', 1);
    expect(draft('r_1')).toMatchObject({ phase: 'refused' });
    await write('r_2', '2', 2);
    await write('r_3', '2', 3);
    expect(draft('r_3')).toMatchObject({ phase: 'refused', message: 'Not known.' });
  });

  it('waits for the columns of its tab, which is dropped from memory after five others were opened', async () => {
    const { write, draft, server, dispatch } = await opened();
    server.state.fails.push(networkGone());
    await write('r_1', '2', 1);
    for (let sheetId = 11; sheetId < 17; sheetId += 1) dispatch(tabOpened({ ...beans, sheetId }));
    await later(6_000);
    expect([draft('r_1')?.phase, server.rows[0]?.price]).toEqual(['waiting', 1]);
    dispatch(tabOpened(beans));
    await later(6_000);
    expect([draft('r_1'), server.rows[0]?.price]).toEqual([undefined, 2]);
  });

  it('keeps its draft for the same person when the session ends', async () => {
    const { type, draft, dispatch } = await opened();
    type('r_1', 'half', 1);
    dispatch(sessionEnding({ personId: mara.id }));
    dispatch(sessionEnded({ byChoice: false }));
    expect(draft('r_1')).toBeUndefined();
    dispatch(sessionArrived(mara));
    dispatch(editingOpened(beans));
    await later();
    expect(draft('r_1')).toMatchObject({ phase: 'typing', draft: { texts: { price: 'half' } } });
  });
});

describe('rows', () => {
  it('that are being added when the session ends are added once, after the next sign-in', async () => {
    const { dispatch, server, draft } = await opened();
    const { add } = server.edit;
    const attempts: string[] = [];
    server.edit.add = async (...given) => {
      attempts.push(given[2]);
      if (attempts.length > 1) return add(...given);
      throw networkGone();
    };
    const place = { ...beans, key: NEW_ROW };
    dispatch(draftBegun({ ...place, draft: { rowId: null, texts: { price: '9' }, before: {} } }));
    dispatch(draftCommitted(place));
    await later();
    dispatch(sessionEnding({ personId: mara.id }));
    dispatch(sessionEnded({ byChoice: false }));
    dispatch(sessionArrived(mara));
    dispatch(editingOpened(beans));
    dispatch(tabOpened(beans));
    await later(6_000);
    expect([attempts.length, new Set(attempts).size]).toEqual([2, 1]);
    expect([draft('new'), server.rows.at(-1)?.price]).toEqual([undefined, 9]);
  });

  it('are added, rejected with errors for each column, and undone', async () => {
    const { dispatch, state, server, shown, undo } = await opened();
    const place = { ...beans, key: NEW_ROW };
    dispatch(draftBegun({ ...place, draft: { rowId: null, texts: { price: 'abc' }, before: {} } }));
    server.state.fails.push(refused(422, abc));
    dispatch(draftCommitted(place));
    await later();
    expect(selectDraft(state(), beans, NEW_ROW)).toMatchObject({ errors: { price: '“abc” is not one of them.' } });
    dispatch(textTyped({ ...place, column: 'price', text: '9' }));
    dispatch(draftCommitted(place));
    await later();
    expect(shown().map((row) => row?.price)).toEqual([1, 2, 3, 9]);
    await undo();
    expect(shown()).toHaveLength(3);
  });

  it('that were added stay on undo if another person has changed them since', async () => {
    const { paste, server, undo, notice, shown } = await opened();
    await paste(3, [['D', '4']]);
    server.change('r_4', { price: 99 });
    await undo();
    expect(notice()).toMatchObject({ kind: 'error', text: CHANGED_ELSEWHERE });
    expect(server.state.calls).toEqual(['write 1']);
    expect(shown().map((row) => row?.price)).toEqual([1, 2, 3, 99]);
  });

  it('that are not loaded are not deleted after a change of the tab, which may have moved them', async () => {
    const { dispatch, server, notice } = await opened();
    dispatch(pageArrived({ ...beans, page: 0, query: '', answer: { ...(await server.read(beans, EVERY)), data: [] } }));
    server.state.revision += 1;
    dispatch(rowsRemoved({ ...beans, first: 0, last: 0 }));
    await later();
    expect(notice()).toMatchObject({ kind: 'error', text: CHANGED_ELSEWHERE });
    expect(server.state.calls).toEqual([]);
  });

  it('are pasted over and below in one request, and undone together', async () => {
    const { paste, server, shown, notice, undo } = await opened();
    await paste(1, [
      ['A', '10'],
      ['B', '3'],
      ['C', '12'],
    ]);
    expect(server.state.calls).toEqual(['write 2']);
    expect(shown().map((row) => [row?.bean, row?.price])).toEqual([
      ['Bean 1', 1],
      ['A', 10],
      ['Bean 3', 3],
      ['C', 12],
    ]);
    expect(notice()).toMatchObject({ text: '2 rows pasted', detail: `1 changed, 1 added. ${LEFT_ALONE}` });
    await undo();
    expect(shown().map((row) => [row?.bean, row?.price])).toEqual([
      ['Bean 1', 1],
      ['Bean 2', 2],
      ['Bean 3', 3],
    ]);
  });

  it('that are pasted beyond the last column show a notice', async () => {
    const { paste, notice, shown } = await opened();
    await paste(0, [['A', '1', 'x', '']]);
    expect(shown()[0]).toMatchObject({ bean: 'A', price: 1 });
    expect(notice()).toMatchObject({ text: '1 row pasted', detail: `1 changed. ${LEFT_OUT}` });
    await paste(0, [['B', '1', '']]);
    expect(notice()).toMatchObject({ detail: '1 changed' });
  });

  it('are undone too if the server stored other values than pasted', async () => {
    const { paste, server, shown, undo } = await opened();
    const { write } = server.edit;
    Object.assign(server.edit, {
      async write(...given: Parameters<EditApi['write']>) {
        const { rows, revision } = await write(...given);
        return { rows: rows.map(({ _id, bean }) => server.change(_id, { bean: `0${String(bean)}` })), revision };
      },
    });
    await paste(0, [['7:30', '1']]);
    expect(shown()[0]).toMatchObject({ bean: '07:30' });
    Object.assign(server.edit, { write });
    await undo();
    expect(shown()[0]).toMatchObject({ bean: 'Bean 1' });
  });

  it('are not pasted over changes of others, nor if there are too many for one request', async () => {
    const { paste, server, notice } = await opened();
    server.change('r_1', { price: 99 });
    await paste(0, [['A', '10']]);
    expect(notice()).toMatchObject({ kind: 'error', text: CHANGED_ELSEWHERE });
    await paste(
      0,
      Array.from({ length: 501 }, () => ['x']),
    );
    expect(notice()).toMatchObject({ kind: 'error', text: TOO_MANY });
    expect(server.state.calls).toEqual([]);
  });

  it('that are rejected are named by their number', async () => {
    const { paste, server, notice } = await opened();
    server.state.fails.push(refused(422, { detail: 'No.', errors: [{ field: '1.price', detail: 'No.' }] }));
    await paste(0, [
      ['A', '1'],
      ['B', 'x'],
    ]);
    expect(notice()).toMatchObject({
      kind: 'error',
      text: 'No.',
      detail: 'Row 2 of those to be written. Nothing was written.',
    });
  });

  it('are deleted, and restored with their values', async () => {
    const { dispatch, state, server, shown, notice } = await opened();
    dispatch(rowsRemoved({ ...beans, first: 0, last: 1 }));
    await later();
    expect(server.state.calls).toEqual(['remove r_1,r_2']);
    expect(shown().map((row) => row?._id)).toEqual(['r_3']);
    expect(notice()).toMatchObject({ text: '2 rows deleted', action: { label: 'Undo' } });
    const [step] = selectEdits(state(), beans).steps;
    dispatch(undoPressed({ ...beans, id: step?.id ?? '' }));
    await later();
    expect(shown().map((row) => row?.bean)).toEqual(['Bean 3', 'Bean 1', 'Bean 2']);
    expect(selectEdits(state(), beans).steps).toEqual([]);
  });

  it('with too many ids for one URL are deleted in several requests, and restored together', async () => {
    const { dispatch, server, notice, undo } = await withLongIds(60);
    dispatch(rowsRemoved({ ...beans, first: 3, last: 62 }));
    await later();
    expect(server.rows).toHaveLength(3);
    expect(server.state.calls.length).toBeGreaterThan(1);
    expect(notice()).toMatchObject({ text: '60 rows deleted', action: { label: 'Undo' } });
    await undo();
    expect(server.rows.slice(3).map(({ bean }) => bean)).toEqual(Array.from({ length: 60 }, (_, n) => `More ${n}`));
  });

  it('are changed whatever the length of their ids', async () => {
    const { paste, server, notice } = await withLongIds(60);
    await paste(
      3,
      Array.from({ length: 60 }, (_, n) => [`New ${n}`, '7']),
    );
    expect(server.rows[62]).toMatchObject({ bean: 'New 59', price: 7 });
    expect(notice()).toMatchObject({ text: '60 rows pasted' });
  });

  it('that are deleted in part show a notice; the deleted ones can be restored', async () => {
    const { dispatch, server, notice, undo } = await withLongIds(60);
    server.state.fails.push(undefined, refused(503, { detail: 'Not now.' }));
    dispatch(rowsRemoved({ ...beans, first: 3, last: 62 }));
    await later();
    const gone = 63 - server.rows.length;
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(60);
    expect(notice()).toMatchObject({
      ...{ kind: 'error', text: 'Not now.', detail: `${gone} of 60 rows were deleted.` },
      action: { label: 'Undo' },
    });
    await undo();
    expect(server.rows).toHaveLength(63);
  });

  it('that are deleted although the response was lost can be restored', async () => {
    const { dispatch, server, notice, undo } = await withLongIds(60);
    server.state.losesAnswers = true;
    dispatch(rowsRemoved({ ...beans, first: 3, last: 62 }));
    await later();
    expect(server.rows).toHaveLength(3);
    expect(notice()).toMatchObject({ text: '60 rows deleted', action: { label: 'Undo' } });
    server.state.losesAnswers = false;
    await undo();
    expect(server.rows).toHaveLength(63);
  });
  /** Presses "Try again". */
  async function again({ dispatch, notice }: Awaited<ReturnType<typeof opened>>) {
    const action = notice()?.action;
    if (action !== undefined && 'event' in action) dispatch(action.event);
    await later();
  }

  /** Inserts a row above the others, as another person does, and shows it. */
  async function insertAbove({ dispatch, server }: Awaited<ReturnType<typeof opened>>, bean = 'New') {
    server.rows.unshift({ _id: `r_${bean}`, bean, price: 9, _row: 2 });
    server.state.revision += 1;
    dispatch(rowsOutdated(beans));
    await later();
  }

  it('are the ones that were marked if "Try again" is pressed after the rows have moved', async () => {
    const world = await opened();
    const { dispatch, server, paste } = world;
    server.state.fails.push(networkGone(), undefined, networkGone());
    dispatch(rowsRemoved({ ...beans, first: 1, last: 1 }));
    await later();
    await insertAbove(world);
    await again(world);
    expect(server.state.calls).toEqual(['remove r_2', 'remove r_2']);
    await paste(0, [['A', '10']]);
    await insertAbove(world, 'Newer');
    await again(world);
    expect(server.rows.map(({ bean }) => bean)).toEqual(['Newer', 'A', 'Bean 1', 'Bean 3']);
  });

  it.each(['before', 'after'])(
    'are pasted once if the answer was lost, and undone once; the rows are shown %s that',
    async (when) => {
      const world = await opened();
      const { dispatch, server, notice, paste, undo } = world;
      const texts = [
        ['A', '10'],
        ['Bean 3', '11'],
        ['New', '12'],
      ];
      server.state.losesAnswers = true;
      await paste(1, texts);
      expect(notice()?.detail).toBe(MAYBE_WRITTEN);
      const shows = async () => {
        dispatch(rowsOutdated(beans));
        await later();
      };
      if (when === 'before') await shows();
      server.state.losesAnswers = false;
      await again(world);
      expect(notice()).toMatchObject({ text: '3 rows pasted', detail: '2 changed, 1 added' });
      expect(server.rows.map(({ bean, price }) => [bean, price])).toEqual([
        ['Bean 1', 1],
        ['A', 10],
        ['Bean 3', 11],
        ['New', 12],
      ]);
      server.state.losesAnswers = true;
      await undo();
      if (when === 'before') await shows();
      server.state.losesAnswers = false;
      await again(world);
      expect(notice()).toMatchObject({ text: 'Undone' });
      expect(server.rows.map(({ bean, price }) => [bean, price])).toEqual([
        ['Bean 1', 1],
        ['Bean 2', 2],
        ['Bean 3', 3],
      ]);
    },
  );

  it('are the ones that were marked if they have moved while the write waited for another one', async () => {
    const world = await opened();
    const { dispatch, server, type, priceOf } = world;
    const { change } = server.edit;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    Object.assign(server.edit, {
      change: (...given: Parameters<EditApi['change']>) => held.then(() => change(...given)),
    });
    type('r_1', '5', 1);
    dispatch(draftMachine.actions.draftCommitted(priceOf('r_1')));
    dispatch(rowsRemoved({ ...beans, first: 1, last: 1 }));
    await insertAbove(world);
    goOn();
    await later();
    expect(server.state.calls).toEqual(['change r_1 {"price":5}', 'remove r_2']);
  });
  it('that wait for another write are not written after the end of the session', async () => {
    const { dispatch, server, type, priceOf, state } = await opened();
    Object.assign(server.edit, { change: () => new Promise(() => {}) });
    type('r_1', '5', 1);
    dispatch(draftMachine.actions.draftCommitted(priceOf('r_1')));
    dispatch(rowsRemoved({ ...beans, first: 1, last: 1 }));
    await later();
    dispatch(sessionEnded({ byChoice: false }));
    await later();
    expect(server.state.calls).toEqual([]);
    expect(state().notices).toEqual([]);
  });
});
