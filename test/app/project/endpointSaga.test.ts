import { testSaga } from 'redux-saga-test-plan';
import { takeLatest } from 'redux-saga/effects';
import type { Column, OwnerRowsAnswer, Row } from '../../../src/contract/rows';
import {
  rowAt,
  selectColumns,
  selectPages,
  selectRowsFailure,
  selectRowsPhase,
  selectTotalRows,
} from '../../../src/app/project/rows/endpointSelectors';
import type { RowSlice } from '../../../src/app/project/rows/endpointApi';
import { endpointSaga, serveTab } from '../../../src/app/project/rows/endpointSaga';
import { rowsRetried, rowsSeen, tabLeft, tabOpened, type TabName } from '../../../src/app/project/rows/endpointSlice';
import { projectArrived, projectDeleted } from '../../../src/app/projects/projectsSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, projectOf, refused, signedOutError } from '../../fixtures/appState';
import { controlledCall, fakePorts } from '../../fixtures/fakePorts';

const beans: TabName = { projectId: 'k3v9', sheetId: 7 };
const roasters: TabName = { projectId: 'k3v9', sheetId: 0 };
const columns: Column[] = [
  {
    key: 'name',
    header: 'name',
    slug: 'name',
    type: 'text',
    nullable: false,
    unique: true,
    examples: ['x'],
    cell: 'A1',
  },
];

const pageOf = (page: number, total = 1_000, revision = 1): OwnerRowsAnswer => {
  const count = Math.max(0, Math.min(100, total - page * 100));
  const data = Array.from({ length: count }, (_, index): Row => ({ _id: `r${page * 100 + index}`, revision }));
  return { columns, data, meta: { total, count, limit: 100, offset: page * 100, revision } };
};

/** Runs everything up to the next check of the visible rows. */
const look = () => jest.advanceTimersByTimeAsync(60);

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** The app with the rows' saga loaded. */
async function grid() {
  const rows = controlledCall<[TabName, RowSlice], OwnerRowsAnswer>();
  const { dispatch, getState: state } = createAppStore(fakePorts({ endpoint: { rows: rows.call } }));
  dispatch(tabLeft());
  await look();
  const requested = () =>
    rows.calls.map(({ args: [tab, stretch] }) => `${(tab as TabName).sheetId}:${(stretch as RowSlice).offset / 100}`);
  const id = (index: number, tab = beans) => rowAt(selectPages(state(), tab), index)?._id;
  const see = (first: number, last: number, tab = beans) => dispatch(rowsSeen({ ...tab, first, last }));
  return { dispatch, state, requests: rows.calls, requested, id, see };
}

async function opened(total?: number) {
  const world = await grid();
  world.dispatch(tabOpened(beans));
  world.requests[0]?.answer(pageOf(0, total));
  await look();
  return world;
}

it('takes the latest tab', () => {
  testSaga(endpointSaga).next().is(takeLatest(tabOpened, serveTab)).next().isDone();
});

describe('opening a tab', () => {
  it('requests its first page, which has columns and total', async () => {
    const { dispatch, state, requests, requested, id } = await grid();
    dispatch(tabOpened(beans));
    expect(requested()).toEqual(['7:0']);
    expect(selectRowsPhase(state(), beans)).toBe('loading');
    expect(id(0)).toBeUndefined();
    requests[0]?.answer(pageOf(0, 212));
    await look();
    expect(selectRowsPhase(state(), beans)).toBe('ready');
    expect(selectColumns(state(), beans)).toEqual(columns);
    expect(selectTotalRows(state(), beans)).toBe(212);
    expect([id(0), id(99), id(100)]).toEqual(['r0', 'r99', undefined]);
  });

  it('without rows is ready and empty', async () => {
    const { state, see, requested } = await opened(0);
    expect(selectRowsPhase(state(), beans)).toBe('ready');
    expect(selectTotalRows(state(), beans)).toBe(0);
    see(0, 30);
    await look();
    expect(requested()).toEqual(['7:0']);
  });

  it('shows cached rows at once when it is opened again', async () => {
    const { dispatch, id, requested } = await opened();
    dispatch(tabOpened(roasters));
    dispatch(tabOpened(beans));
    await look();
    expect(id(5)).toBe('r5');
    expect(requested()).toEqual(['7:0', '0:0']);
  });
});

