import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, rowsKey } from './answers/answer';
import { codingAccepted } from './answers/coding';
import type { ServedTab } from '../store/memory/engine';
import { runBriefly } from '../yieldToEventLoop';
import { tagAtHand } from './headers';
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

function unchangedFor({ mark, revision }: Question, headers: IncomingHttpHeaders): Unchanged | undefined {
  const etag = tagAtHand(headers['if-none-match'], mark, headers['accept-encoding']);
  return etag === undefined ? undefined : { etag, revision };
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

/** Whether a question has been asked before; from now on it has. An answer that is needed once would push out one that is needed again. */
function wasAskedLately({ asked }: Reading, key: string): boolean {
  const was = asked.has(key);
  asked.set(key, true);
  return was;
}

/**
 * Finds the answer to a question. One that has been asked before, of the same rows, is a look into a map; one that nobody asks a
 * second time is not kept where it would push out another.
 *
 * @param headers of the request: what the client has already, and the codings that it can read
 * @throws Refusal what `questionOf` and the form of the answer refuse
 */
export function findRows(reading: Reading, request: Request, headers: IncomingHttpHeaders, served: ServedTab): Found {
  const { answers } = reading;
  const coding = codingAccepted(headers['accept-encoding']);
  const key = rowsKey(request, served.revision, coding);
  const kept = answers.get(key);
  if (kept !== undefined) return { answer: kept, key, keeping: 'kept' };
  const question = questionOf(reading, request, served);
  const unchanged = unchangedFor(question, headers);
  if (unchanged !== undefined) return { unchanged, key, keeping: 'not' };
  const { format } = request;
  const answer = format === 'json' ? jsonAnswer(question, request) : fileAnswer(question, format, coding);
  // One of an earlier revision is not kept.
  const mayKeep = question.view.revision === served.revision && (!answers.isFilling || wasAskedLately(reading, key));
  return { answer, key, keeping: mayKeep ? 'keep' : 'not' };
}
