import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { appendedWithoutId, type Row } from '../rows/createRows';
import { PAGE } from '../rows/questions';
import { type Dialect, pageNumber } from './dialect';
import type { Peer } from './peer';
import { writeTable } from './soulTable';

const ROWS = '/api/tables/rows/rows';

const page = (offset: number) => `_page=${pageNumber(offset)}&_limit=${PAGE}`;

const dialectOf = (count: number): Dialect => ({
  allRows: `${ROWS}?_limit=${count}`,
  row: (place) => `${ROWS}/${place + 1}`,
  page: (offset) => `${ROWS}?${page(offset)}`,
  equality: ({ column, value, offset }) => `${ROWS}?_filters=${column}:${encodeURIComponent(value)}&${page(offset)}`,
  range: ({ low, high }) => `${ROWS}?_filters=price__gte:${low},price__lte:${high}&_ordering=-date&${page(0)}`,
  append: { path: ROWS, body: JSON.stringify({ fields: { ...appendedWithoutId, active: 1 } }) },
  countsPages: true,
  headers: {},
  isOpen: false,
});

/** Starts Soul (soul-cli) on an SQLite table with the rows. It listens on every network unless `loopbackOnly` is loaded before. */
export function soul(tools: string, folder: string, rows: readonly Row[], loopbackOnly: string): Peer {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'rows.db');
  writeTable(file, rows);
  const script = join(tools, 'node_modules/soul-cli/src/server.js');
  const words = (port: number) => {
    return [process.execPath, '--require', loopbackOnly, script, '-d', file, '-p', String(port)];
  };
  return { name: 'Soul', dialect: dialectOf(rows.length), folder, words };
}
