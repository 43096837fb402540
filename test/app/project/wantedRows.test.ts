import type { RowSlice } from '../../../src/app/project/rows/endpointApi';
import {
  rowAt,
  selectFresh,
  selectPages,
  selectQuery,
  selectRowsFailure,
  selectRowsOutdated,
  selectRowsPhase,
  selectTotalRows,
  selectTypedSearch,
} from '../../../src/app/project/rows/endpointSelectors';
import {
  addressChanged,
  cellsCopied,
  columnsReset,
  columnSwitched,
  filterAdded,
  filterRemoved,
  filtersCleared,
  rowsSeen,
  searchTyped,
  sortPressed,
  tabLeft,
  tabOpened,
  type TabName,
} from '../../../src/app/project/rows/endpointSlice';
import type { Filter } from '../../../src/app/project/rows/question';
import { projectArrived } from '../../../src/app/projects/projectsSlice';
import { createAppStore } from '../../../src/app/store';
import type { OwnerRowsAnswer, Row } from '../../../src/contract/rows';
import { projectOf, refused, signedOutError } from '../../fixtures/appState';
import { controlledCall, fakePorts } from '../../fixtures/fakePorts';

const beans: TabName = { projectId: 'k3v9', sheetId: 7 };
const origin: Filter = { column: 'origin', operator: 'eq', value: 'Kenya' };
const price: Filter = { column: 'price', operator: 'gte', value: '10' };

