import {
  selectPages,
  selectRowsFailure,
  selectRowsPhase,
  selectTotalRows,
} from '../../../src/app/project/rows/endpointSelectors';
import { rowsOutdated, rowsSeen, tabLeft, tabOpened } from '../../../src/app/project/rows/endpointSlice';
import { projectArrived, projectDeleted } from '../../../src/app/projects/projectsSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { networkGone, projectOf, signedOutError } from '../../fixtures/appState';
import { answerOf, beans, opened, pause, rowsApp } from './rowsWorld';

const roasters = { ...beans, sheetId: 0 };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('shows cached rows at once when a tab is opened again', async () => {
  const { dispatch, id, requested } = await opened();
  dispatch(tabOpened(roasters));
  dispatch(tabOpened(beans));
  await pause();
  expect(id(5)).toBe('r5');
  expect(requested()).toEqual(['7:0', '0:0']);
});

describe('scrolling', () => {
  it('requests each page on the screen once', async () => {
    const { dispatch, see, answer, requested, id } = await opened();
    dispatch(rowsSeen({ ...beans, first: 80, last: 120 }));
    await see(90, 130);
    await see(95, 135);
    expect(requested()).toEqual(['7:0', '7:1']);
    await answer(1, 1_000, { page: 1 });
    expect([id(99), id(100)]).toEqual(['r99', 'r100']);
    await see(100, 150);
    expect(requested()).toHaveLength(2);
  });

  it('does not request pages beyond the last row', async () => {
    const { see, requested } = await opened(150);
    await see(90, 400);
    expect(requested()).toEqual(['7:0', '7:1']);
  });

  it('does not request every page that it passes fast', async () => {
    const { dispatch, requested } = await opened(100_000);
    for (let row = 1_000; row <= 90_000; row += 1_000) {
      dispatch(rowsSeen({ ...beans, first: row, last: row + 20 }));
      await pause(1);
    }
    await pause();
    expect(requested()).toHaveLength(4);
    expect([requested()[1], requested().at(-1)]).toEqual(['7:10', '7:900']);
  });

  it('requests later pages before the first one has arrived', async () => {
    const { dispatch, answer, see, requested } = await rowsApp();
    dispatch(tabOpened(beans));
    await see(0, 130);
    expect(requested()).toEqual(['7:0', '7:1']);
    await answer(0);
    expect(requested()).toEqual(['7:0', '7:1']);
  });

  it('keeps the nearest pages and reloads the others', async () => {
    const { see, answer, id, state, requested } = await opened(10_000);
    for (let page = 1; page <= 30; page++) {
      await see(page * 100, page * 100 + 20);
      await answer(page, 10_000, { page });
    }
    expect(Object.keys(selectPages(state(), beans))).toHaveLength(30);
    expect(id(0)).toBeUndefined();
    await see(0, 20);
    expect(requested().at(-1)).toBe('7:0');
  });

  it('does not evict a page on the screen', async () => {
    const { see, answer, id } = await opened(10_000);
    for (let page = 1; page <= 30; page++) {
      await see(0, page * 100 + 20);
      await answer(page, 10_000, { page });
    }
    expect(id(3_020)).toBe('r3020');
  });
});

describe('another tab', () => {
  it('aborts the requests of the first and ignores late responses', async () => {
    const { dispatch, requests, answer, requested, id, state } = await rowsApp();
    dispatch(tabOpened(beans));
    dispatch(tabOpened(roasters));
    expect(requests.map((request) => request.aborted())).toEqual([true, false]);
    await answer(0);
    await answer(1, 3);
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

it.each([
  ['the page', tabLeft()],
  ['the session', sessionEnded({ byChoice: false })],
])('leaving %s aborts requests in flight', async (_what, event) => {
  const { dispatch, requests, answer, state } = await rowsApp();
  dispatch(tabOpened(beans));
  dispatch(event);
  expect(requests[0]?.aborted()).toBe(true);
  await answer(0);
  expect(selectTotalRows(state(), beans)).toBe(0);
});

describe('a page that fails to load', () => {
  it('keeps the loaded rows if it is a later page, and is not reloaded by scrolling', async () => {
    const { see, fail, state, id, requested } = await opened();
    await see(80, 120);
    await fail(1, networkGone());
    await see(81, 121);
    expect(selectRowsPhase(state(), beans)).toBe('ready');
    expect(selectRowsFailure(state(), beans)?.kind).toBe('network');
    expect(id(99)).toBe('r99');
    expect(requested()).toEqual(['7:0', '7:1']);
  });

  it('shows no error after a 401', async () => {
    const { dispatch, fail, state } = await rowsApp();
    dispatch(tabOpened(beans));
    await fail(0, signedOutError());
    expect(selectRowsPhase(state(), beans)).toBe('loading');
  });
});

describe('a newer revision', () => {
  it('is not requested if the project is unchanged', async () => {
    const { dispatch, requested } = await opened();
    dispatch(projectArrived(projectOf({ id: 'k3v9', revision: 1 })));
    dispatch(projectArrived(projectOf({ id: 'other', revision: 2 })));
    await pause();
    expect(requested()).toEqual(['7:0']);
  });

  it('that arrives with a page replaces the older pages', async () => {
    const { see, answer, requested, id } = await opened();
    await see(80, 120);
    await answer(1, 1_000, { page: 1, revision: 2 });
    expect(id(100)).toBe('r100');
    expect(id(99)).toBeUndefined();
    expect(requested()).toEqual(['7:0', '7:1', '7:0']);
  });

  it('is never replaced by a page of an older revision', async () => {
    const { see, answer, requested, id, state } = await opened();
    await see(180, 220);
    await answer(1, 1_000, { page: 1, revision: 2 });
    await answer(2, 999, { page: 2 });
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

it('rows that were deleted while the page was being requested are requested again', async () => {
  const { dispatch, requests, answer, id } = await opened(2);
  dispatch(rowsOutdated(beans));
  await pause();
  dispatch(rowsOutdated(beans));
  requests[1]?.answer(answerOf(2, { revision: 2 }));
  await pause();
  expect(requests).toHaveLength(3);
  await answer(2, 1, { revision: 3, word: 'left' });
  expect(id(0)).toBe('left0');
});
