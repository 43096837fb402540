import type { SharedCache } from '../../store/memory/memory';

/** The content codings that answers have (RFC 9110, section 8.4.1). */
export type Coding = 'identity' | 'gzip' | 'br';

/** A piece of a body: a text, or bytes that are ready. */
export type Part = string | Buffer;

/** What the headers of an answer of rows say beside its body. */
export interface AnswerMeta {
  readonly revision: number;
  readonly total?: number | undefined;
  /** URL of the next page. */
  readonly next?: string | undefined;
}

/** An answer, with the bodies of it that are ready. */
export interface Answer {
  /** Its entity tag, but for the coding (`entityTagOf`). */
  readonly tag: string;
  readonly meta: AnswerMeta;
  /** Its media type. */
  readonly type: string;
  /** Finished bodies by their coding. */
  readonly bodies: Partial<Record<Coding, Buffer>>;
  /** Whether the buffer in `identity` is pooled (see `readyBody`): to keep the answer, copy it. */
  readonly isPooled?: boolean;
  /** The body in `identity` while it is not put together: bytes in it may lie where the rows do. */
  readonly parts?: readonly Part[];
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

/** Finished answers by what was asked. */
export type Answers = SharedCache<Answer>;

/** What is answered; answers of different kinds never share a key. */
type Kind = 'rows' | 'row' | 'project' | 'schema' | 'openapi' | 'types';

/**
 * The key by which a finished answer is cached: a JSON array, so that two keys are the same only where every part is.
 *
 * @param parts everything that the answer depends on
 */
export const answerKey = (kind: Kind, ...parts: readonly unknown[]): string => JSON.stringify([kind, ...parts]);
