import type { Settings } from '../../settings';
import { type Answer, assembled, bodyIn, codingFor } from '../answers/answer';
import { type Asking, findKept, findNew, findRows, type Found } from '../findRows';
import type { Reading } from '../reading';
import { keepAnswer, LARGEST_KEPT } from '../sendAnswer';
import { originAsked } from './approach';
import type { Arrival } from './places';
import type { Asked, ReadyReplies } from './readyReplies';
import { fieldsOf, piecesOf, type Reply, unchangedReply } from './reply';

/** What answers are found and kept in. */
export interface RowsParts {
  readonly reading: Reading;
  readonly ready: ReadyReplies;
  readonly settings: Settings;
}

/** One who asks for rows of a place. */
export interface RowsAsked extends Asked {
  readonly arrival: Arrival;
  /** The query without `?`. */
  readonly query: string;
}

/** Of what is asked for the first time nothing is kept once room gets scarce, and nothing need be looked up. */
function find(
  { reading }: RowsParts,
  asking: Asking,
  { url, welcome, arrival: { served } }: RowsAsked,
): Found | undefined {
  if (welcome !== 'identity') return findKept(reading, asking, served);
  const { answers, doorkeeper } = reading;
  if (!answers.isFilling || doorkeeper.knows(url)) return findRows(reading, asking, served, () => true);
  const { answer, unchanged } = findNew(reading, asking, served);
  return answer === undefined ? { unchanged, key: '', keeping: 'not' } : { answer, key: '', keeping: 'not' };
}

function answerReply(
  parts: RowsParts,
  asked: RowsAsked,
  origin: string,
  found: Found & { answer: Answer },
): Reply | undefined {
  const { place } = asked.arrival;
  const { key, keeping } = found;
  const answer = keeping === 'not' ? found.answer : assembled(found.answer);
  const coding = codingFor(answer, asked.welcome);
  const body = answer.bodies[coding];
  if (keeping === 'kept') return body && parts.ready.keep(asked, { place, origin, answer, coding, body });
  if (coding !== 'identity') return undefined;
  if (keeping === 'keep' && body !== undefined && body.length <= LARGEST_KEPT) {
    keepAnswer({ answers: parts.reading.answers, key }, answer);
  }
  const { pieces, bytes } = piecesOf(answer.parts ?? (body === undefined ? [] : [body]));
  const fields = fieldsOf(place, answer, coding, bytes);
  const spent = keeping === 'not' && answer.room !== undefined ? answer : undefined;
  return { status: 200, fields, pieces, fromCache: false, spent };
}

/** What is asked of a place at an origin. */
const askingOf = ({ arrival: { place, caller }, request, query, tags }: RowsAsked, origin: string): Asking => ({
  request: {
    ...{ tab: place.tab, caller, url: origin + place.path },
    ...{ query: { text: query }, format: 'json', withColumns: false },
  },
  wishes: { coding: request.headers['accept-encoding'], tags },
});

/**
 * Rows in JSON, as `answerRows` answers them.
 *
 * @returns undefined where something has to be waited for
 * @throws Refusal what `questionOf` and `rowsAnswer` refuse
 */
export function rowsReply(parts: RowsParts, asked: RowsAsked): Reply | undefined {
  const { place } = asked.arrival;
  const origin = originAsked(asked.request, parts.settings);
  if (origin === undefined) return undefined;
  const found = find(parts, askingOf(asked, origin), asked);
  if (found?.unchanged !== undefined) return unchangedReply(place, found.unchanged, found.keeping === 'kept');
  return found && answerReply(parts, asked, origin, found);
}

/**
 * Makes the answer ready to what is going to be asked.
 *
 * @throws as {@link rowsReply}
 */
export async function makeReady({ reading, settings, ready }: RowsParts, asked: RowsAsked): Promise<void> {
  const { place, served } = asked.arrival;
  const origin = originAsked(asked.request, settings);
  if (origin === undefined) return;
  const found = findRows(reading, askingOf(asked, origin), served, () => true);
  if (found.answer === undefined || found.keeping === 'not') return;
  const answer = assembled(found.answer);
  const coding = codingFor(answer, asked.welcome);
  const body = await bodyIn(answer, coding);
  if (body === undefined || body.length > LARGEST_KEPT) return;
  keepAnswer({ answers: reading.answers, key: found.key }, answer);
  ready.keep(asked, { place, origin, answer, coding, body });
}
