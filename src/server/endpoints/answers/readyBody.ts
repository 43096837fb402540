import type { FoundRows } from '../engine/engine';
import type { Room } from '../engine/room';
import { takeRoom } from './rooms';

/** A body, and the memory it lies in: longer behind it, and with {@link HEADROOM} before it. */
export interface ReadyBody {
  readonly bytes: Buffer;
  readonly room: Room;
}

/** Bytes before a body, where a head can be written, so that both are sent as one. */
export const HEADROOM = 1024;

/**
 * Writes a body: rows, and what stands before and behind them.
 *
 * @param before in ASCII
 * @param behind at least one character
 */
export function readyBody(before: string, rows: FoundRows, behind: string): ReadyBody {
  const start = HEADROOM + before.length;
  const end = start + rows.bytes;
  // What is written of the rows may end with a byte too many, which what stands behind them covers.
  const length = end + Buffer.byteLength(behind);
  const room = takeRoom(length);
  const { bytes } = room;
  for (let at = 0; at < before.length; at += 1) bytes[HEADROOM + at] = before.charCodeAt(at);
  rows.write(room, start);
  bytes.write(behind, end);
  return { bytes: bytes.subarray(HEADROOM, length), room };
}
