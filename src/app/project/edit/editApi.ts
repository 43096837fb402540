import type { AxiosInstance, AxiosRequestConfig } from 'axios';
import { idPart, idsQuery } from '../../../contract/idsQuery';
import { apiPaths } from '../../../contract/paths';
import { REVISION_HEADER, type Row } from '../../../contract/rows';
import { answerWith, ask, isList, isRecord } from '../../http/answer';
import type { TabName } from '../rows/endpointSlice';
import type { Values } from './draftMachine';

/** A row with its ETag. */
interface TaggedRow {
  readonly row: Row;
  readonly etag: string;
}

/** Rows after a write, with the revision. */
export interface WrittenRows {
  readonly rows: readonly Row[];
  readonly revision: number;
}

const urlOf = ({ projectId, sheetId }: TabName, rest = '') => apiPaths.projectTabRows(projectId, sheetId) + rest;

const idempotentPost = (attempt: string) => ({ method: 'post', headers: { 'Idempotency-Key': attempt } });

/** Timeout of a write in milliseconds: a write to Google takes longer than a read. */
const WRITE_TIMEOUT_MS = 60_000;

/** Requests that write rows of a tab, as the project's owner. Each takes a signal last and rejects with an `ApiError`. */
export function editApi(http: AxiosInstance) {
  const write = async (request: AxiosRequestConfig): Promise<WrittenRows> => {
    type Answer = { readonly data: Row | readonly Row[]; readonly meta: { readonly revision: number } };
    // Serialized here, as axios drops properties named `constructor` or `prototype`, which may be columns.
    const headers = { ...request.headers, 'Content-Type': 'application/json' };
    const sent = { timeout: WRITE_TIMEOUT_MS, ...request, headers, data: JSON.stringify(request.data) };
    const answer = await ask<Answer>(http, sent, { meta: isRecord });
    return { rows: isList(answer.data) ? answer.data : [answer.data], ...answer.meta };
  };
  return {
    one: async (tab: TabName, id: string, signal: AbortSignal): Promise<TaggedRow> => {
      const { data, headers } = await http.get<unknown>(urlOf(tab, `/${idPart(id)}`), { signal });
      return { row: answerWith<{ data: Row }>(data, { data: isRecord }).data, etag: String(headers.etag) };
    },
    /** Changes a row if it still has its ETag; else the server returns 412. */
    change: (tab: TabName, { row, etag }: TaggedRow, data: Values, signal: AbortSignal) =>
      write({ method: 'patch', url: urlOf(tab, `/${idPart(row._id)}`), data, signal, headers: { 'If-Match': etag } }),
    /**
     * Changes the rows with an `_id` and adds the others, all or nothing.
     *
     * @param attempt idempotency key: repeating the request adds no further rows
     * @param readAt revision at which the rows were read; if one was changed since, the server returns 409 or 412
     */
    write(tab: TabName, data: readonly Values[], attempt: string, readAt: number | undefined, signal: AbortSignal) {
      const headers = { 'Idempotency-Key': attempt, [REVISION_HEADER]: readAt };
      return write({ method: 'post', headers, url: urlOf(tab, '?_upsert=_id'), data, signal });
    },
    /** Adds one row; errors are returned by column name. */
    add: (tab: TabName, data: Values, attempt: string, signal: AbortSignal) =>
      write({ ...idempotentPost(attempt), url: urlOf(tab), data, signal }),
    /** Deletes rows. @param readAt as of `write` */
    async remove(tab: TabName, ids: readonly string[], readAt: number | undefined, signal: AbortSignal): Promise<void> {
      const url = urlOf(tab, `?${idsQuery(ids)}&_max_affected=${ids.length}`);
      await http.delete(url, { signal, timeout: WRITE_TIMEOUT_MS, headers: { [REVISION_HEADER]: readAt } });
    },
  };
}
