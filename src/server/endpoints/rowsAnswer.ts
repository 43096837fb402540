import { Refusal } from '../refusal';
import type { Told } from './answerHeaders';
import { pageOf, readyRows } from './answers/page';
import type { Part } from './answers/parts';
import { dataJson, type RowNames } from './answers/shapes';
import type { Answer } from './answers/answer';
import { readyBody } from './answers/readyBody';
import type { FoundRows, TabView } from './engine/engine';
import { mediaTypes } from './formats/format';
import type { Question } from './question';
import { cursorText } from './query/cursor';
import { whereabouts } from './whereabouts';

/** How much was found, on any page and on this one. */
interface Counted {
  readonly total: number;
  readonly count: number;
}

/** What a page is, whatever it looks like. */
interface Paged extends Counted {
  /** JSON of its `data`. */
  readonly data: readonly Part[];
}

function rowNamesOf({ tab, names }: Question, view: TabView, places: Uint32Array): RowNames {
  return {
    id: (record) => view.id(places[record] ?? 0),
    cell: (record) => whereabouts(tab, names, view.rowNumber(places[record] ?? 0)),
  };
}

function paged(question: Question): Paged {
  const { plan, view } = question;
  const { total, table, places } = pageOf(question, plan.limit);
  return { total, count: table.count, data: dataJson(table, plan.shape, rowNamesOf(question, view, places)) };
}

/** The cursor of the page that follows, where there is one. */
export function cursorAfter({ plan, revision }: Question, total: number, count: number): string | undefined {
  const offset = plan.offset + count;
  if (count === 0 || offset >= total) return undefined;
  return cursorText({ revision, offset, fingerprint: plan.fingerprint });
}

/** The URL of the page that a cursor begins; a question in a body has none. */
export const nextUrlOf = ({ url, rest }: Question, cursor: string | undefined): string | undefined =>
  cursor === undefined || rest === undefined ? undefined : `${url}?${rest}${rest === '' ? '' : '&'}_cursor=${cursor}`;

/** The last URL of an endpoint, and its JSON without the quote at its end: nearly every answer has the same. */
let lastUrl = { url: '', json: '"' };

function openJsonOf(url: string): string {
  if (lastUrl.url !== url) lastUrl = { url, json: JSON.stringify(url).slice(0, -1) };
  return lastUrl.json;
}

/** JSON of what leads to the next page, with a comma behind it; what follows the endpoint's URL is plain. */
function nextJsonOf({ url, rest }: Question, cursor: string | undefined): string {
  if (cursor === undefined) return '';
  if (rest === undefined) return `"cursor":"${cursor}",`;
  return `"next":${openJsonOf(url)}?${rest}${rest === '' ? '' : '&'}_cursor=${cursor}",`;
}

/** JSON of what a page is told with; see `RowsMeta` of the contract. */
function metaJson(question: Question, { total, count }: Counted, cursor: string | undefined): string {
  const { plan, revision } = question;
  const next = nextJsonOf(question, cursor);
  return `{"total":${total},"count":${count},"limit":${plan.limit},"offset":${plan.offset},${next}"revision":${revision}}`;
}

function nothing({ tab }: Question): never {
  throw new Refusal('not_found', `No row of ${tab.title} holds what is asked.`);
}

/** One object, by itself or with its revision. */
function singleAnswer(question: Question): Answer {
  const { plan, revision, mark } = question;
  const { total, table } = pageOf(question, Math.min(plan.limit, 1));
  if (table.count === 0) nothing(question);
  const record = table.json(0, 1, ',');
  const parts = plan.shape === 'array' ? [record] : ['{"data":', record, `,"meta":{"revision":${revision}}}`];
  return { mark, told: { revision, total }, type: mediaTypes.json, bodies: {}, parts };
}

/** What stands behind the records of an answer. */
function behind(question: Question, counted: Counted, cursor: string | undefined): string {
  const columns = question.columns === undefined ? '' : `,"columns":${JSON.stringify(question.columns)}`;
  return `,"meta":${metaJson(question, counted, cursor)}${columns}}`;
}

const toldOf = (question: Question, { total }: Counted, cursor: string | undefined): Told => ({
  revision: question.revision,
  total,
  next: nextUrlOf(question, cursor),
});

/** An answer of rows as they are. */
function readyAnswer(question: Question, rows: FoundRows): Answer {
  const { mark, plan } = question;
  const cursor = cursorAfter(question, rows.total, rows.count);
  const { bytes, room } =
    plan.shape === 'array'
      ? readyBody('[', rows, ']')
      : readyBody('{"data":[', rows, `]${behind(question, rows, cursor)}`);
  const told = toldOf(question, rows, cursor);
  return { mark, told, type: mediaTypes.json, bodies: { identity: bytes }, room, hasCursor: cursor !== undefined };
}

/**
 * Answers a question in JSON.
 *
 * @throws Refusal `not_found` where one object is asked for and there is none, `duplicate_key` where rows cannot be keyed
 */
export function rowsAnswer(question: Question): Answer {
  const { plan, view } = question;
  if (plan.single) return singleAnswer(question);
  const rows = readyRows(view, plan);
  if (rows !== undefined) return readyAnswer(question, rows);
  const page = paged(question);
  const cursor = cursorAfter(question, page.total, page.count);
  const parts = plan.shape === 'array' ? page.data : ['{"data":', ...page.data, behind(question, page, cursor)];
  const told = toldOf(question, page, cursor);
  return { mark: question.mark, told, type: mediaTypes.json, bodies: {}, parts, hasCursor: cursor !== undefined };
}
