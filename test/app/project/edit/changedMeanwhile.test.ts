import type { Column } from '../../../../src/contract/rows';
import { pageArrived } from '../../../../src/app/project/rows/endpointSlice';
import type { Values } from '../../../../src/app/project/edit/draftMachine';
import { cellsPasted, rowsRemoved } from '../../../../src/app/project/edit/editSlice';
import { ADDED_STAY, CHANGED_ELSEWHERE } from '../../../../src/app/project/edit/rowsSaga';
import { columnOf, refused } from '../../../fixtures/appState';
import { beans, type EditApi, EVERY, later, opened, serverOf, withLongIds } from './editedTab';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it.each([
  ['not known yet', () => undefined],
  ['known', (columns: Column[]) => columns.splice(1, 1, columnOf('cost', 'number'))],
])('a cell whose column was renamed, which is %s, keeps its text, with the API’s message', async (_when, rename) => {
  const { dispatch, write, draft, server } = await opened();
  server.rows[0] = { _id: 'r_1', bean: 'Bean 1', cost: 1 };
  rename(server.columns);
  server.state.revision += 1;
  dispatch(pageArrived({ ...beans, page: 0, query: '', answer: await server.read(beans, EVERY) }));
  server.state.fails.push(refused(422, { detail: 'price is no column. Valid are bean, cost.' }));
  await write('r_1', '2', 1);
  expect(draft('r_1')).toMatchObject({ phase: 'refused', message: 'price is no column. Valid are bean, cost.' });
});

describe('rows that somebody else changes between the page’s read and its write', () => {
  /** Lets somebody else change a row right before the page's next write or deletion. */
  const meanwhile = ({ edit, change }: ReturnType<typeof serverOf>, id: string, values: Values) => {
    const { write, remove } = edit;
    const raced = <Args extends unknown[], Answer>(call: (...args: Args) => Answer) => {
      return (...args: Args) => {
        Object.assign(edit, { write, remove });
        change(id, values);
        return call(...args);
      };
    };
    Object.assign(edit, { write: raced(write), remove: raced(remove) });
  };

  it('are not pasted over', async () => {
    const { paste, server, notice } = await opened();
    meanwhile(server, 'r_1', { price: 99 });
    await paste(0, [['A', '10']]);
    expect(notice()).toMatchObject({ kind: 'error', text: CHANGED_ELSEWHERE });
    expect(server.rows[0]).toMatchObject({ bean: 'Bean 1', price: 99 });
  });

  it('are not pasted over if the change arrives while the paste waits for another write', async () => {
    const { dispatch, server, notice, paste } = await opened();
    const pastePrice = (first: number, text: string) =>
      dispatch(cellsPasted({ ...beans, first, columns: ['price'], texts: [[text]], verb: 'pasted' }));
    pastePrice(2, '30');
    pastePrice(2, '31');
    pastePrice(0, '10');
    server.change('r_1', { price: 99 });
    dispatch(pageArrived({ ...beans, page: 0, query: '', answer: await server.read(beans, EVERY) }));
    await later();
    expect(notice()).toMatchObject({ kind: 'error', text: CHANGED_ELSEWHERE });
    expect(server.rows.map(({ price }) => price)).toEqual([99, 2, 31]);
    await paste(0, [['A', '10']]);
    expect(server.rows[0]).toMatchObject({ price: 10 });
  });

  it('are pasted over if only the person has changed them, however many steps ago', async () => {
    const { dispatch, server, notice, paste } = await opened();
    await paste(0, [['A', '10']]);
    for (let price = 1; price < 50; price += 1) await paste(1, [['B', `${price}0`]]);
    const pastePrice = (first: number, text: string) =>
      dispatch(cellsPasted({ ...beans, first, columns: ['price'], texts: [[text]], verb: 'pasted' }));
    pastePrice(2, '30');
    pastePrice(0, '1');
    await later();
    expect(notice()).toMatchObject({ text: '1 row pasted' });
    expect(server.rows.map(({ price }) => price)).toEqual([1, 490, 30]);
  });

  it('are pasted over where the change is in another cell', async () => {
    const { dispatch, server } = await opened();
    meanwhile(server, 'r_1', { bean: 'Theirs' });
    dispatch(cellsPasted({ ...beans, first: 0, columns: ['price'], texts: [['10']], verb: 'pasted' }));
    await later();
    expect(server.rows[0]).toMatchObject({ bean: 'Theirs', price: 10 });
  });

  it('come back with that change when their deletion is undone', async () => {
    const { dispatch, server, undo } = await opened();
    meanwhile(server, 'r_1', { price: 99 });
    dispatch(rowsRemoved({ ...beans, first: 0, last: 1 }));
    await later();
    expect(server.rows).toHaveLength(1);
    await undo();
    expect(server.rows.map(({ price }) => price)).toEqual([3, 99, 2]);
  });

  it('keep that change on undo', async () => {
    const { paste, server, notice, undo } = await opened();
    await paste(0, [['A', '10']]);
    meanwhile(server, 'r_1', { price: 99 });
    await undo();
    expect(notice()).toMatchObject({ kind: 'error', text: CHANGED_ELSEWHERE });
    expect(server.rows[0]).toMatchObject({ bean: 'A', price: 99 });
  });

  it('stay on undo if they were added', async () => {
    const { paste, server, notice, undo } = await opened();
    await paste(3, [['D', '4']]);
    meanwhile(server, 'r_4', { price: 99 });
    await undo();
    expect(notice()).toMatchObject({ kind: 'error', text: ADDED_STAY });
    expect(server.rows).toHaveLength(4);
  });
});

