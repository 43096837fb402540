import type { Table } from '../answers/table';
import { inPieces } from './chunks';

const LINE_END = Buffer.from('\n');

/** A record a line. */
export const ndjsonOf = (table: Table): AsyncGenerator<Buffer, void, undefined> =>
  inPieces(table.count, (from, to) => Buffer.concat([table.json(from, to, '\n'), LINE_END]));
