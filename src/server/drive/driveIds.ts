import { randomBytes } from 'node:crypto';
import { DRIVE_ID_PREFIX } from '../../contract/sheetUrl';

const DRIVE_ID = new RegExp(`^${DRIVE_ID_PREFIX}[A-Za-z0-9_-]{24}$`);

/** A new spreadsheet's id: `tpd_` and 24 URL-safe characters, 144 random bits. */
export const newDriveId = () => DRIVE_ID_PREFIX + randomBytes(18).toString('base64url');

/** Whether an id has the form of one of ours; others need not be looked up. */
export const couldBeDriveId = (id: string) => DRIVE_ID.test(id);
