import { visibilityKeyOf } from '../../access/caller';
import type { SharedCache } from '../../store/memory/memory';
import type { RowsRequest } from '../rowsRoute';
import type { Coding, Part } from './bodies';

/** What an answer's headers tell beside its body. */
export interface Told {
  readonly revision: number;
  readonly total?: number | undefined;
  /** URL of the next page. */
  readonly next?: string | undefined;
}

/** An answer, with the bodies of it that are ready. */
export interface Answer {
  /** Tells it apart; see `markFor`. */
  readonly mark: string;
  readonly told: Told;
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

/**
 * The key of an answer of rows: the tab, its revision, the columns that the caller may see, the format, and the whole question,
 * whether it came in the address or in a body. It is made for every request, hence no JSON.
 *
 * @param revision of the tab's rows as they are now
 * @param coding the one that is welcome: JSON is cached with its bodies in every coding, a file in the one it was written in
 * @param staleMark tells apart which cells are older than their inputs, where any are
 */
export function rowsKey(
  request: Omit<RowsRequest, 'project' | 'cacheControl'>,
  revision: number,
  coding: Coding,
  staleMark = '',
): string {
  const { tab, caller, url, query, format, withColumns } = request;
  const visible = visibilityKeyOf(caller, tab.id);
  const form = format === 'json' ? format : `${format} ${coding}`;
  const asked = 'text' in query ? query.text : JSON.stringify(query.body);
  const kind = `${'text' in query ? 'rows' : 'query'}${withColumns ? '+' : ''}`;
  // No part holds a space but those whose length is told.
  return `${kind} ${tab.id} ${revision} ${staleMark} ${visible} ${form} ${tab.title.length} ${url.length} ${tab.title}${url}${asked}`;
}
