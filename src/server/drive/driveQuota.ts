import type { Kysely } from 'kysely';
import { limits } from '../../contract/limits';
import { DRIVE_BYTES } from '../../contract/plans';
import type { Database } from '../database/schema';
import type { PlanLimits } from '../plans/planLimits';
import { driveFull, noRoomForFile } from '../plans/planRefusals';
import { driveBytesOf, lockedPlanNameOf } from '../plans/plansRepository';
import { Refusal } from '../refusal';

/** The largest file that a person can upload now. */
export interface UploadLimit {
  readonly bytes: number;
  /** Why a larger file is refused. @param bytes of the file, as far as they are known */
  readonly refusal: (bytes: number) => Refusal;
}

const tooLarge = () =>
  new Refusal('too_large', `This file is larger than ${limits.uploadBytes / 1024 / 1024} MB.`, {
    hint: 'Split the spreadsheet into smaller files.',
  });

/** The smallest of three limits: of any upload, of the person's plan, and what is left of the drive's quota. */
export async function uploadLimitOf(
  db: Kysely<Database>,
  planLimits: PlanLimits,
  personId: string,
): Promise<UploadLimit> {
  const plan = await planLimits.of(personId);
  const left = Math.max(0, DRIVE_BYTES - (await driveBytesOf(db, personId)));
  const most = Math.min(limits.uploadBytes, plan?.uploadBytes ?? limits.uploadBytes);
  const refusal = (bytes: number) => {
    if (bytes > limits.uploadBytes) return tooLarge();
    if (left < most) return driveFull();
    return plan === undefined ? tooLarge() : noRoomForFile(plan, bytes);
  };
  return { bytes: Math.min(left, most), refusal };
}

/**
 * Checks the quota again in the transaction that adds a file; uploads of one person wait for each other here.
 *
 * @throws Refusal `drive_full`
 */
export async function checkDriveQuota(trx: Kysely<Database>, personId: string, bytes: number): Promise<void> {
  await lockedPlanNameOf(trx, personId);
  if ((await driveBytesOf(trx, personId)) + bytes > DRIVE_BYTES) throw driveFull();
}
