import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { writeNewFile } from '../newFile';
import { Refusal } from '../refusal';
import type { UploadRoom } from './driveRoom';
import { nameFile, type NamedFile } from './fileNames';
import type { VirusScan } from './virusScan';

/** Where an upload goes, and what it has to pass. */
export interface Receiving {
  /** An existing folder. */
  readonly folder: string;
  /** How large it may be. */
  readonly room: UploadRoom;
  readonly scan: VirusScan;
}

/** An upload that has arrived whole, in a temporary file that whoever asked for it removes. */
export interface ReceivedFile extends NamedFile {
  readonly path: string;
  readonly bytes: number;
}

/** What a multipart body may hold around the file: its boundaries, its headers and a few small fields. */
const AROUND_THE_FILE = 64 * 1024;

const multipartLimits = { files: 1, fields: 10, fieldSize: 1024, parts: 11, headerPairs: 50 };

const noFile = () =>
  new Refusal('invalid_request', 'Send the spreadsheet in a multipart field called file.', {
    errors: [{ field: 'file', detail: 'The field is missing.' }],
  });

const incomplete = () => new Refusal('malformed_request', 'The upload did not arrive whole. Upload the file again.');

/** Trouble with the disk is ours; every other failure while receiving is a body that is broken or has broken off. */
const isOurs = (error: unknown) => error instanceof Refusal || (error instanceof Error && 'syscall' in error);

/** Most clients, browsers among them, read an answer only when they have sent everything: the rest is read and let go. */
function discardRest({ raw }: FastifyRequest) {
  raw.unpipe();
  raw.resume();
}

async function store(part: MultipartFile, path: string, room: UploadRoom, signal: AbortSignal) {
  part.file.once('limit', () => part.file.destroy(room.refusal(part.file.bytesRead)));
  await writeNewFile(path, [part.file], signal);
  // A small file may have come to its limit before anybody listened.
  if (part.file.truncated) throw room.refusal(part.file.bytesRead);
  return part.file.bytesRead;
}

/**
 * Streams the field `file` of a multipart request into a temporary file; it is never held in memory.
 *
 * @param signal aborted when the client has gone away
 * @throws Refusal `too_large`, `plan_limit` or `drive_full` as soon as that is known, `unsupported_media_type` for a wrong ending, `invalid_request`
 *   without such a field, `malformed_request` for a body that breaks off, `unsafe_workbook` for a virus, `busy` where that could not be seen
 */
export async function receiveUpload(
  request: FastifyRequest,
  { folder, room, scan }: Receiving,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const announced = Number(request.headers['content-length'] ?? 0) - AROUND_THE_FILE;
  if (announced > room.most) throw room.refusal(announced);
  const path = join(folder, randomUUID());
  try {
    const part = await request.file({
      limits: { ...multipartLimits, fileSize: room.most },
      throwFileSizeLimit: false,
    });
    if (part?.fieldname !== 'file') throw noFile();
    const received = { ...nameFile(part.filename), path, bytes: await store(part, path, room, signal) };
    await scan(path, request.log, signal);
    return received;
  } catch (error) {
    await rm(path, { force: true });
    discardRest(request);
    throw isOurs(error) ? error : incomplete();
  }
}
