/** Memory that is written to: the same bytes one at a time, and eight at a time. */
export interface Room {
  readonly bytes: Buffer;
  readonly words: DataView;
}

/** Memory of its own, with whatever was in it before. */
export function createRoom(length: number): Room {
  const bytes = Buffer.allocUnsafeSlow(length);
  return { bytes, words: new DataView(bytes.buffer, bytes.byteOffset, length) };
}
