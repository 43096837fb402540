import type { AxiosInstance } from 'axios';
import { apiPaths, idsQuery } from '../../../contract/paths';
import type { Row } from '../../../contract/rows';
import { answerWith, isList, isRecord } from '../../http/answer';
import type { TabName } from '../rows/rowsState';
import type { Values } from './draftMachine';

/** A row, and the tag that a write of it may ask for. */
export interface TaggedRow {
  readonly row: Row;
  readonly etag: string;
}

/** Rows after a write of them. */
export interface WrittenRows {
  readonly rows: readonly Row[];
  readonly revision: number;
}

/** Writes rows of a tab for the project's owner, as the data API does. */
export interface EditApi {
  readonly one: (tab: TabName, id: string, signal: AbortSignal) => Promise<TaggedRow>;
  /** Changes a row that is still what its tag says; else the server answers 412. */
  readonly change: (tab: TabName, row: TaggedRow, values: Values, signal: AbortSignal) => Promise<WrittenRows>;
  /**
   * Changes the rows that name their `_id` and adds the others, all or nothing.
   *
   * @param attempt names the request: a repeat with the same name adds nothing
   */
  readonly write: (tab: TabName, rows: readonly Values[], attempt: string, signal: AbortSignal) => Promise<WrittenRows>;
  /** Adds one row; what is wrong is told by the names of its columns. */
  readonly add: (tab: TabName, row: Values, attempt: string, signal: AbortSignal) => Promise<WrittenRows>;
  readonly remove: (tab: TabName, ids: readonly string[], signal: AbortSignal) => Promise<void>;
}

/** Milliseconds that a write may take: one that goes through to Google takes longer than a read. */
const WRITE_TIMEOUT = 60_000;

const part = encodeURIComponent;

/** An id in an address: one that begins with `_` has one more. */
const idPart = (id: string) => part(id.startsWith('_') ? `_${id}` : id);

const urlOf = ({ projectId, sheetId }: TabName, rest = '') => apiPaths.projectTabRows(projectId, sheetId) + rest;

function writtenIn(data: unknown): WrittenRows {
  const answer = answerWith<{ data: Row | readonly Row[]; meta: { revision: number } }>(data, { meta: isRecord });
  return { rows: isList(answer.data) ? answer.data : [answer.data], ...answer.meta };
}

export const editApi = (http: AxiosInstance): EditApi => ({
  async one(tab, id, signal) {
    const { data, headers } = await http.get<unknown>(urlOf(tab, `/${idPart(id)}`), { signal });
    return { row: answerWith<{ data: Row }>(data, { data: isRecord }).data, etag: String(headers.etag) };
  },
  async change(tab, { row, etag }, values, signal) {
    const options = { signal, timeout: WRITE_TIMEOUT, headers: { 'If-Match': etag } };
    return writtenIn((await http.patch<unknown>(urlOf(tab, `/${idPart(row._id)}`), values, options)).data);
  },
  async write(tab, rows, attempt, signal) {
    const options = { signal, timeout: WRITE_TIMEOUT, headers: { 'Idempotency-Key': attempt } };
    return writtenIn((await http.post<unknown>(urlOf(tab, '?_upsert=_id'), rows, options)).data);
  },
  async add(tab, row, attempt, signal) {
    const options = { signal, timeout: WRITE_TIMEOUT, headers: { 'Idempotency-Key': attempt } };
    return writtenIn((await http.post<unknown>(urlOf(tab), row, options)).data);
  },
  async remove(tab, ids, signal) {
    const url = urlOf(tab, `?${idsQuery(ids)}&_max_affected=${ids.length}`);
    await http.delete(url, { signal, timeout: WRITE_TIMEOUT });
  },
});
