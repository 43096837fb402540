import { CsvError, parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../contract/limits';
import { addTextBodies, fieldsOfForm, readJsonBodies } from '../../http/bodies';
import { grouped } from '../../lists';
import { Refusal } from '../../refusal';
import { isJsonObject, withLongNumbers } from '../query/values';
import { type GivenRow, refuseLongForm, refuseWideCsv } from './givenCells';

/** Maximum bytes of the body of a write. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

const EXAMPLE = 'Send an object like {"Name":"Kaffa","Founded":2009}, or a list of such objects.';

const JSON_HEADER = 'Send the header Content-Type: application/json. Without it, curl -d sends a form.';

const malformed = (detail: string, hint?: string) => new Refusal('malformed_request', detail, { hint });

/** Returns the first repeated name; a body may have a million of them. */
function firstRepeated(names: Iterable<string>): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** Matches JSON in a form, which `curl -d` sends without a `Content-Type` option. */
const JSON_IN_A_FORM = /^\s*[{[][^]*[}\]]\s*$/;

/** Returns whether a name begins with `_`: that of a parameter, or of a column that begins with `_` too, which is written with `__`. */
const isParameter = (name: string) => name.startsWith('_');

/** Joins the values of fields with the same name, as a group of checkboxes sends them: `a, b`. */
function joinRepeated(entries: readonly (readonly [name: string, value: string])[]): [name: string, value: string][] {
  return [...grouped(entries, ([name]) => name)].map(([name, fields]) => {
    // Joined once, as each join copies: a form may repeat a name behind a value of megabytes.
    const values = fields.map(([, value]) => value).filter((value) => value !== '');
    return [name, values.join(', ')];
  });
}

function formRow(text: string): FormRow {
  if (JSON_IN_A_FORM.test(text)) {
    throw malformed('The body is JSON, but its Content-Type says that it is a form.', JSON_HEADER);
  }
  refuseLongForm(text);
  const entries = fieldsOfForm(text);
  const repeated = firstRepeated(entries.map(([name]) => name).filter(isParameter));
  if (repeated !== undefined) throw malformed(`The form names “${repeated}” more than once.`);
  return new FormRow(joinRepeated(entries));
}

const CSV_HEADER = 'Put the column names into the first line, commas between them.';

const EVEN_LINES =
  'Give each line as many values as the first line has names. A value with a comma in it stands in double quotes.';

function csvRecords(text: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const line = /line (\d+)/.exec(message)?.[1];
    const where = line === undefined ? '' : ` It goes wrong in line ${line}.`;
    const isUneven = error instanceof CsvError && error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH';
    throw malformed(`The body is not valid CSV.${where}`, isUneven ? EVEN_LINES : CSV_HEADER);
  }
}

function csvRows(text: string): TextRows {
  refuseWideCsv(text);
  const [header = [], ...records] = csvRecords(text);
  const names = header.map((name) => name.trim());
  const repeated = firstRepeated(names);
  if (repeated !== undefined) throw malformed(`The first line of the CSV names “${repeated}” more than once.`);
  const rowOf = (record: readonly string[]) => names.map((name, at) => [name, record[at] ?? ''] as const);
  return new TextRows(records.map(rowOf), true);
}

/** Registers parsers for forms, CSV, and JSON whose long numbers are marked, on the routes of `scope`. */
export function registerRowParsers(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
  readJsonBodies(scope, withLongNumbers);
  addTextBodies(scope, 'application/x-www-form-urlencoded', { bodyLimit: MAX_BODY_BYTES }, formRow);
  addTextBodies(scope, 'text/csv', { bodyLimit: MAX_BODY_BYTES }, csvRows);
}

/** @param index position of the row in the body; undefined if the body is the row */
function jsonRow(value: unknown, index?: number): GivenRow {
  if (isJsonObject(value)) return Object.entries(value);
  const which = index === undefined ? 'The body' : `Row ${index + 1} of the body`;
  throw new Refusal('invalid_rows', `${which} is not an object.`, { hint: EXAMPLE });
}

/** @throws Refusal `too_large` for more rows than a request writes */
export function refuseTooManyRows(rows: number): void {
  if (rows <= limits.rowsPerWrite) return;
  const detail = `A request writes ${limits.rowsPerWrite} rows at most, and this one holds ${rows}.`;
  throw new Refusal('too_large', detail, { hint: 'Send them in several requests.' });
}

/**
 * Returns the rows of a body: one object, or a list of up to 500.
 *
 * @throws Refusal `malformed_request` without a body, `invalid_rows` for anything that is not a row, `too_large` for too many
 */
export function givenRowsOf(body: unknown): GivenRows {
  if (body === undefined) throw malformed('This request has no body.', EXAMPLE);
  const given: readonly unknown[] = body instanceof TextRows ? body.rows : [body].flat();
  if (given.length === 0) throw new Refusal('invalid_rows', 'The body holds no row.', { hint: EXAMPLE });
  refuseTooManyRows(given.length);
  if (body instanceof TextRows) return body;
  if (Array.isArray(body)) return { rows: body.map(jsonRow), isList: true, isText: false };
  return { rows: [jsonRow(body)], isList: false, isText: false };
}

/**
 * Returns the one row of a body that changes rows.
 *
 * @throws Refusal as {@link givenRowsOf}, and `invalid_rows` for a list
 */
export function givenRowOf(body: unknown): { readonly row: GivenRow; readonly isText: boolean } {
  const { rows, isList, isText } = givenRowsOf(body);
  const [row] = rows;
  if (row !== undefined && rows.length === 1 && (!isList || isText)) return { row, isText };
  throw new Refusal('invalid_rows', 'A change is one object, not a list.', {
    hint: 'Send an object with the columns to change, like {"Open":true}.',
  });
}

/** Rows of a request. */
export interface GivenRows {
  readonly rows: readonly GivenRow[];
  /** Whether a list was sent, so that the response is a list too. */
  readonly isList: boolean;
  /** Whether all values are text, from a form or CSV. */
  readonly isText: boolean;
}

/** Rows of a parsed form or CSV. */
class TextRows implements GivenRows {
  readonly isText = true;

  constructor(
    readonly rows: readonly GivenRow[],
    readonly isList: boolean,
  ) {}
}

/** Parsed form: one row with unique names. */
export class FormRow extends TextRows {
  constructor(readonly fields: readonly (readonly [name: string, value: string])[]) {
    super([fields], false);
  }
}
