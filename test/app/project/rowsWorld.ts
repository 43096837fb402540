import { rowAt, selectPages } from '../../../src/app/project/rows/endpointSelectors';
import type { RowSlice } from '../../../src/app/project/rows/endpointApi';
import {
  addressChanged,
  rowsSeen,
  tabLeft,
  tabOpened,
  type TabName,
} from '../../../src/app/project/rows/endpointSlice';
import { createAppStore } from '../../../src/app/store';
import type { OwnerRowsAnswer, Row } from '../../../src/contract/rows';
import { controlledCall, fakePorts } from '../../fixtures/fakePorts';

export const beans: TabName = { projectId: 'k3v9', sheetId: 7 };

/** A page of the rows of a tab; each row has its number after `word` as its id. */
export function answerOf(total = 1_000, { page = 0, revision = 1, word = 'r' } = {}): OwnerRowsAnswer {
  const offset = page * 100;
  const count = Math.max(0, Math.min(100, total - offset));
  const data = Array.from({ length: count }, (_, at): Row => ({ _id: `${word}${offset + at}`, price: 1 }));
  return { columns: [], data, meta: { total, count, limit: 100, offset, revision } };
}

/** By default until after the next check of the visible rows. */
export const pause = (milliseconds = 60) => jest.advanceTimersByTimeAsync(milliseconds);

/** The app without views, with the saga of rows loaded; tests answer its requests. */
export async function rowsApp(place = '/projects/k3v9/beans') {
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
  const slices = () => rows.calls.map(({ args }) => args[1] as RowSlice);
  /** The requested pages, each after its tab. */
  const requested = () =>
    rows.calls.map(({ args: [tab] }, at) => `${(tab as TabName).sheetId}:${slices()[at]!.offset / 100}`);
  const id = (index: number) => rowAt(selectPages(state(), beans), index)?._id;
  /** Scrolls to rows, and waits until their pages are requested. */
  const see = async (first: number, last: number) => {
    dispatch(rowsSeen({ ...beans, first, last }));
    await pause();
  };
  const answer = async (request: number, ...given: Parameters<typeof answerOf>) => {
    rows.calls.at(request)?.answer(answerOf(...given));
    await pause();
  };
  const fail = async (request: number, error: Error) => {
    rows.calls.at(request)?.fail(error);
    await pause();
  };
  const go = async (to: string) => {
    here = to;
    dispatch(addressChanged(beans));
    await pause();
  };
  const made = { dispatch, state, requests: rows.calls, slices, requested, copied, here: () => here };
  return { ...made, id, see, answer, fail, go };
}

/** Opens a tab and answers its first page. */
export async function opened(total?: number, place?: string) {
  const app = await rowsApp(place);
  app.dispatch(tabOpened(beans));
  await app.answer(-1, total);
  return app;
}
