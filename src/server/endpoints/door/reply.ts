import type { Piece } from '../../http/readyHead';
import { ownHeaders, unchangedHeaders } from '../answerHeads';
import type { Answer } from '../answers/answer';
import type { Coding } from '../answers/coding';
import type { Part } from '../answers/parts';
import { entityTagOf } from '../conditional';
import type { Unchanged } from '../sendAnswer';
import { fieldsText } from '../../http/fieldsText';
import type { Place } from './places';

/** An answer as a door has it: ready but for what is counted. */
export interface Reply {
  readonly status: 200 | 304;
  readonly fields: string;
  readonly pieces: readonly Piece[];
  /** Whether a finished body is sent again. */
  readonly fromCache: boolean;
  /** An answer that nobody keeps: its memory can be used again once it is sent. */
  readonly spent?: Answer | undefined;
}

const NOTHING: readonly Piece[] = [];

/** Says that the client has it already. */
export const unchangedReply = (place: Place, unchanged: Unchanged, fromCache: boolean): Reply => ({
  status: 304,
  fields: place.fields + fieldsText(unchangedHeaders(unchanged)),
  pieces: NOTHING,
  fromCache,
});

/** A body in pieces, and how many bytes it has. */
export interface Pieces {
  readonly pieces: readonly Piece[];
  readonly bytes: number;
}

/** The fields of `ownHeaders`, for what is asked most often: nothing in them needs a second look. */
function plainFields({ mark, told: { revision, total, next }, type }: Answer): string {
  const count = total === undefined ? '' : `x-total-count: ${total}\r\n`;
  const link = next === undefined ? '' : `link: <${next}>; rel="next"\r\n`;
  return `x-tabpoint-revision: ${revision}\r\n${count}${link}etag: ${entityTagOf(mark, 'identity')}\r\ncontent-type: ${type}\r\n`;
}

/** Fields of an answer in full. */
export function fieldsOf(place: Place, answer: Answer, coding: Coding, bytes: number): string {
  const isPlain = coding === 'identity' && answer.file === undefined;
  const own = isPlain ? plainFields(answer) : fieldsText(ownHeaders(answer, coding));
  return `${place.fields}${own}content-length: ${bytes}\r\n`;
}

/** A text as bytes, where it is not ASCII. */
function pieceOf(text: string): Piece {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text);
}

/** The parts of a body as they are sent: texts that follow each other are one piece, bytes stay where they lie. */
export function piecesOf(parts: readonly Part[]): Pieces {
  const pieces: Piece[] = [];
  let bytes = 0;
  let text = '';
  const add = (piece: Piece) => {
    pieces.push(piece);
    bytes += piece.length;
  };
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      if (text !== '') add(pieceOf(text));
      text = '';
      add(part);
    }
  }
  if (text !== '') add(pieceOf(text));
  return { pieces, bytes };
}
