import type { Kysely } from 'kysely';
import { limits } from '../../contract/limits';
import { DRIVE_BYTES } from '../../contract/plans';
import type { Database } from '../database/schema';
import { planLimitsOf } from '../plans/planLimits';
import { driveFull, noRoomForFile } from '../plans/planRefusals';
import { driveBytesOf, lockedPlanNameOf } from '../plans/plansRepository';
import { Refusal } from '../refusal';

/** What somebody may still upload. */
export interface UploadRoom {
  /** Bytes of the largest file. */
  readonly most: number;
  /** Why a larger one is refused. @param bytes of the file, as far as they are known */
  readonly refusal: (bytes: number) => Refusal;
}

const tooLarge = () =>
  new Refusal('too_large', `This file is larger than ${limits.uploadBytes / 1024 / 1024} MB.`, {
    hint: 'Split the spreadsheet into smaller files.',
  });

/** The largest file that fits: into the plan, the drive, and what anybody may upload. */
export async function uploadRoomOf(db: Kysely<Database>, personId: string): Promise<UploadRoom> {
  const plan = await planLimitsOf({ db }).of(personId);
  const left = Math.max(0, DRIVE_BYTES - (await driveBytesOf(db, personId)));
  const most = Math.min(limits.uploadBytes, plan?.uploadBytes ?? limits.uploadBytes);
  if (left < most) return { most: left, refusal: (bytes) => (bytes > limits.uploadBytes ? tooLarge() : driveFull()) };
  return {
    most,
    refusal: (bytes) => (plan === undefined || bytes > limits.uploadBytes ? tooLarge() : noRoomForFile(plan, bytes)),
  };
}

/**
 * Sees to it, in the transaction that adds a file, that the drive holds it. Of two at once only one takes the last room.
 *
 * @throws Refusal `drive_full`
 */
export async function takeDriveRoom(trx: Kysely<Database>, personId: string, bytes: number): Promise<void> {
  await lockedPlanNameOf(trx, personId);
  if ((await driveBytesOf(trx, personId)) + bytes > DRIVE_BYTES) throw driveFull();
}
