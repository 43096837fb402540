/** A piece of a body: a text, or bytes that are ready. */
export type Part = string | Buffer;

/** Bytes of all pieces together. */
export function lengthOf(parts: readonly Part[]): number {
  let length = 0;
  for (const part of parts) length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
  return length;
}

/** Puts the pieces of a body together, in one copy. */
export function joined(parts: readonly Part[]): Buffer {
  const whole = Buffer.allocUnsafe(lengthOf(parts));
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? whole.write(part, at) : part.copy(whole, at);
  return whole;
}
