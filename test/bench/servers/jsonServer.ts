import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendedWithoutId, type Row } from '../rows/createRows';
import { PAGE } from '../rows/questions';
import { type Dialect, pageNumber } from './dialect';
import type { Peer } from './peer';

const page = (offset: number) => `_page=${pageNumber(offset)}&_per_page=${PAGE}`;

const dialect: Dialect = {
  allRows: '/rows',
  row: (place) => `/rows/${place + 1}`,
  page: (offset) => `/rows?${page(offset)}`,
  equality: ({ column, value, offset }) => `/rows?${column}=${encodeURIComponent(value)}&${page(offset)}`,
  range: ({ low, high }) => `/rows?price:gte=${low}&price:lte=${high}&_sort=-date&${page(0)}`,
  append: { path: '/rows', body: JSON.stringify(appendedWithoutId) },
  countsPages: true,
  headers: {},
  isOpen: false,
};

/** Starts json-server on a file with the rows; its ids are texts. It rewrites the whole file for every change, without flushing. */
export function jsonServer(tools: string, folder: string, rows: readonly Row[]): Peer {
  // It does not start without this folder.
  mkdirSync(join(folder, 'public'), { recursive: true });
  const file = join(folder, 'db.json');
  writeFileSync(file, JSON.stringify({ rows: rows.map((row) => ({ ...row, id: String(row.id) })) }));
  const script = join(tools, 'node_modules/json-server/lib/bin.js');
  const words = (port: number) => [process.execPath, script, file, '--host', '127.0.0.1', '--port', String(port)];
  return { name: 'json-server', dialect, folder, words };
}
