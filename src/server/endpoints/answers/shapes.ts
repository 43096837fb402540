import { Refusal } from '../../refusal';
import type { ToldCell } from '../whereabouts';
import type { Shape } from '../query/plan';
import type { Part } from './parts';
import type { Table } from './table';

/** `{"Name":[…],"City":[…]}` */
function columnsJson({ keys, count, cell }: Table): Part[] {
  const columns = keys.map((key, at) => {
    const values = Array.from({ length: count }, (_, record) => JSON.stringify(cell(record, at)));
    return `${JSON.stringify(key)}:[${values.join(',')}]`;
  });
  return [`{${columns.join(',')}}`];
}

/** Ids of the rows of a table, and where each stands in the sheet. */
export interface RowNames {
  id(record: number): string;
  cell(record: number): ToldCell;
}

function refuseRepeated(id: string, cells: readonly ToldCell[]): never {
  throw new Refusal(
    'duplicate_key',
    `Several rows have the id “${id}”, so they cannot be keyed by it: ${cells.map(({ where }) => where).join(', ')}.`,
    {
      hint: 'Leave _shape out, or give each row another value in the key column.',
      errors: cells.map(({ line }) => ({ ...line, detail: `This cell holds “${id}”.` })),
    },
  );
}

/** `{"r_8k2…":{…}}`; @throws Refusal `duplicate_key` rather than leave a row out */
function objectJson(table: Table, rows: RowNames): Part[] {
  const seen = new Map<string, number>();
  const parts: Part[] = ['{'];
  for (let record = 0; record < table.count; record += 1) {
    const id = rows.id(record);
    const before = seen.get(id);
    if (before !== undefined) refuseRepeated(id, [rows.cell(before), rows.cell(record)]);
    seen.set(id, record);
    parts.push(`${record === 0 ? '' : ','}${JSON.stringify(id)}:`, table.json(record, record + 1, ','));
  }
  return [...parts, '}'];
}

/** What stands in `data`. */
export function dataJson(table: Table, shape: Shape, rows: RowNames): Part[] {
  if (shape === 'columns') return columnsJson(table);
  if (shape === 'object') return objectJson(table, rows);
  return ['[', table.json(0, table.count, ','), ']'];
}