const answerOf = (total: number, { word = 'r', offset = 0, revision = 1 } = {}): OwnerRowsAnswer => {
  const count = Math.max(0, Math.min(100, total - offset));
  const data = Array.from({ length: count }, (_, at): Row => ({ _id: `${word}${offset + at}`, price: 1 }));
  return { columns: [], data, meta: { total, count, limit: 100, offset, revision } };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pause = (milliseconds = 60) => jest.advanceTimersByTimeAsync(milliseconds);

/** Opens the app at a tab and answers its first page. */
async function shown(place = '/projects/k3v9/beans', total = 1_000) {
  let here = place;
  const copied: string[] = [];
  const rows = controlledCall<[TabName, RowSlice], OwnerRowsAnswer>();
  const { dispatch, getState: state } = createAppStore(
    fakePorts({
      endpoint: { rows: rows.call },
      location: () => here,
      navigate: (to) => void (here = to),
      copy: async (text) => copied.push(text) > 0,
    }),
  );
  dispatch(tabLeft());
  await pause();
  dispatch(tabOpened(beans));
  rows.calls.at(-1)?.answer(answerOf(total));
  await pause();
  const stretches = () => rows.calls.map(({ args }) => args[1] as RowSlice);
  const first = () => rowAt(selectPages(state(), beans), 0)?._id;
  const go = (to: string) => {
    here = to;
    dispatch(addressChanged(beans));
  };
  return { dispatch, state, requests: rows.calls, stretches, first, copied, go, here: () => here };
}

describe('another query', () => {
  it('is requested from its first row; the previous rows stay until the response', async () => {
    const { dispatch, state, requests, stretches, first } = await shown();
    dispatch(rowsSeen({ ...beans, first: 500, last: 513 }));
    await pause();
    dispatch(filterAdded({ ...beans, filter: origin }));
    await pause();
    expect(stretches().at(-1)).toEqual({ query: 'origin=Kenya', offset: 0, limit: 100 });
    expect([first(), selectRowsOutdated(state(), beans), selectRowsPhase(state(), beans)]).toEqual([
      'r0',
      true,
      'ready',
    ]);
    requests.at(-1)?.answer(answerOf(3, { word: 'k' }));
    await pause();
    expect([first(), selectTotalRows(state(), beans), selectRowsOutdated(state(), beans)]).toEqual(['k0', 3, false]);
  });

  it('aborts requests in flight and ignores late responses', async () => {
    const { dispatch, requests, first } = await shown();
    dispatch(filterAdded({ ...beans, filter: origin }));
    dispatch(filterAdded({ ...beans, filter: price }));
    expect(requests.slice(1).map((request) => request.aborted())).toEqual([true, false]);
    requests[1]?.answer(answerOf(3, { word: 'late' }));
    requests[2]?.answer(answerOf(2, { word: 'both' }));
    await pause();
    expect(first()).toBe('both0');
  });

  it('that is rejected shows why, with the header and the filters', async () => {
    const { dispatch, state, requests } = await shown();
    dispatch(filterAdded({ ...beans, filter: { ...price, value: 'dear' } }));
    requests.at(-1)?.fail(refused(400, { detail: 'The type of price is number.' }));
    await pause();
    expect(selectRowsPhase(state(), beans)).toBe('failed');
    expect(selectRowsFailure(state(), beans)).toMatchObject({ status: 400 });
    dispatch(filterRemoved({ ...beans, place: 0 }));
    requests.at(-1)?.answer(answerOf(1_000));
    await pause();
    expect(selectRowsPhase(state(), beans)).toBe('ready');
  });

  it('sorts by a column: ascending, descending, as in the sheet', async () => {
    const { dispatch, state } = await shown();
    const press = (column: string) => dispatch(sortPressed({ ...beans, column }));
    const queries = ['price', 'price', 'price', 'price', 'name'].map((column) => {
      press(column);
      return selectQuery(state(), beans);
    });
    expect(queries).toEqual(['_sort=price', '_sort=-price', '', '_sort=price', '_sort=name']);
  });

  it('clears all filters at once and keeps the order', async () => {
    const { dispatch, state } = await shown();
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
    const { dispatch, state, stretches } = await shown();
    for (const text of ['n', 'ny', 'nye ']) {
      dispatch(searchTyped({ ...beans, text }));
      await pause(100);
    }
    expect([selectTypedSearch(state(), beans), stretches()]).toEqual([
      'nye ',
      [expect.objectContaining({ query: '' })],
    ]);
    await pause(200);
    expect(stretches().slice(1)).toEqual([{ query: '_q=nye', offset: 0, limit: 100 }]);
  });

  it('is not lost to a filter that is added meanwhile', async () => {
    const { dispatch, state } = await shown();
    dispatch(searchTyped({ ...beans, text: 'ny' }));
    dispatch(filterAdded({ ...beans, filter: origin }));
    await pause(300);
    expect(selectQuery(state(), beans)).toBe('origin=Kenya&_q=ny');
  });
});

describe('the URL of the page', () => {
  const asking = (query: string) => `/projects/k3v9/beans?query=${encodeURIComponent(query)}`;

  it('contains the query, and nothing for all rows', async () => {
    const { dispatch, here } = await shown();
    dispatch(filterAdded({ ...beans, filter: origin }));
    dispatch(columnSwitched({ ...beans, column: 'url', shown: false }));
    expect(here()).toBe(asking('origin=Kenya&_fields=-url'));
    dispatch(filtersCleared(beans));
    dispatch(columnsReset(beans));
    expect(here()).toBe('/projects/k3v9/beans');
  });

  it('is applied when the tab opens: not all rows are requested first', async () => {
    const { state, stretches } = await shown(asking('price__gte=10&_q=ny'));
    expect(stretches().map(({ query }) => query)).toEqual(['price__gte=10&_q=ny']);
    expect(selectTypedSearch(state(), beans)).toBe('ny');
  });

  it('is applied when it changes', async () => {
    const { go, stretches, here } = await shown(asking('_q=ny'));
    go('/projects/k3v9/beans');
    await pause();
    expect(stretches().map(({ query }) => query)).toEqual(['_q=ny', '']);
    expect(here()).toBe('/projects/k3v9/beans');
    go('/projects/k3v9/beans');
    await pause();
    expect(stretches()).toHaveLength(2);
  });

  it('hides columns without requesting rows again', async () => {
    const { dispatch, stretches } = await shown();
    dispatch(columnSwitched({ ...beans, column: 'url', shown: false }));
    await pause();
    expect(stretches()).toHaveLength(1);
  });
});

describe('rows that change while they are on the screen', () => {
  it('stay until the new ones arrive, whose changed cells are marked for a moment', async () => {
    const { dispatch, state, requests, first } = await shown();
    dispatch(projectArrived(projectOf({ id: 'k3v9', revision: 2 })));
    await pause();
    expect(first()).toBe('r0');
    const next = answerOf(1_000, { revision: 2 });
    requests.at(-1)?.answer({ ...next, data: next.data.map((row, at) => (at === 3 ? { ...row, price: 2 } : row)) });
    await pause(0);
    expect(selectFresh(state(), beans)).toEqual({ r3: ['price'] });
    await pause(1_200);
    expect(selectFresh(state(), beans)).toEqual({});
  });

  it('of another tab are requested once, and are not marked', async () => {
    const { dispatch, requests, stretches, first, state } = await shown();
    for (let times = 0; times < 3; times += 1) {
      dispatch(projectArrived(projectOf({ id: 'k3v9', revision: 5 })));
      await pause();
    }
    requests.at(-1)?.answer(answerOf(1_000));
    await pause();
    expect([stretches().length, first(), selectRowsOutdated(state(), beans)]).toEqual([2, 'r0', false]);
    dispatch(projectArrived(projectOf({ id: 'k3v9', revision: 5 })));
    await pause();
    expect(stretches()).toHaveLength(2);
  });
});

describe('copying', () => {
  const copy = (first: number, last: number) => cellsCopied({ ...beans, first, last, columns: ['_id', 'price'] });
  const notices = (state: ReturnType<Awaited<ReturnType<typeof shown>>['state']>) =>
    state.notices.map(({ text }) => text);

  it('copies loaded rows', async () => {
    const { dispatch, copied, stretches, state } = await shown();
    dispatch(copy(0, 1));
    await pause(0);
    expect(copied).toEqual(['r0\t1\nr1\t1']);
    expect(notices(state())).toEqual(['2 rows, 2 columns copied']);
    expect(stretches()).toHaveLength(1);
  });

  it('requests all missing rows at once', async () => {
    const { dispatch, copied, stretches, requests } = await shown();
    dispatch(copy(98, 101));
    await pause(0);
    expect(stretches().at(-1)).toEqual({ query: '', offset: 98, limit: 4 });
    requests.at(-1)?.answer({ ...answerOf(1_000), data: answerOf(1_000, { offset: 98 }).data.slice(0, 4) });
    await pause(0);
    expect(copied[0]?.split('\n')).toHaveLength(4);
  });

  it('shows that there are too many, or that the rows did not load', async () => {
    const { dispatch, copied, state, requests } = await shown();
    dispatch(copy(0, 10_000));
    dispatch(copy(0, 200));
    await pause(0);
    requests.at(-1)?.fail(refused(503));
    await pause(0);
    expect(notices(state())).toEqual([
      'Mark at most 10,000 rows to copy them.',
      'The rows could not be copied. Try again.',
    ]);
    dispatch(copy(0, 201));
    await pause(0);
    requests.at(-1)?.fail(signedOutError());
    await pause(0);
    expect([notices(state()).length, copied]).toEqual([2, []]);
  });
});
