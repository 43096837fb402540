import { createRoom, type Room } from '../engine/room';

/** Rooms are as long as so many bytes, or twice, three times as many. */
const STEP = 1024;
/** Longer ones, in bytes, are made anew each time, and so are those of one step, which cost little. */
const LONGEST = 64 * 1024;
/** Bytes of rooms that wait to be used again. */
const MOST = 8 * 1024 * 1024;

const free: Room[][] = Array.from({ length: LONGEST / STEP + 1 }, () => []);
let waiting = 0;

/**
 * A room of at least so many bytes. Memory that was written lately is still at hand for the processor, and need not be asked
 * for or cleared away: of an answer of some kilobytes that is a good part of the work.
 */
export function takeRoom(length: number): Room {
  if (length <= STEP || length > LONGEST) return createRoom(length);
  const steps = Math.ceil(length / STEP);
  const room = free[steps]?.pop();
  if (room === undefined) return createRoom(steps * STEP);
  waiting -= steps * STEP;
  return room;
}

/** Takes back a room that nobody reads or writes any more. */
export function giveBack(room: Room): void {
  const { length } = room.bytes;
  if (length <= STEP || length > LONGEST || length % STEP !== 0 || waiting + length > MOST) return;
  waiting += length;
  free[length / STEP]?.push(room);
}
