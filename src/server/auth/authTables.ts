import type { Db } from '../database/schema';

/** Columns of the auth library's tables that are read here. */
type AuthTables = {
  user: { id: string; email: string; twoFactorEnabled: boolean | number | null };
  account: { userId: string; providerId: string };
  session: { userId: string; ipAddress: string | null };
  twoFactor: { userId: string; secret: string; backupCodes: string };
};

/** Returns the database for queries of the auth library's tables. */
export const withAuthTables = (db: Db) => db.withTables<AuthTables>();
