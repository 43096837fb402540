import { idsQuery } from '../../../../src/contract/idsQuery';
import type { OwnerRowsAnswer, Row } from '../../../../src/contract/rows';
import type { RowSlice } from '../../../../src/app/project/rows/endpointApi';
import { rowAt, selectPages, selectTotalRows } from '../../../../src/app/project/rows/endpointSelectors';
import { tabOpened, type TabName } from '../../../../src/app/project/rows/endpointSlice';
import { draftMachine, type Values } from '../../../../src/app/project/edit/draftMachine';
import { selectDraft } from '../../../../src/app/project/edit/editSelectors';
import {
  cellKey,
  cellsPasted,
  editingOpened,
  editSlice,
  undoPressed,
} from '../../../../src/app/project/edit/editSlice';
import type { editApi, WrittenRows } from '../../../../src/app/project/edit/editApi';
import { selectNotices } from '../../../../src/app/notices/noticesSlice';
import { rootReducer } from '../../../../src/app/rootReducer';
import { sessionArrived } from '../../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../../src/app/store';
import { columnOf, mara, networkGone, refused } from '../../../fixtures/appState';
import { fakePorts } from '../../../fixtures/fakePorts';

export type EditApi = ReturnType<typeof editApi>;

editSlice.injectInto(rootReducer);

export const beans: TabName = { projectId: 'k3v9', sheetId: 7 };
const { draftBegun, draftCommitted, textTyped } = draftMachine.actions;

/** The first page of all rows. */
export const EVERY: RowSlice = { query: '', offset: 0, limit: 100 };

export const abc = {
  detail: 'price holds numbers.',
  errors: [{ field: 'price', detail: '“abc” is not one of them.' }],
};

/** Maximum length of a query that every server accepts. */
const MAX_QUERY_LENGTH = 7_000;

/** An in-memory server with one tab; each write throws the next of `fails`. */
export function serverOf() {
  let next = 4;
  const state = { revision: 1, fails: [] as (Error | undefined)[], calls: [] as string[], losesAnswers: false };
  const rows: Row[] = [1, 2, 3].map((n) => ({ _id: `r_${n}`, bean: `Bean ${n}`, price: n, _row: n + 1 }));
  const columns = [columnOf('bean', 'text'), columnOf('price', 'number')];
  const find = (id: string) => rows.findIndex(({ _id }) => _id === id);
  const tagOf = (row: Row) => JSON.stringify(row);
  const fail = (call: string) => {
    state.calls.push(call);
    const error = state.fails.shift();
    if (error !== undefined) throw error;
    state.revision += 1;
  };
  /** Revision of the last change, by row. */
  const changedAt = new Map<string, number>();
  const change = (id: string, values: Values) => {
    changedAt.set(id, (state.revision += 1));
    return (rows[find(id)] = { ...rows[find(id)], ...values } as Row);
  };
  const refuseChangedSince = (readAt: number | undefined, ids: readonly unknown[]) => {
    const isChanged = (id: unknown) => (changedAt.get(String(id)) ?? 0) > (readAt ?? Infinity);
    if (ids.some(isChanged)) throw refused(409, { code: 'row_changed' });
  };
  const make = (values: Values) => {
    const row = { bean: null, price: null, ...values, _id: `r_${next}`, _row: next + 1 } as Row;
    next += 1;
    rows.push(row);
    return row;
  };
  /** Responses by idempotency key. */
  const answers = new Map<string, { readonly body: string; readonly answer: WrittenRows }>();
  const edit: EditApi = {
    one: async (_tab, id) => ({ row: rows[find(id)] as Row, etag: tagOf(rows[find(id)] as Row) }),
    async change(_tab, { row, etag }, values) {
      if (tagOf(rows[find(row._id)] as Row) !== etag) throw refused(412);
      fail(`change ${row._id} ${JSON.stringify(values)}`);
      return { rows: [change(row._id, values)], revision: state.revision };
    },
    async write(_tab, given, attempt, readAt) {
      const known = answers.get(attempt);
      if (known !== undefined && known.body !== JSON.stringify(given)) throw refused(422, { detail: 'Key reused.' });
      if (known !== undefined) return known.answer;
      const ids = given.map(({ _id }) => _id);
      refuseChangedSince(readAt, ids);
      fail(`write ${given.length}`);
      const written = given.map(({ _id, ...values }) => (_id ? change(String(_id), values) : make(values)));
      const answer = { rows: written, revision: state.revision };
      answers.set(attempt, { body: JSON.stringify(given), answer });
      if (state.losesAnswers) throw networkGone();
      return answer;
    },
    async add(_tab, values) {
      fail(`add ${JSON.stringify(values)}`);
      return { rows: [make(values)], revision: state.revision };
    },
    async remove(_tab, ids, readAt) {
      refuseChangedSince(readAt, ids);
      fail(ids.length > 9 ? `remove ${ids.length}` : `remove ${ids.join(',')}`);
      if (idsQuery(ids).length > MAX_QUERY_LENGTH) throw refused(431);
      for (const id of ids) rows.splice(find(id), 1);
      if (state.losesAnswers) throw networkGone();
    },
  };
  const read = async (_tab: TabName, { query, offset, limit }: RowSlice): Promise<OwnerRowsAnswer> => {
    if (query.length > MAX_QUERY_LENGTH) throw refused(431);
    const ids = decodeURIComponent(/_id__in=([^&]*)/.exec(query)?.[1] ?? '').split(',');
    const found = query === '' ? rows.slice(offset, offset + limit) : rows.filter(({ _id }) => ids.includes(_id));
    const meta = { total: rows.length, count: found.length, limit, offset, revision: state.revision };
    return {
      data: found.map((row) => ({ ...row })),
      meta,
      columns: [...columns],
      locked: [{ key: 'bean', why: 'formula', runs: [4, 4] }],
    };
  };
  return { state, rows, columns, change, edit, read };
}

