import { appended } from '../rows/createRows';
import { PAGE } from '../rows/questions';
import type { Dialect } from './dialect';

/** Address of the product's rows, and access to them. */
export interface Endpoint {
  readonly port: number;
  /** Path of the tab. */
  readonly path: string;
  /** Headers of every request; undefined if no key could be created. */
  readonly key: string | undefined;
}

/** Paths of the data API. @param ids of all rows, in their order */
export const productDialect = ({ path, key }: Endpoint, ids: readonly string[]): Dialect => ({
  allRows: `${path}.ndjson`,
  row: (place) => `${path}/${encodeURIComponent(ids[place] ?? '')}`,
  page: (offset) => `${path}?_limit=${PAGE}&_offset=${offset}`,
  equality: ({ column, value, offset }) =>
    `${path}?${column}=${encodeURIComponent(value)}&_limit=${PAGE}&_offset=${offset}`,
  range: ({ low, high }) => `${path}?price__gte=${low}&price__lte=${high}&_sort=-date&_limit=${PAGE}`,
  append: { path, body: JSON.stringify(appended) },
  countsPages: false,
  headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
  isOpen: key !== undefined,
});

/** Reads the ids of all rows, page by page. */
export async function idsOf({ port, path, key }: Endpoint): Promise<string[]> {
  const most = 10_000;
  const ids: string[] = [];
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  for (let more = true; more;) {
    const url = `http://127.0.0.1:${port}${path}?_limit=${most}&_offset=${ids.length}`;
    const { data } = (await (await fetch(url, { headers })).json()) as { data: { _id: string }[] };
    for (const { _id } of data) ids.push(_id);
    more = data.length === most;
  }
  return ids;
}
