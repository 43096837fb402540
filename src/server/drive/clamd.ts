import { createReadStream } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Where clamd listens: TCP, or a Unix socket. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** What clamd says of a file: what it has found in it, or nothing. */
export interface Verdict {
  readonly virus?: string;
}

/** Characters of an answer, at most; a verdict is one short line. */
const LONGEST_REPLY = 4_096;

/** Each chunk behind its length in four bytes, in network order; one without bytes is the last (clamd(8), INSTREAM). */
async function* framed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of chunks) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

/** Commands that begin with z are answered by one line that ends with NUL. */
async function replyOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const data of socket) {
    text += String(data);
    const end = text.indexOf('\0');
    if (end >= 0) return text.slice(0, end);
    if (text.length > LONGEST_REPLY) break;
  }
  throw new Error('clamd ended the connection without an answer.');
}

function verdictOf(reply: string): Verdict {
  if (reply === 'stream: OK') return {};
  const virus = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (virus === undefined) throw new Error(`clamd did not scan the file: ${JSON.stringify(reply)}`);
  return { virus };
}

/**
 * Has ClamAV's daemon look at a file, which is sent over the connection: the two need not share a disk.
 *
 * @param signal ends it
 * @throws where there is no verdict: clamd is not there, ends the connection, or refuses (its `StreamMaxLength`, for example)
 */
export async function scanFile(address: ClamdAddress, file: string, signal: AbortSignal): Promise<Verdict> {
  const options: NetConnectOpts = { ...address, signal };
  const socket = connect(options);
  // What clamd says is what counts, also where it ends the connection before it has read everything.
  pipeline(framed(createReadStream(file)), socket, { end: false }).catch((error: Error) => socket.destroy(error));
  try {
    return verdictOf(await replyOf(socket));
  } finally {
    socket.destroy();
  }
}
