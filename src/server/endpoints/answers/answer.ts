import { hash } from 'node:crypto';
import type { RowsMeta } from '../../../contract/rows';
import type { SharedCache } from '../../store/memory/memory';

/** Content codings of responses (RFC 9110, section 8.4.1). */
export type Coding = 'identity' | 'gzip' | 'br';

/** Part of a body: text, or encoded bytes. */
export type Part = string | Buffer;

/** Response, with the bodies of it that are complete. */
export interface Answer {
  /** Entity tag without quotes and coding (see `entityTagOf`). */
  readonly tag: string;
  /** Values for headers. */
  readonly meta: Pick<RowsMeta, 'revision'> & { readonly total?: number; readonly next?: string | undefined };
  /** Media type. */
  readonly type: string;
  /** Complete bodies by coding. */
  readonly bodies: Partial<Record<Coding, Buffer>>;
  /** Whether the buffer in `identity` is pooled (see `pooledBody`): it has to be copied before the response is cached. */
  readonly isPooled?: boolean;
  /** File that is written while it is sent, or was. All other responses have an `identity` body. */
  readonly file?: WrittenFile;
}

/** Returns a response that is complete, and changes only with its text. @param type media type */
export function textAnswer(text: string, type: string, revision: number): Answer {
  const tag = hash('sha256', text, 'base64url').slice(0, 22);
  return { tag, meta: { revision }, type, bodies: { identity: Buffer.from(text) } };
}

/** File that is too long to be in memory before it is sent. */
export interface WrittenFile {
  /** `Content-Disposition` */
  readonly disposition: string;
  /** Coding that the file is written in. */
  readonly coding: Coding;
  /** Writes the file in chunks. Absent once the body is complete. */
  readonly write?: () => AsyncGenerator<Buffer, void, undefined>;
}

/** Response cache, by request. */
export type Answers = SharedCache<Answer>;