describe('scrolling', () => {
  it('requests each page on the screen once', async () => {
    const { see, requests, requested, id } = await opened();
    see(80, 120);
    see(90, 130);
    await look();
    see(95, 135);
    await look();
    expect(requested()).toEqual(['7:0', '7:1']);
    requests[1]?.answer(pageOf(1));
    await look();
    expect([id(99), id(100)]).toEqual(['r99', 'r100']);
    see(100, 150);
    await look();
    expect(requested()).toHaveLength(2);
  });

  it('does not request pages beyond the last row', async () => {
    const { see, requested } = await opened(150);
    see(90, 400);
    await look();
    expect(requested()).toEqual(['7:0', '7:1']);
  });

  it('does not request every page that it passes fast', async () => {
    const { see, requested } = await opened(100_000);
    for (let row = 1_000; row <= 90_000; row += 1_000) {
      see(row, row + 20);
      await jest.advanceTimersByTimeAsync(1);
    }
    await look();
    expect(requested()).toHaveLength(4);
    expect([requested()[1], requested().at(-1)]).toEqual(['7:10', '7:900']);
  });

  it('requests more pages once the first one has loaded', async () => {
    const { dispatch, requests, see, requested } = await grid();
    dispatch(tabOpened(beans));
    see(0, 130);
    await look();
    expect(requested()).toEqual(['7:0', '7:1']);
    requests[0]?.answer(pageOf(0));
    await look();
    expect(requested()).toEqual(['7:0', '7:1']);
  });

  it('keeps the nearest pages and reloads the others', async () => {
    const { see, requests, id, state, requested } = await opened(10_000);
    for (let page = 1; page <= 30; page++) {
      see(page * 100, page * 100 + 20);
      await look();
      requests[page]?.answer(pageOf(page, 10_000));
      await look();
    }
    expect(Object.keys(selectPages(state(), beans))).toHaveLength(30);
    expect(id(0)).toBeUndefined();
    see(0, 20);
    await look();
    expect(requested().at(-1)).toBe('7:0');
  });

  it('does not evict a page on the screen', async () => {
    const { see, requests, id } = await opened(10_000);
    for (let page = 1; page <= 30; page++) {
      see(0, page * 100 + 20);
      await look();
      requests[page]?.answer(pageOf(page, 10_000));
      await look();
    }
    expect(id(3_020)).toBe('r3020');
  });
});

describe('another tab', () => {
  it('aborts the requests of the first and ignores late responses', async () => {
    const { dispatch, requests, requested, id, state } = await grid();
    dispatch(tabOpened(beans));
    dispatch(tabOpened(roasters));
    expect(requests.map((request) => request.aborted())).toEqual([true, false]);
    requests[0]?.answer(pageOf(0));
    requests[1]?.answer(pageOf(0, 3));
    await look();
    expect(id(0)).toBeUndefined();
    expect(selectTotalRows(state(), roasters)).toBe(3);
    dispatch(tabOpened(beans));
    expect(requested()).toEqual(['7:0', '0:0', '7:0']);
  });

  it('is one of five cached tabs', async () => {
    const { dispatch, state } = await opened();
    for (let sheetId = 10; sheetId < 15; sheetId++) dispatch(tabOpened({ ...beans, sheetId }));
    expect(Object.keys(state().endpoint?.tabs ?? {})).toEqual(['k3v9/10', 'k3v9/11', 'k3v9/12', 'k3v9/13', 'k3v9/14']);
  });
});

