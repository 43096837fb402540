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

/** What of a request's headers has a say in the answer. */
export interface Wishes {
  /** `Accept-Encoding` */
  readonly coding?: string | undefined;
  /** `If-None-Match` */
  readonly tags?: string | undefined;
}

/** An answer, or word that the client has it already. */
type Outcome =
  | { readonly answer: Answer; readonly unchanged?: undefined }
  | { readonly answer?: undefined; readonly unchanged: Unchanged };

/** What is sent for a question. */
export type Found = Outcome & {
  /** What was asked: the answer is kept by it. */
  readonly key: string;
  readonly keeping: Keeping;
};

/** A question, and what is asked of the answer. */
export interface Asking {
  readonly request: Request;
  readonly wishes: Wishes;
}

function unchangedFor({ mark, revision }: Question, { tags, coding }: Wishes): Unchanged | undefined {
  const etag = tags === undefined ? undefined : tagAtHand(tags, mark, coding);
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

function answerAnew(question: Question, { request, wishes }: Asking): Answer {
  const { format } = request;
  return format === 'json'
    ? jsonAnswer(question, request)
    : fileAnswer(question, format, codingAccepted(wishes.coding));
}

function readyAnswer(answer: Answer, { wishes }: Asking): Outcome {
  const { revision } = answer.told;
  const etag = tagAtHand(wishes.tags, answer.mark, wishes.coding);
  return etag === undefined ? { answer } : { unchanged: { etag, revision } };
}

/** Whether an answer may be kept: one of an earlier revision is not. */
const isKeepable = ({ view }: Question, served: ServedTab) => view.revision === served.revision;

/**
 * Finds the answer to a question by looking at the rows.
 *
 * @throws Refusal what `questionOf` and the form of the answer refuse
 */
export function findNew(reading: Reading, asking: Asking, served: ServedTab): Outcome & { isKeepable: boolean } {
  const question = questionOf(reading, asking.request, served);
  const unchanged = unchangedFor(question, asking.wishes);
  if (unchanged !== undefined) return { unchanged, isKeepable: false };
  return { answer: answerAnew(question, asking), isKeepable: isKeepable(question, served) };
}

/** The answer to a question, where it is kept; nothing is looked at. */
export function findKept(reading: Reading, asking: Asking, served: ServedTab): Found | undefined {
  const { request, wishes } = asking;
  const key = rowsKey(request, served.revision, codingAccepted(wishes.coding));
  const answer = reading.answers.get(key);
  return answer && { ...readyAnswer(answer, asking), key, keeping: 'kept' };
}

/**
 * Finds the answer to a question. One that has been asked before, of the same rows, is a look into a map.
 *
 * @param isRepeated whether it has been asked before, as far as anybody knows: only then is the answer worth keeping
 * @throws Refusal what `questionOf` and the form of the answer refuse
 */
export function findRows(
  reading: Reading,
  asking: Asking,
  served: ServedTab,
  isRepeated: (key: string) => boolean,
): Found {
  const kept = findKept(reading, asking, served);
  if (kept !== undefined) return kept;
  const { isKeepable: mayKeep, ...outcome } = findNew(reading, asking, served);
  const key = rowsKey(asking.request, served.revision, codingAccepted(asking.wishes.coding));
  const keeping = mayKeep && (!reading.answers.isFilling || isRepeated(key)) ? 'keep' : 'not';
  return { ...outcome, key, keeping };
}
