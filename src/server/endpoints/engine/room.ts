/** Memory that is written to: the same bytes one at a time, and eight at a time. */
export interface Room {
  readonly bytes: Buffer;
  readonly words: DataView;
}

/** Bytes that are there, as memory that is written to or copied from. */
export const roomOf = (bytes: Buffer): Room => ({
  bytes,
  words: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
});

/** Memory of its own, with whatever was in it before. */
export const createRoom = (length: number): Room => roomOf(Buffer.allocUnsafeSlow(length));
