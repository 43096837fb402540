import {
  selectFresh,
  selectQuery,
  selectRowsFailure,
  selectRowsOutdated,
  selectRowsPhase,
  selectTotalRows,
  selectTypedSearch,
} from '../../../src/app/project/rows/endpointSelectors';
import {
  cellsCopied,
  filterAdded,
  filterRemoved,
  filtersCleared,
  searchTyped,
  sortPressed,
  tabLeft,
  tabOpened,
} from '../../../src/app/project/rows/endpointSlice';
import type { Filter } from '../../../src/app/project/rows/question';
import { projectArrived } from '../../../src/app/projects/projectsSlice';
import { projectOf, refused, signedOutError } from '../../fixtures/appState';
import { answerOf, beans, opened, pause } from './rowsWorld';

const origin: Filter = { column: 'origin', operator: 'eq', value: 'Kenya' };
const price: Filter = { column: 'price', operator: 'gte', value: '10' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('another query', () => {
  it('is requested from its first row; the previous rows stay until the response', async () => {
    const { dispatch, state, see, answer, slices, id } = await opened();
    await see(500, 513);
    dispatch(filterAdded({ ...beans, filter: origin }));
    await pause();
    expect(slices().at(-1)).toEqual({ query: 'origin=Kenya', offset: 0, limit: 100 });
    expect([id(0), selectRowsOutdated(state(), beans), selectRowsPhase(state(), beans)]).toEqual(['r0', true, 'ready']);
    await answer(-1, 3, { word: 'k' });
    expect([id(0), selectTotalRows(state(), beans), selectRowsOutdated(state(), beans)]).toEqual(['k0', 3, false]);
  });

  it('aborts requests in flight and ignores late responses', async () => {
    const { dispatch, requests, answer, id } = await opened();
    dispatch(filterAdded({ ...beans, filter: origin }));
    dispatch(filterAdded({ ...beans, filter: price }));
    expect(requests.slice(1).map((request) => request.aborted())).toEqual([true, false]);
    await answer(1, 3, { word: 'late' });
    await answer(2, 2, { word: 'both' });
    expect(id(0)).toBe('both0');
  });

  it('replaces one that was rejected', async () => {
    const { dispatch, state, answer, fail } = await opened();
    dispatch(filterAdded({ ...beans, filter: { ...price, value: 'dear' } }));
    await fail(-1, refused(400));
    expect(selectRowsFailure(state(), beans)).toMatchObject({ status: 400 });
    dispatch(filterRemoved({ ...beans, place: 0 }));
    await answer(-1);
    expect(selectRowsPhase(state(), beans)).toBe('ready');
  });

  it('clears all filters at once and keeps the order', async () => {
    const { dispatch, state } = await opened();
    dispatch(filterAdded({ ...beans, filter: origin }));
    dispatch(sortPressed({ ...beans, column: 'price' }));
    dispatch(searchTyped({ ...beans, text: 'ny' }));
    await pause(300);
    dispatch(filtersCleared(beans));
    expect([selectQuery(state(), beans), selectTypedSearch(state(), beans)]).toEqual(['_sort=price', '']);
  });
});

describe('the search', () => {
  it('is requested once after a pause in typing', async () => {
    const { dispatch, state, slices } = await opened();
    for (const text of ['n', 'ny', 'nye ']) {
      dispatch(searchTyped({ ...beans, text }));
      await pause(100);
    }
    expect(selectTypedSearch(state(), beans)).toBe('nye ');
    expect(slices()).toHaveLength(1);
    await pause(200);
    expect(slices().slice(1)).toEqual([{ query: '_q=nye', offset: 0, limit: 100 }]);
  });

  it('is not lost if the tab is left before the pause', async () => {
    const { dispatch, state } = await opened();
    dispatch(searchTyped({ ...beans, text: 'ny' }));
    dispatch(tabLeft());
    await pause(300);
    dispatch(tabOpened(beans));
    await pause();
    expect([selectTypedSearch(state(), beans), selectQuery(state(), beans)]).toEqual(['ny', '_q=ny']);
  });

  it('is not lost to a filter that is added meanwhile', async () => {
    const { dispatch, state } = await opened();
    dispatch(searchTyped({ ...beans, text: 'ny' }));
    dispatch(filterAdded({ ...beans, filter: origin }));
    await pause(300);
    expect(selectQuery(state(), beans)).toBe('origin=Kenya&_q=ny');
  });
});

describe('the query in the URL of the page', () => {
  it('is applied when the tab opens: not all rows are requested first', async () => {
    const query = 'price__gte=10&_q=ny';
    const { state, slices } = await opened(3, `/projects/k3v9/beans?query=${encodeURIComponent(query)}`);
    expect(slices().map((slice) => slice.query)).toEqual([query]);
    expect(selectTypedSearch(state(), beans)).toBe('ny');
  });

  it('is applied when it changes', async () => {
    const { go, slices, here } = await opened(3, '/projects/k3v9/beans?query=_q%3Dny');
    for (let times = 0; times < 2; times += 1) {
      await go('/projects/k3v9/beans');
      expect(slices().map(({ query }) => query)).toEqual(['_q=ny', '']);
    }
    expect(here()).toBe('/projects/k3v9/beans');
  });
});

describe('rows that change while they are on the screen', () => {
  it('stay until the new ones arrive, whose changed cells are marked for a moment', async () => {
    const { dispatch, state, requests, id } = await opened();
    dispatch(projectArrived(projectOf({ id: 'k3v9', revision: 2 })));
    await pause();
    expect(id(0)).toBe('r0');
    const next = answerOf(1_000, { revision: 2 });
    requests.at(-1)?.answer({ ...next, data: next.data.map((row, at) => (at === 3 ? { ...row, price: 2 } : row)) });
    await pause(0);
    expect(selectFresh(state(), beans)).toEqual({ r3: ['price'] });
    await pause(1_200);
    expect(selectFresh(state(), beans)).toEqual({});
  });

  it('of another tab are requested once, and are not marked', async () => {
    const { dispatch, answer, slices, id, state } = await opened();
    const arrive = async () => {
      dispatch(projectArrived(projectOf({ id: 'k3v9', revision: 5 })));
      await pause();
    };
    for (let times = 0; times < 3; times += 1) await arrive();
    await answer(-1);
    expect([slices().length, id(0), selectRowsOutdated(state(), beans)]).toEqual([2, 'r0', false]);
    await arrive();
    expect(slices()).toHaveLength(2);
  });
});

describe('copying', () => {
  const copy = (first: number, last: number) => cellsCopied({ ...beans, first, last, columns: ['_id', 'price'] });

  it('copies loaded rows, and requests all missing ones at once', async () => {
    const { dispatch, copied, slices, requests } = await opened();
    dispatch(copy(0, 1));
    await pause(0);
    expect([copied.splice(0), slices().length]).toEqual([['r0\t1\nr1\t1'], 1]);
    dispatch(copy(98, 101));
    await pause(0);
    expect(slices().at(-1)).toEqual({ query: '', offset: 98, limit: 4 });
    requests.at(-1)?.answer({ ...answerOf(), data: answerOf().data.slice(0, 4) });
    await pause(0);
    expect(copied).toEqual(['r0\t1\nr1\t1\nr2\t1\nr3\t1']);
  });

  it('shows that there are too many, or that the rows did not load', async () => {
    const { dispatch, copied, state, fail } = await opened();
    const notices = () => state().notices.map(({ text }) => text);
    dispatch(copy(0, 10_000));
    dispatch(copy(0, 200));
    await pause(0);
    await fail(-1, refused(503));
    expect(notices()).toEqual(['Mark at most 10,000 rows to copy them.', 'The rows could not be copied. Try again.']);
    dispatch(copy(0, 201));
    await pause(0);
    await fail(-1, signedOutError());
    expect([notices().length, copied]).toEqual([2, []]);
  });
});
