import { Refusal } from '../refusal';

/** Result of a job, as sent between threads. */
export type Reply =
  | { readonly output: unknown }
  | { readonly refusal: Pick<Refusal, 'code' | 'detail' | 'extras'> }
  | { readonly failure: Pick<NodeJS.ErrnoException, 'message' | 'stack' | 'code'> };

/** Converts an error to a reply: structured cloning would lose its class. */
export function replyTo(thrown: unknown): Reply {
  if (thrown instanceof Refusal) {
    return { refusal: { code: thrown.code, detail: thrown.detail, extras: thrown.extras } };
  }
  const { message, stack, code }: NodeJS.ErrnoException = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { failure: { message, stack, code } };
}

/** Restores the error passed to `replyTo`. */
export function errorOf(reply: Exclude<Reply, { output: unknown }>): Error {
  if ('refusal' in reply) return new Refusal(reply.refusal.code, reply.refusal.detail, reply.refusal.extras);
  return Object.assign(new Error(reply.failure.message), reply.failure);
}

/** Restores buffers in plain objects and arrays: they arrive in another thread as bare `Uint8Array`s. Other typed arrays stay. */
export function withBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map(withBuffers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withBuffers(part)]));
}

/**
 * Returns the memory of every buffer and typed array in a value, to be transferred instead of copied. Small buffers share their
 * memory with others (Node's pool), and are copied.
 */
export function transferablesOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    const { buffer } = value;
    return buffer instanceof ArrayBuffer && buffer.byteLength === value.byteLength ? [buffer] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(transferablesOf);
}
