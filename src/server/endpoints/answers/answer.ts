import type { Headroom } from '../../http/readyHead';
import type { Told } from '../answerHeaders';
import type { Lru } from '../engine/lru';
import { type Coding, coded, SHORTEST_CODED } from './coding';
import type { Room } from '../engine/room';
import { joined, lengthOf, type Part } from './parts';
import { HEADROOM } from './readyBody';
import { giveBack } from './rooms';

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
  /** The memory that the body in `identity` lies in, where it may be used again; see {@link release}. */
  readonly room?: Room;
  /** Whether a cursor is in it. */
  readonly hasCursor?: boolean;
  /** A file that is written out, or was; everything else has a body in `identity`, or its parts. */
  readonly file?: WrittenFile;
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

/**
 * Gives back the memory of an answer's body, for the next answer to be written to. To be called once, and only when the body is
 * in the system's hands to the last byte and nobody keeps the answer or its body. Whoever is not sure does not call it.
 */
export function release({ room }: Answer): void {
  if (room !== undefined) giveBack(room);
}

/** Where the head of an answer can be written, before its body; only for whoever may {@link release} it. */
export function headroomOf({ room, bodies: { identity } }: Answer): Headroom | undefined {
  if (room === undefined || identity === undefined) return undefined;
  return { bytes: room.bytes, start: HEADROOM, end: HEADROOM + identity.length };
}

/** Finished answers by what was asked. */
export type Answers = Lru<Answer>;

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
