import type { Row } from './rows/createRows';
import { send } from './servers/request';
import type { Asked, Target } from './servers/target';

/** Result of one trial request: the response’s bytes, or why it cannot be measured. */
export type Asking = { readonly body: Buffer } | { readonly why: string };

type Found = Readonly<Record<string, unknown>>;

/** Returns the rows in a response: an array, an array in `data`, lines, or a single row. */
function rowsIn(body: string): readonly Found[] {
  const isLines = body.startsWith('{') && /\}\r?\n\{/.test(body.slice(0, 5000));
  const value: unknown = isLines
    ? body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown)
    : JSON.parse(body);
  const inside = Array.isArray(value) ? value : ((value as { data?: unknown }).data ?? value);
  return (Array.isArray(inside) ? inside : [inside]) as Found[];
}

/** Sorts rows with equal sort values by date, since servers may order them differently. */
function difference(found: readonly Found[], expected: readonly Row[], byDate: boolean): string | undefined {
  if (found.length !== expected.length) return `${found.length} rows instead of ${expected.length}`;
  const wrong = expected.findIndex((row, at) =>
    byDate ? found[at]?.['date'] !== row.date : Number(found[at]?.['id']) !== row.id,
  );
  return wrong < 0 ? undefined : `row ${wrong + 1} of the answer is another one`;
}

/** Sends a request once, and compares the response with rows that were computed in the plain way. */
export async function askOnce({ port }: Target, { set, expected }: Asked, byDate: boolean): Promise<Asking> {
  const { status, body } = await send({ ...set, port, path: set.paths[0] ?? '/' });
  if (status !== set.status) return { why: `HTTP ${status}` };
  const wrong = expected && difference(rowsIn(body.toString()), expected, byDate);
  return wrong === undefined ? { body } : { why: wrong };
}
