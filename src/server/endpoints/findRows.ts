import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, rowsKey } from './answers/answer';
import { type Coding, codingAccepted } from './answers/coding';
import type { ServedTab } from '../store/memory/engine';
import { runBriefly } from '../yieldToEventLoop';
import { tagAtHand } from './headers';
import type { HeldViews } from './heldViews';
import { NotReady } from './longQueries';
import { type Question, questionOf, type Request } from './question';
import type { Reading } from './reading';
import { fileAnswer, rowsAnswer } from './rowsAnswer';
import type { Keeping, Unchanged } from './sendAnswer';

/** What is sent for a question: an answer, or word that the client has it already. */
export type Found = (
  | { readonly answer: Answer; readonly unchanged?: undefined }
  | { readonly answer?: undefined; readonly unchanged: Unchanged }
) & {
  /** What was asked: the answer is kept by it. */
  readonly key: string;
  readonly keeping: Keeping;
};

/** Without looking at the rows: whether there could be a page after this one. */
const mayHaveMore = ({ plan, view }: Question) => plan.offset + plan.limit < view.rows;

/** Keeps the rows that a question was put to for the cursor in its answer. */
const holdFor = (held: HeldViews, { tab, served, view }: Question): void => held.hold(tab.id, served, view);

/** The client's copy may hold a cursor, which has its whole life before it again. */
function unchangedFor({ held }: Reading, question: Question, headers: IncomingHttpHeaders): Unchanged | undefined {
  const { revision, mark } = question;
  const etag = tagAtHand(headers['if-none-match'], mark, headers['accept-encoding']);
  if (etag === undefined) return undefined;
  if (mayHaveMore(question)) holdFor(held, question);
  return { etag, revision };
}

/** @throws NotReady where it takes long to write it */
function jsonAnswer(question: Question, { soFar }: Request): Answer {
  if (soFar?.answer !== undefined) return soFar.answer;
  const writing = rowsAnswer(question);
  const written = runBriefly(writing);
  if (written !== undefined) return written.value;
  const { served, view } = question;
  throw new NotReady(async (run) => ({ rows: { served, view }, answer: await run(writing) }));
}

function answerAnew({ held }: Reading, question: Question, request: Request, coding: Coding): Answer {
  const { format } = request;
  const answer = format === 'json' ? jsonAnswer(question, request) : fileAnswer(question, format, coding);
  if (answer.hasCursor === true) holdFor(held, question);
  return answer;
}

/**
 * Finds the answer to a question. One that has been asked before, of the same rows, is a look into a map; one that nobody asks a
 * second time is not kept where it would push out another.
 *
 * @param headers of the request: what the client has already, and the codings that it can read
 * @throws Refusal what `questionOf` and the form of the answer refuse
 */
export function findRows(reading: Reading, request: Request, headers: IncomingHttpHeaders, served: ServedTab): Found {
  const { answers, doorkeeper, held } = reading;
  const coding = codingAccepted(headers['accept-encoding']);
  const key = rowsKey(request, served.revision, coding);
  const kept = answers.get(key);
  if (kept !== undefined) {
    if (kept.hasCursor === true) held.hold(request.tab.id, served, served.view());
    return { answer: kept, key, keeping: 'kept' };
  }
  const question = questionOf(reading, request, served);
  const unchanged = unchangedFor(reading, question, headers);
  if (unchanged !== undefined) return { unchanged, key, keeping: 'not' };
  const answer = answerAnew(reading, question, request, coding);
  // One of an earlier revision is not kept.
  const mayKeep = question.view.revision === served.revision && (!answers.isFilling || doorkeeper.knows(key));
  return { answer, key, keeping: mayKeep ? 'keep' : 'not' };
}
