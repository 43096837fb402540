import { createReadStream } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { FastifyBaseLogger } from 'fastify';
import { virusScans } from '../counters';
import { busy, Refusal } from '../refusal';
import type { ClamdAddress } from '../settingKinds';
import type { Settings } from '../settings';
import { withFirstSignal } from '../timeLimits';

/** Maximum characters of a reply; a verdict is one short line. */
const MAX_REPLY_LENGTH = 4_096;

/** Frames each chunk with its length in four bytes, in network order; an empty one ends the stream (clamd(8), INSTREAM). */
async function* frameChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of chunks) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

/** Reads the reply to a command with the prefix z: one line that ends with NUL. */
async function replyOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const data of socket) {
    text += String(data);
    const end = text.indexOf('\0');
    if (end >= 0) return text.slice(0, end);
    if (text.length > MAX_REPLY_LENGTH) break;
  }
  throw new Error('clamd ended the connection without an answer.');
}

/**
 * Sends a file to ClamAV's daemon, which need not share a disk with this server.
 *
 * @param signal aborts the scan
 * @returns the name of the virus that was found, undefined for a clean file
 * @throws Error if clamd cannot be reached, closes the connection, or rejects the file (its `StreamMaxLength`, for example)
 */
async function scanFile(address: ClamdAddress, file: string, signal: AbortSignal): Promise<string | undefined> {
  const options: NetConnectOpts = { ...address, signal };
  const socket = connect(options);
  // The reply is valid even if clamd closes the connection before it has read everything.
  pipeline(frameChunks(createReadStream(file)), socket, { end: false }).catch((error: Error) => socket.destroy(error));
  try {
    const reply = await replyOf(socket);
    if (reply === 'stream: OK') return undefined;
    const virus = /^stream: (.+) FOUND$/.exec(reply)?.[1];
    if (virus === undefined) throw new Error(`clamd did not scan the file: ${JSON.stringify(reply)}`);
    return virus;
  } finally {
    socket.destroy();
  }
}

/** Milliseconds to wait for a verdict; the largest upload is scanned in less. */
const SCAN_TIMEOUT_MS = 60_000;

const infected = (virus: string) =>
  new Refusal('unsafe_workbook', `The virus scanner found ${JSON.stringify(virus.slice(0, 100))} in this file.`, {
    hint: 'Nothing of it was kept. Scan the computer that it comes from, and upload a clean copy.',
  });

const notScanned = () =>
  busy(
    'Files cannot be scanned for viruses at the moment, so this one was not taken.',
    10,
    'Try again in a minute. If it goes on, tell whoever runs this server.',
  );

/**
 * Scans a file with the daemon of `CLAMAV_ADDRESS`, before anything parses or stores it. Without that setting every file passes.
 *
 * @param file its path
 * @param signal aborted when the client disconnects
 * @throws Refusal `unsafe_workbook` for a virus, `busy` if the scanner gave no verdict
 */
export async function scanForViruses(
  { clamavAddress }: Pick<Settings, 'clamavAddress'>,
  file: string,
  log: FastifyBaseLogger,
  signal: AbortSignal,
  timeoutMs = SCAN_TIMEOUT_MS,
): Promise<void> {
  if (clamavAddress === undefined) return;
  const signals = [signal, AbortSignal.timeout(timeoutMs)];
  const virus = await withFirstSignal(signals, (first) => scanFile(clamavAddress, file, first)).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      virusScans.inc({ outcome: 'failed' });
      log.error({ err: error }, 'a file was not scanned for viruses');
      throw notScanned();
    },
  );
  virusScans.inc({ outcome: virus === undefined ? 'clean' : 'found' });
  if (virus === undefined) return;
  log.warn({ virus }, 'a virus was found in an upload');
  throw infected(virus);
}
