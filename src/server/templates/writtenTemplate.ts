import { type CellValue, type ColumnType, columnTypes } from '../../contract/rows';
import type { TemplateCategory } from '../../contract/templateCategories';

/** A tab of a template, whole. */
export interface WrittenTab {
  readonly title: string;
  readonly columns: readonly { readonly key: string; readonly type: ColumnType }[];
  readonly rows: readonly (readonly CellValue[])[];
}

/** A template as it is written here: its workbook and the gallery are made from it. */
export interface WrittenTemplate {
  /** Stands in its address and names its file. */
  readonly id: string;
  readonly title: string;
  readonly line: string;
  readonly category: TemplateCategory;
  readonly tabs: readonly WrittenTab[];
}

const fieldsOf = (line: string) => line.split('|').map((field) => field.trim());

function columnOf(head: string): WrittenTab['columns'][number] {
  const [key = '', type = 'text'] = head.split(':');
  const known = columnTypes.find((each) => each === type);
  if (known === undefined) throw new Error(`A column of a template has no type ${type}.`);
  return { key, type: known };
}

function valueOf(field: string, type: ColumnType): CellValue {
  if (field === '') return null;
  if (type === 'integer' || type === 'number') return Number(field);
  return type === 'boolean' ? field === 'true' : field;
}

/**
 * A tab from a text: the header, then a row a line, their fields between `|`. A column is text unless its header names a
 * type after a colon.
 */
export function tab(title: string, text: string): WrittenTab {
  const [head = '', ...lines] = text.trim().split('\n');
  const columns = fieldsOf(head).map(columnOf);
  const rows = lines.map((line) => {
    const fields = fieldsOf(line);
    if (fields.length !== columns.length) throw new Error(`A row of ${title} has ${fields.length} fields: ${line}`);
    return columns.map(({ type }, at) => valueOf(fields[at] ?? '', type));
  });
  return { title, columns, rows };
}
