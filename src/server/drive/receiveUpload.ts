import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits';
import { DRIVE_BYTES } from '../../contract/plans';
import { refusedKind, uploadEndings } from '../../contract/uploadKinds';
import type { Db } from '../database/schema';
import { logOf } from '../http/logging';
import { writeNewFile } from '../newFile';
import type { Base } from '../parts';
import { driveBytesOf, lockedPlanNameOf, type PlanLimits } from '../plans/planLimits';
import { driveFull, noRoomForFile } from '../plans/planRefusals';
import { Refusal } from '../refusal';
import { cleanTitle } from '../titles';
import { scanForViruses } from './virusScan';

/** Dependencies of an upload. */
interface UploadContext extends Pick<Base, 'db' | 'settings'> {
  readonly planLimits: PlanLimits;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Upload in a temporary file. */
export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  /** Name for storage and download: no folders, at most 300 characters before its extension. */
  readonly fileName: string;
  /** Name without its extension: the spreadsheet's title. */
  readonly title: string;
}

/** Maximum bytes of a multipart body besides the file: boundaries, headers and a few small fields. */
const MAX_OVERHEAD_BYTES = 64 * 1024;

const multipartLimits = { files: 1, fields: 10, fieldSize: 1024, parts: 11, headerPairs: 50 };

const noFile = () =>
  new Refusal('invalid_request', 'Send the spreadsheet in a multipart field called file.', {
    errors: [{ field: 'file', detail: 'The field is missing.' }],
  });

const incomplete = () => new Refusal('malformed_request', 'The upload did not arrive whole. Upload the file again.');

/** Returns whether an error is ours: errors of the file system have a `syscall`; all others come from a broken or aborted body. */
const isServerError = (error: unknown) => error instanceof Refusal || (error instanceof Error && 'syscall' in error);

/** Reads the rest of a body, because most clients read no response before they have sent everything. */
function discardRest({ raw }: FastifyRequest) {
  raw.unpipe();
  raw.resume();
}

/**
 * Cleans a file's name, which may be malicious.
 *
 * @throws Refusal `unsupported_media_type` if the name has no known extension
 */
function namesOf(sent: string): Pick<ReceivedFile, 'fileName' | 'title'> {
  const name = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1).trim();
  const extension = uploadEndings.find((ending) => name.toLowerCase().endsWith(ending));
  if (extension === undefined) throw new Refusal('unsupported_media_type', refusedKind(name) ?? '');
  const title = cleanTitle(name.slice(0, -extension.length)) || 'Untitled';
  return { title, fileName: title + extension };
}

async function store(part: MultipartFile, path: string, limit: UploadLimit, signal: AbortSignal) {
  part.file.once('limit', () => part.file.destroy(limit.refusal(part.file.bytesRead)));
  await writeNewFile(path, [part.file], signal);
  // A small file may have exceeded its limit before the listener was added.
  if (part.file.truncated) throw limit.refusal(part.file.bytesRead);
  return part.file.bytesRead;
}

/** Streams the field `file` of a request into a new file, and has it scanned. */
async function receive({ settings, signal }: UploadContext, request: FastifyRequest, path: string, limit: UploadLimit) {
  try {
    const fileLimits = { ...multipartLimits, fileSize: limit.bytes };
    const part = await request.file({ limits: fileLimits, throwFileSizeLimit: false });
    if (part?.fieldname !== 'file') throw noFile();
    const received = { ...namesOf(part.filename), path, bytes: await store(part, path, limit, signal) };
    await scanForViruses(settings, path, logOf(request), signal);
    return received;
  } catch (error) {
    discardRest(request);
    throw isServerError(error) ? error : incomplete();
  }
}

/** Returns the folder of temporary files. It is emptied at the next start at the latest. */
export const uploadsFolder = ({ dataDir }: Base['settings']) => join(dataDir, 'uploads');

/** Provides a path for a temporary file, which is removed when `use` ends. */
export async function withTemporaryPath<T>(settings: Base['settings'], use: (path: string) => Promise<T>): Promise<T> {
  const path = join(uploadsFolder(settings), randomUUID());
  try {
    return await use(path);
  } finally {
    // One that cannot be removed now is removed at the next start; what `use` has done stays done.
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/**
 * Receives the field `file` of a multipart request within the person's quota. The file is temporary, scanned for viruses, and never
 * in memory as a whole.
 *
 * @throws Refusal `too_large`, `plan_limit` or `drive_full` as soon as that is known, `unsupported_media_type` for a wrong
 * extension, `invalid_request` without such a field, `malformed_request` for an aborted body, `unsafe_workbook` for a virus, `busy`
 * if the virus scanner does not respond; what `use` throws
 */
export async function withUpload<T>(
  context: UploadContext,
  request: FastifyRequest,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const { db, settings, planLimits } = context;
  const limit = await uploadLimitOf(db, planLimits, request.person.id);
  const announcedBytes = Number(request.headers['content-length'] ?? 0) - MAX_OVERHEAD_BYTES;
  if (announcedBytes > limit.bytes) throw limit.refusal(announcedBytes);
  return withTemporaryPath(settings, async (path) => use(await receive(context, request, path, limit)));
}

/** Maximum size of an upload of a person at this time. */
interface UploadLimit {
  readonly bytes: number;
  /** Returns the refusal of a larger file. @param bytes of the file, as far as known */
  readonly refusal: (bytes: number) => Refusal;
}

const tooLarge = () =>
  new Refusal('too_large', `This file is larger than ${limits.uploadBytes / 1024 / 1024} MB.`, {
    hint: 'Split the spreadsheet into smaller files.',
  });

/** Returns the smallest of three limits: of any upload, of the person's plan, and of the rest of the drive's quota. */
export async function uploadLimitOf(db: Db, planLimits: PlanLimits, personId: string): Promise<UploadLimit> {
  const plan = await planLimits.of(personId);
  const remaining = Math.max(0, DRIVE_BYTES - (await driveBytesOf(db, personId)));
  const max = Math.min(limits.uploadBytes, plan?.uploadBytes ?? limits.uploadBytes);
  const refusal = (bytes: number) => {
    if (bytes > limits.uploadBytes) return tooLarge();
    if (remaining < max) return driveFull();
    return plan === undefined ? tooLarge() : noRoomForFile(plan, bytes);
  };
  return { bytes: Math.min(remaining, max), refusal };
}

/**
 * Checks the quota again in the transaction that adds a file. The lock serializes uploads of one person.
 *
 * @throws Refusal `drive_full`
 */
export async function checkDriveQuota(trx: Db, personId: string, bytes: number): Promise<void> {
  await lockedPlanNameOf(trx, personId);
  if ((await driveBytesOf(trx, personId)) + bytes > DRIVE_BYTES) throw driveFull();
}
