import { attachment } from '../drive/contentDisposition';
import { Refusal } from '../refusal';
import type { Answer } from './answers/answer';
import type { Coding } from './answers/coding';
import { pageOf } from './answers/page';
import type { Table } from './answers/table';
import { csvOf } from './formats/csv';
import { type FileFormat, mediaTypes } from './formats/format';
import { ndjsonOf } from './formats/ndjson';
import { XLSX_COLUMNS, XLSX_ROWS, xlsxOf } from './formats/xlsx/xlsx';
import { invalid } from './query/queryRefusals';
import type { Question } from './question';
import { cursorAfter, nextUrlOf } from './rowsAnswer';

function writerOf(format: FileFormat, table: Table, { plan, tab }: Question) {
  switch (format) {
    case 'csv':
      return () => csvOf(table, plan.rawCsv);
    case 'ndjson':
      return () => ndjsonOf(table);
    case 'xlsx':
      return () => xlsxOf(table, tab.title);
  }
}

/** A parameter that the form has no use for would be ignored. */
function refuseUnfitting({ plan, fieldOf }: Question, format: FileFormat) {
  if (plan.shape !== 'rows') {
    const field = fieldOf('shape');
    invalid(field, `${field} is for JSON, and this answer is ${format}.`, `Leave ${field} out.`);
  }
}

function refuseTooLarge({ count, keys }: Table) {
  if (count < XLSX_ROWS && keys.length <= XLSX_COLUMNS) return;
  const detail = `A sheet of an .xlsx file has ${XLSX_ROWS - 1} rows under its header, and this answer has ${count}.`;
  throw new Refusal('too_large', detail, { hint: 'Ask for .csv or .ndjson, or for fewer rows.' });
}

/** Control characters have no place in a header; the rest is the title. */
const fileName = (title: string, format: FileFormat) => `${title.replace(/[\p{Cc}/\\]/gu, ' ').trim()}.${format}`;

/** What is compressed in itself gets no smaller. */
const codingOf = (format: FileFormat, welcome: Coding): Coding => (format === 'xlsx' ? 'identity' : welcome);

/**
 * Answers a question with a file that is written while it is sent: everything that is asked for, unless a limit is given.
 *
 * @param welcome the coding that the client would like
 * @throws Refusal `too_large` where the form cannot hold it, `not_found` where one record is asked for and there is none
 */
export function fileAnswer(question: Question, format: FileFormat, welcome: Coding): Answer {
  refuseUnfitting(question, format);
  const { plan, view, tab, mark, revision } = question;
  const most = plan.isLimited ? plan.limit : view.rows;
  const { total, table } = pageOf(question, plan.single ? Math.min(most, 1) : most);
  if (plan.single && table.count === 0) {
    throw new Refusal('not_found', `No row of ${tab.title} holds what is asked.`);
  }
  if (format === 'xlsx') refuseTooLarge(table);
  const cursor = plan.single ? undefined : cursorAfter(question, total, table.count);
  return {
    mark,
    told: { revision, total, next: nextUrlOf(question, cursor) },
    type: mediaTypes[format],
    bodies: {},
    hasCursor: cursor !== undefined,
    file: {
      disposition: attachment(fileName(tab.title, format)),
      coding: codingOf(format, welcome),
      write: writerOf(format, table, question),
    },
  };
}
