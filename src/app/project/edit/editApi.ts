import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { idPart, idsQuery } from '../../../contract/idsQuery';
import { apiPaths } from '../../../contract/paths';
import type { Row } from '../../../contract/rows';
import { answerWith, ask, isList, isRecord } from '../../http/answer';
import type { TabName } from '../rows/endpointSlice';
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

const urlOf = ({ projectId, sheetId }: TabName, rest = '') => apiPaths.projectTabRows(projectId, sheetId) + rest;

const posted = (attempt: string) => ({ method: 'post', headers: { 'Idempotency-Key': attempt } });

/** Milliseconds that a write may take: one that goes through to Google takes longer than a read. */
const WRITE_TIMEOUT = 60_000;

/** Writes rows of a tab for the project's owner, as the data API does. Each call takes a signal last and rejects with an `ApiError`. */
export function editApi(http: AxiosInstance) {
  const written = async (request: AxiosRequestConfig): Promise<WrittenRows> => {
    type Answer = { readonly data: Row | readonly Row[]; readonly meta: { readonly revision: number } };
    // As text: of an object axios leaves out what is called `constructor` or `prototype`, as a column may be.
    const headers = { ...request.headers, 'Content-Type': 'application/json' };
    const sent = { timeout: WRITE_TIMEOUT, ...request, headers, data: JSON.stringify(request.data) };
    const answer = await ask<Answer>(http, sent, { meta: isRecord });
    return { rows: isList(answer.data) ? answer.data : [answer.data], ...answer.meta };
  };
  return {
    one: async (tab: TabName, id: string, signal: AbortSignal): Promise<TaggedRow> => {
      const { data, headers } = await http.get<unknown>(urlOf(tab, `/${idPart(id)}`), { signal });
      return { row: answerWith<{ data: Row }>(data, { data: isRecord }).data, etag: String(headers.etag) };
    },
    /** Changes a row that is still what its tag says; else the server answers 412. */
    change: (tab: TabName, { row, etag }: TaggedRow, data: Values, signal: AbortSignal) =>
      written({ method: 'patch', url: urlOf(tab, `/${idPart(row._id)}`), data, signal, headers: { 'If-Match': etag } }),
    /**
     * Changes the rows that name their `_id` and adds the others, all or nothing.
     *
     * @param attempt names the request: a repeat with the same name adds nothing
     */
    write: (tab: TabName, data: readonly Values[], attempt: string, signal: AbortSignal) =>
      written({ ...posted(attempt), url: urlOf(tab, '?_upsert=_id'), data, signal }),
    /** Adds one row; faults are answered by the names of their columns. */
    add: (tab: TabName, data: Values, attempt: string, signal: AbortSignal) =>
      written({ ...posted(attempt), url: urlOf(tab), data, signal }),
    remove: async (tab: TabName, ids: readonly string[], signal: AbortSignal): Promise<void> => {
      const url = urlOf(tab, `?${idsQuery(ids)}&_max_affected=${ids.length}`);
      await http.delete(url, { signal, timeout: WRITE_TIMEOUT });
    },
  };
}
