import type { RowsMeta } from '../../contract/rows';
import { Refusal } from '../refusal';
import { pageOf, readyPage } from './answers/page';
import type { Part } from './answers/parts';
import { dataJson, type RowNames } from './answers/shapes';
import type { Answer } from './answers/answer';
import type { TabView } from './engine/engine';
import { mediaTypes } from './formats/format';
import type { Question } from './question';
import { cursorText } from './query/cursor';
import { whereabouts } from './whereabouts';

/** What a page is, whatever it looks like. */
interface Paged {
  readonly total: number;
  readonly count: number;
  /** JSON of its `data`. */
  readonly data: readonly Part[];
}

function rowNamesOf({ tab, names }: Question, view: TabView, places: Uint32Array): RowNames {
  return {
    id: (record) => view.id(places[record] ?? 0),
    cell: (record) => whereabouts(tab, names.columns, view.rowNumber(places[record] ?? 0)),
  };
}

function paged(question: Question): Paged {
  const { plan, view, names } = question;
  const ready = readyPage(view, plan);
  if (ready !== undefined) return { ...ready, data: ['[', ready.data, ']'] };
  const { total, table, places } = pageOf(view, plan, names, plan.limit);
  return { total, count: table.count, data: dataJson(table, plan.shape, rowNamesOf(question, view, places)) };
}

/** The cursor of the page that follows, where there is one. */
export function cursorAfter({ plan, view }: Question, total: number, count: number): string | undefined {
  const offset = plan.offset + count;
  if (count === 0 || offset >= total) return undefined;
  return cursorText({ revision: view.revision, offset, fingerprint: plan.fingerprint });
}

/** The URL of the page that a cursor begins; a question in a body has none. */
export const nextUrlOf = ({ url, rest }: Question, cursor: string | undefined): string | undefined =>
  cursor === undefined || rest === undefined ? undefined : `${url}?${rest}${rest === '' ? '' : '&'}_cursor=${cursor}`;

function metaOf(question: Question, { total, count }: Paged, cursor: string | undefined): RowsMeta {
  const { plan, view, rest } = question;
  const next = nextUrlOf(question, cursor);
  return {
    total,
    count,
    limit: plan.limit,
    offset: plan.offset,
    ...(next !== undefined && { next }),
    ...(rest === undefined && cursor !== undefined && { cursor }),
    revision: view.revision,
  };
}

function nothing({ tab }: Question): never {
  throw new Refusal('not_found', `No row of ${tab.title} holds what is asked.`);
}

/** One object, by itself or with its revision. */
function singleAnswer(question: Question): Answer {
  const { plan, view, names, mark } = question;
  const { total, table } = pageOf(view, plan, names, Math.min(plan.limit, 1));
  if (table.count === 0) nothing(question);
  const record = table.json(0, 1, ',');
  const parts = plan.shape === 'array' ? [record] : ['{"data":', record, `,"meta":{"revision":${view.revision}}}`];
  return { mark, told: { revision: view.revision, total }, type: mediaTypes.json, bodies: {}, parts };
}

function partsOf(question: Question, page: Paged, cursor: string | undefined): readonly Part[] {
  if (question.plan.shape === 'array') return page.data;
  const meta = JSON.stringify(metaOf(question, page, cursor));
  const columns = question.columns === undefined ? '' : `,"columns":${JSON.stringify(question.columns)}`;
  return ['{"data":', ...page.data, `,"meta":${meta}${columns}}`];
}

/**
 * Answers a question in JSON.
 *
 * @throws Refusal `not_found` where one object is asked for and there is none, `duplicate_key` where rows cannot be keyed
 */
export function rowsAnswer(question: Question): Answer {
  if (question.plan.single) return singleAnswer(question);
  const page = paged(question);
  const cursor = cursorAfter(question, page.total, page.count);
  const told = { revision: question.view.revision, total: page.total, next: nextUrlOf(question, cursor) };
  const parts = partsOf(question, page, cursor);
  return { mark: question.mark, told, type: mediaTypes.json, bodies: {}, parts, hasCursor: cursor !== undefined };
}