export const later = (milliseconds = 200) => jest.advanceTimersByTimeAsync(milliseconds);

export async function opened(server = serverOf()) {
  const { dispatch, getState: state } = createAppStore(
    fakePorts({ edit: server.edit, endpoint: { rows: server.read } }),
  );
  dispatch(sessionArrived(mara));
  dispatch(editingOpened(beans));
  dispatch(tabOpened(beans));
  await later();
  const priceOf = (id: string) => ({ ...beans, key: cellKey(id, 'price') });
  const type = (id: string, text: string, before: number) => {
    const draft = { rowId: id, texts: { price: String(before) }, before: { price: before } };
    dispatch(draftBegun({ ...priceOf(id), draft }));
    dispatch(textTyped({ ...priceOf(id), column: 'price', text }));
  };
  const write = async (id: string, text: string, before: number) => {
    type(id, text, before);
    dispatch(draftCommitted(priceOf(id)));
    await later();
  };
  const draft = (id: string) => selectDraft(state(), beans, cellKey(id, 'price'));
  const shown = () =>
    Array.from({ length: selectTotalRows(state(), beans) }, (_, at) => rowAt(selectPages(state(), beans), at));
  const notice = () => selectNotices(state()).at(-1);
  const paste = async (first: number, texts: readonly (readonly string[])[]) => {
    dispatch(cellsPasted({ ...beans, first, columns: ['bean', 'price'], texts, verb: 'pasted' }));
    await later();
  };
  const undo = async () => {
    dispatch(undoPressed(beans));
    await later();
  };
  return { ...{ dispatch, state, server, priceOf, type, write, draft, shown, notice, paste, undo } };
}

/** Adds `count` rows with long ids, as from a key column. */
export function withLongIds(count: number) {
  const server = serverOf();
  const idOf = (n: number) => `https://example.org/${'é'.repeat(40)}/${n}`;
  const more = Array.from({ length: count }, (_, n) => ({ _id: idOf(n), bean: `More ${n}`, price: n, _row: n + 5 }));
  server.rows.push(...more);
  return opened(server);
}
