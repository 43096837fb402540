import { visibilityKeyOf } from '../../access/caller';
import type { SharedCache } from '../../store/memory/memory';
import type { AnswerHead, Told } from '../headers';
import type { Request } from '../question';
import { coded, type Coding, SHORTEST_CODED } from './coding';
import { joined, lengthOf, type Part } from './bodies';

/** An answer, with the bodies of it that are ready. */
export interface Answer {
  /** Tells it apart; see `markFor`. */
  readonly mark: string;
  readonly told: Told;
  /** Its media type. */
  readonly type: string;
  /** Finished bodies by their coding. */
  readonly bodies: Partial<Record<Coding, Buffer>>;
  /** The body in `identity` while it is not put together: bytes in it may lie where the rows do. */
  readonly parts?: readonly Part[];
  /** A file that is written out, or was; everything else has a body in `identity`, or its parts. */
  readonly file?: WrittenFile;
  /** The headers it was last sent with. */
  head?: AnswerHead;
}

/** What is too long to be held while it is written. */
export interface WrittenFile {
  /** `Content-Disposition` */
  readonly disposition: string;
  /** The coding it is, or was, written in. */
  readonly coding: Coding;
  /** Absent once the body is finished. */
  readonly write?: () => AsyncGenerator<Buffer, void, undefined>;
}

/** Finished answers by what was asked. */
export type Answers = SharedCache<Answer>;

const BYTES_PER_ANSWER = 2_000;

/** What a kept answer takes in memory, roughly. */
export const bytesOfAnswer = (key: string, { bodies }: Answer): number =>
  Object.values(bodies).reduce((sum, body) => sum + body.length, BYTES_PER_ANSWER + 2 * key.length);

/** The coding an answer is sent in when another one is welcome. */
export function codingFor({ bodies, parts = [], file }: Answer, welcome: Coding): Coding {
  if (file !== undefined) return file.coding;
  if (welcome === 'identity') return welcome;
  return (bodies.identity?.length ?? lengthOf(parts)) >= SHORTEST_CODED ? welcome : 'identity';
}

/** The answer with its body put together. */
export function assembled(answer: Answer): Answer {
  const { parts, ...rest } = answer;
  return parts === undefined ? answer : { ...rest, bodies: { identity: joined(parts) } };
}

/**
 * A finished body in a coding; made once for each.
 *
 * @returns undefined where the answer has to be written out
 */
export async function bodyIn({ bodies }: Answer, coding: Coding): Promise<Buffer | undefined> {
  const ready = bodies[coding];
  if (ready !== undefined || bodies.identity === undefined || coding === 'identity') return ready;
  const body = await coded(bodies.identity, coding);
  bodies[coding] = body;
  return body;
}

/** What is answered; answers of different kinds never share a key. */
type Kind = 'rows' | 'row' | 'project' | 'schema' | 'openapi' | 'types';

/**
 * The key by which a finished answer is cached: a JSON array, so that two keys are the same only where every part is.
 *
 * @param parts everything that the answer depends on
 */
export const answerKey = (kind: Kind, ...parts: readonly unknown[]): string => JSON.stringify([kind, ...parts]);

/**
 * The key of an answer of rows: the tab, its revision, the columns that the caller may see, the format, and the whole question,
 * whether it came in the address or in a body. It is made for every request, hence no JSON.
 *
 * @param revision of the tab's rows as they are now
 * @param coding the one that is welcome: JSON is cached with its bodies in every coding, a file in the one it was written in
 */
export function rowsKey(request: Request, revision: number, coding: Coding): string {
  const { tab, caller, url, query, format, withColumns } = request;
  const visible = visibilityKeyOf(caller, tab.id);
  const form = format === 'json' ? format : `${format} ${coding}`;
  const asked = 'text' in query ? query.text : JSON.stringify(query.body);
  const kind = `${'text' in query ? 'rows' : 'query'}${withColumns ? '+' : ''}`;
  // No part holds a space but those whose length is told.
  return `${kind} ${tab.id} ${revision} ${visible} ${form} ${tab.title.length} ${url.length} ${tab.title}${url}${asked}`;
}
