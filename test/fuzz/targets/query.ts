import fc from 'fast-check';
import { newAddress } from '../../fixtures/people';
import { closeSharedWorkers } from '../../fixtures/sharedWorkers';
import { cafes, startAsking } from '../../server/endpoints/asking';
import { mutatedJson, mutatedText } from '../mutations';
import { targetOf } from '../target';
import { checkAnswer } from './answers';

const columns = [...cafes.lines[0].split(';'), '_id', '_row', 'nothing'];
const operators = 'eq ne gt gte lt lte in nin contains starts ends like empty between nope'.split(' ');
const parameters = [
  ...['_limit', '_offset', '_sort', '_fields', '_where', '_q', '_distinct', '_group', '_agg', '_cursor', '_shape'],
  ...['_single', '_keys', '_values', '_csv', '_count', '_total', '_match', '_at', '_nope'],
];
const values = [
  ...['Oslo', '2009', '-1', '1e400', 'true', '', '*', '"a,""b"', 'a,b', 'null', '%', '_', 'sum:Rating'],
  ...['count', '-Name', 'object', 'in:a,b', 'like:%a%', 'gte:2', '2009-04-01', '999999999999999999999', '\0'],
  ...['\ud800', '🍵', '(', '\\'],
];

const word = (list: readonly string[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...list) }, { weight: 1, arbitrary: fc.string() });

const name = fc.oneof(
  word(parameters),
  word(columns),
  fc.tuple(word(columns), word(operators)).map(([column, operator]) => `${column}__${operator}`),
  fc.tuple(word(columns), word(operators)).map(([column, operator]) => `${column}[${operator}]`),
);

const condition = mutatedJson([
  { City: 'Oslo', Founded: { gte: 2009 } },
  { or: [{ City: { eq: 'Oslo' } }, { not: { Rating: { in: [1, 2] } } }] },
  { and: [{ Name: { contains: 'a' } }, { Since: { between: ['2009-01-01', '2010-01-01'] } }] },
]);

const pair = fc.oneof(
  fc.tuple(name, word(values)),
  fc.tuple(fc.constant('_where'), condition),
  fc.tuple(
    fc.constantFrom('_fields', '_sort', '_agg', '_group'),
    fc.array(word([...columns, ...values]), { maxLength: 4 }).map((all) => all.join(',')),
  ),
);

const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));

const question = fc.oneof(
  fc
    .array(pair, { maxLength: 5 })
    .map((pairs) => pairs.map(([one, value]) => `${encoded(one)}=${encoded(value)}`).join('&')),
  mutatedText(
    ['City=Oslo&_limit=2', '_where=%7B%22City%22%3A%22Oslo%22%7D&_sort=-Name', 'Name__like=%25a%25&_fields=Name'],
    ['%', '&', '=', '%00', '%ff', '%ud8', '[', ']', '+', ';', '#', '__'],
  ),
);

const ending = fc.constantFrom('', '', '', '/_schema', '.csv', '.ndjson', '.xlsx', '/r_2');

/** Any query of rows is answered or refused with reasons. */
export async function queryTarget() {
  const asking = await startAsking(cafes);
  const tab = `/v1/${asking.id}/cafes`;
  return targetOf({
    name: 'query',
    inputs: fc.tuple(ending, question),
    check: async ([end, query]) => {
      const url = `${tab}${end}?${query.replace(/[^\x21-\x7e]/g, '')}`;
      checkAnswer(await asking.server.app.inject({ url, remoteAddress: newAddress() }));
    },
    close: async () => {
      await asking.close();
      await closeSharedWorkers();
    },
  });
}
