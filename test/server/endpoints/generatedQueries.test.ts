import fc, { type Arbitrary } from 'fast-check';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { newAddress } from '../../fixtures/people';
import { addressOf, bodyOf, encodings, expectedRows } from './generated/asked';
import { type Base, baseOf, type Row } from './generated/base';
import { checkProperty } from './generated/holds';
import { type Of, type Question, questions } from './generated/questions';
import { sheets } from './generated/sheets';
import { applyStage, type Stage, stages } from './generated/stages';
import { type Writable, writable } from './write/writing';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

interface Page {
  readonly data: readonly Row[];
  readonly meta: { readonly total: number; readonly next?: string };
}

/** The initial rows of a tab, and the rounds of changes and queries. */
interface Life {
  readonly sheet: string;
  readonly rounds: readonly { readonly stage: Stage; readonly asked: readonly Asked[] }[];
}

/** A query, and how it is sent. */
interface Asked {
  readonly question: Of<Question>;
  readonly way: 'address' | 'other address' | 'body' | 'lines' | 'next';
}

const asked: Arbitrary<Asked> = fc.record({
  question: questions,
  way: fc.constantFrom('address', 'address', 'other address', 'body', 'lines', 'next'),
});

const lives: Arbitrary<Life> = fc.record({
  sheet: sheets,
  rounds: fc.array(
    fc.record({ stage: stages, asked: fc.array(asked, { minLength: 60, maxLength: 60, size: 'max' }) }),
    {
      minLength: 3,
      maxLength: 6,
      size: 'max',
    },
  ),
});

async function read(tab: Writable, path: string): Promise<Page> {
  const { status, body } = await tab.call('GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body as Page;
}

/** Reads all rows of a query as NDJSON. */
async function lines(tab: Writable, query: string): Promise<readonly Row[]> {
  const answer = await server.app.inject({
    url: `${tab.base}.ndjson${query}`,
    headers: { authorization: `Bearer ${tab.key}` },
    remoteAddress: newAddress(),
  });
  return answer.body.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]));
}

async function follow(tab: Writable, base: Base, question: Question, query: string) {
  const first = await read(tab, query);
  const { limit = 100 } = question;
  const offset = question.offset + first.data.length;
  const isMore = first.data.length > 0 && offset < first.meta.total;
  expect([query, first.meta.next !== undefined]).toEqual([query, isMore]);
  if (first.meta.next === undefined) return;
  const { pathname, search } = new URL(first.meta.next);
  const { data } = expectedRows(base, { ...question, offset, limit });
  expect({ query, data: (await read(tab, pathname + search)).data }).toEqual({ query, data });
}

async function ask(tab: Writable, base: Base, question: Question, way: Asked['way']) {
  const query = addressOf(question, encodings[way === 'other address' ? 1 : 0] ?? encodeURIComponent);
  if (way === 'next') return follow(tab, base, question, query);
  if (way === 'lines') {
    const { data } = expectedRows(base, { ...question, limit: question.limit ?? base.rows.length });
    return expect({ query, data: await lines(tab, query) }).toEqual({ query, data });
  }
  const { data, total } = expectedRows(base, question);
  const body = bodyOf(question);
  const { data: got, meta } =
    way === 'body' ? ((await tab.call('POST', '/_query', { body })).body as Page) : await read(tab, query);
  // Compared as text, since the order of fields matters too.
  expect([query, body, meta?.total, JSON.stringify(got)]).toEqual([query, body, total, JSON.stringify(data)]);
}

async function checkLife({ sheet, rounds }: Life) {
  const tab = await writable(server, { name: 'Rows.csv', bytes: sheet }, owner);
  let base = await baseOf(tab);
  for (const round of rounds) {
    for (const { question, way } of round.asked) await ask(tab, base, question(base), way);
    base = await applyStage(round.stage, tab, base);
  }
}

it('the data API returns the same as plain arrays in any sequence of queries, writes, syncs and reloads', async () => {
  await checkProperty(fc.asyncProperty(lives, checkLife), 1);
});