describe('rows with too many ids for one URL, the last of which somebody else changes before its request', () => {
  /** Lets somebody else change the last row right before its next deletions. */
  const meanwhile = ({ edit, rows, change }: ReturnType<typeof serverOf>, times: number) => {
    const { remove } = edit;
    let left = times;
    const raced: EditApi['remove'] = async (tab, ids, ...more) => {
      const id = rows.at(-1)?._id ?? '';
      if (ids.includes(id) && left-- > 0) change(id, { price: 99 });
      return remove(tab, ids, ...more);
    };
    Object.assign(edit, { remove: raced });
  };

  it('are all deleted; on undo the last one comes back with that change', async () => {
    const { dispatch, server, notice, undo } = await withLongIds(60);
    meanwhile(server, 1);
    dispatch(rowsRemoved({ ...beans, first: 3, last: 62 }));
    await later();
    expect(notice()).toMatchObject({ text: '60 rows deleted' });
    await undo();
    expect(server.rows).toHaveLength(63);
    expect(server.rows.at(-1)).toMatchObject({ bean: 'More 59', price: 99 });
  });

  it('are deleted in part if it is changed again and again', async () => {
    const { dispatch, server, notice } = await withLongIds(60);
    meanwhile(server, 99);
    dispatch(rowsRemoved({ ...beans, first: 3, last: 62 }));
    await later();
    const gone = 63 - server.rows.length;
    expect(gone).toBeGreaterThan(0);
    expect(notice()).toMatchObject({ detail: `${gone} of 60 rows were deleted.` });
  });

  it('stay from there on if they were added and that is undone', async () => {
    const server = serverOf();
    const { write } = server.edit;
    /** Gives added rows their name as id. */
    const keyed: EditApi['write'] = async (...given) => {
      const { revision } = await write(...given);
      const rows = server.rows.slice(3);
      for (const row of rows) Object.assign(row, { _id: row['bean'] });
      return { rows, revision };
    };
    Object.assign(server.edit, { write: keyed });
    const { paste, notice, undo } = await opened(server);
    await paste(
      3,
      Array.from({ length: 60 }, (_, n) => [`${'é'.repeat(40)} ${n}`, '7']),
    );
    meanwhile(server, 1);
    await undo();
    expect(notice()).toMatchObject({ kind: 'error', text: ADDED_STAY });
    expect(server.rows.length).toBeLessThan(63);
    expect(server.rows.at(-1)).toMatchObject({ price: 99 });
  });
});
