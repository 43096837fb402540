import { rowsHeaders, toldHeaders } from './answerHeaders';
import type { Answer } from './answers/answer';
import type { Coding } from './answers/coding';
import { entityTagOf } from './conditional';
import type { ReadProject } from './endpointsRepository';

/** What all answers of a project's rows have in common. */
export interface Basics {
  readonly project: ReadProject;
  /** When its rows were last written through the data API, in milliseconds since 1970, where that is known. */
  readonly writtenAt?: number | undefined;
  /** Who may keep it, and how long. */
  readonly cacheControl: string;
}

/** Which of the request's headers choose between answers at one address. */
const VARY = 'Accept, Accept-Encoding';

/** `Vary` of an answer that depends on other headers too. */
export const varyWith = (others: string): string => `${others}, ${VARY}`;

/** Headers that all answers have. */
export const basicHeaders = ({ project, cacheControl, writtenAt }: Basics): Record<string, string> => ({
  ...rowsHeaders(project, writtenAt),
  'cache-control': cacheControl,
  vary: VARY,
});

/** Headers of its own that a 304 has. */
export const unchangedHeaders = ({ etag, revision }: { readonly etag: string; readonly revision: number }) => ({
  ...toldHeaders({ revision }),
  etag,
});

/** Headers that an answer has of its own, in a coding. */
export const ownHeaders = ({ mark, told, type, file }: Answer, coding: Coding): Record<string, string> => ({
  ...toldHeaders(told),
  etag: entityTagOf(mark, coding),
  'content-type': type,
  ...(coding !== 'identity' && { 'content-encoding': coding }),
  ...(file !== undefined && { 'content-disposition': file.disposition }),
});

/** Headers that have been put together for an answer, and what for. */
interface Head extends Basics {
  readonly coding: Coding;
  readonly headers: Readonly<Record<string, string>>;
}

const heads = new WeakMap<Answer, Head>();

function makeHead(answer: Answer, coding: Coding, { project, cacheControl, writtenAt }: Basics): Head {
  const basics = { project, cacheControl, writtenAt };
  return { ...basics, coding, headers: { ...basicHeaders(basics), ...ownHeaders(answer, coding) } };
}

const isOf = (head: Head, { project, cacheControl, writtenAt }: Basics) =>
  head.project === project && head.cacheControl === cacheControl && head.writtenAt === writtenAt;

/** The headers of an answer; those of a repeated one are at hand. */
export function headersOf(answer: Answer, coding: Coding, basics: Basics): Readonly<Record<string, string>> {
  const known = heads.get(answer);
  if (known?.coding === coding && isOf(known, basics)) return known.headers;
  const head = makeHead(answer, coding, basics);
  heads.set(answer, head);
  return head.headers;
}