describe('leaving', () => {
  it.each([
    ['the page', tabLeft()],
    ['the session', sessionEnded({ byChoice: false })],
  ])('%s aborts requests in flight', async (_what, event) => {
    const { dispatch, requests, state } = await grid();
    dispatch(tabOpened(beans));
    dispatch(event);
    expect(requests[0]?.aborted()).toBe(true);
    requests[0]?.answer(pageOf(0));
    await look();
    expect(selectTotalRows(state(), beans)).toBe(0);
  });
});

describe('a page that fails to load', () => {
  it('shows why in place of the rows, and is loaded on "Try again"', async () => {
    const { dispatch, requests, state, requested } = await grid();
    dispatch(tabOpened(beans));
    requests[0]?.fail(refused(503, { detail: 'Busy.' }));
    await look();
    expect(selectRowsPhase(state(), beans)).toBe('failed');
    expect(selectRowsFailure(state(), beans)).toMatchObject({ status: 503, body: { detail: 'Busy.' } });
    expect(requested()).toEqual(['7:0']);
    dispatch(rowsRetried(beans));
    await look();
    expect(selectRowsPhase(state(), beans)).toBe('loading');
    requests[1]?.answer(pageOf(0));
    await look();
    expect(selectRowsPhase(state(), beans)).toBe('ready');
    expect(selectRowsFailure(state(), beans)).toBeUndefined();
  });

  it('keeps the loaded rows if it is a later page, and is not reloaded by scrolling', async () => {
    const { see, requests, state, id, requested } = await opened();
    see(80, 120);
    await look();
    requests[1]?.fail(networkGone());
    await look();
    see(81, 121);
    await look();
    expect(selectRowsPhase(state(), beans)).toBe('ready');
    expect(selectRowsFailure(state(), beans)?.kind).toBe('network');
    expect(id(99)).toBe('r99');
    expect(requested()).toEqual(['7:0', '7:1']);
  });

  it('shows no error after a 401', async () => {
    const { dispatch, requests, state } = await grid();
    dispatch(tabOpened(beans));
    requests[0]?.fail(signedOutError());
    await look();
    expect(selectRowsPhase(state(), beans)).toBe('loading');
  });
});

describe('a newer revision', () => {
  it('is requested when the project names it', async () => {
    const { dispatch, requests, requested, state } = await opened();
    dispatch(projectArrived(projectOf({ id: 'k3v9', revision: 2 })));
    await look();
    expect(requested()).toEqual(['7:0', '7:0']);
    requests[1]?.answer(pageOf(0, 1_001, 2));
    await look();
    expect(selectTotalRows(state(), beans)).toBe(1_001);
  });

  it('is not requested if the project is unchanged', async () => {
    const { dispatch, requested } = await opened();
    dispatch(projectArrived(projectOf({ id: 'k3v9', revision: 1 })));
    dispatch(projectArrived(projectOf({ id: 'other', revision: 2 })));
    await look();
    expect(requested()).toEqual(['7:0']);
  });

  it('that arrives with a page replaces the older pages', async () => {
    const { see, requests, requested, id } = await opened();
    see(80, 120);
    await look();
    requests[1]?.answer(pageOf(1, 1_000, 2));
    await look();
    expect(id(100)).toBe('r100');
    expect(id(99)).toBeUndefined();
    expect(requested()).toEqual(['7:0', '7:1', '7:0']);
  });

  it('is never replaced by a page of an older revision', async () => {
    const { see, requests, requested, id, state } = await opened();
    see(180, 220);
    await look();
    requests[1]?.answer(pageOf(1, 1_000, 2));
    await look();
    requests[2]?.answer(pageOf(2, 999, 1));
    await look();
    expect(selectTotalRows(state(), beans)).toBe(1_000);
    expect([id(180), id(200)]).toEqual(['r180', undefined]);
    expect(requested().at(-1)).toBe('7:2');
  });
});

it('clears the rows of a deleted project', async () => {
  const { dispatch, state } = await opened();
  dispatch(projectDeleted({ projectId: 'k3v9' }));
  expect(state().endpoint).toEqual({ tabs: {}, newestRevisions: {}, look: 'table' });
});
