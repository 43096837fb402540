import type { FastifyInstance } from 'fastify';
import { accountSchema } from '../../contract/account';
import { apiPaths } from '../../contract/paths';
import { type Db, withAuthTables } from '../database/schema';
import type { Parts } from '../parts';
import { countProjects } from './ownedProjects';
import { codesLeft } from './secondFactor';

/** Counts the valid keys of a person's projects. */
async function countKeys(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('projects.owner_id', '=', ownerId)
    .where('projects.deleted_at', 'is', null)
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns whether a person has a password. */
async function hasPassword(db: Db, userId: string): Promise<boolean> {
  const found = await withAuthTables(db)
    .selectFrom('account')
    .select('userId')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns whether a person uses two-step sign-in, and the number of unused recovery codes. */
async function secondFactorOf(db: Db, userId: string): Promise<{ on: boolean; recoveryCodes: number }> {
  const found = await withAuthTables(db)
    .selectFrom('user')
    .leftJoin('twoFactor', 'twoFactor.userId', 'user.id')
    .select(['user.twoFactorEnabled', 'twoFactor.backupCodes'])
    .where('user.id', '=', userId)
    .executeTakeFirst();
  const on = Boolean(found?.twoFactorEnabled);
  return { on, recoveryCodes: on && found?.backupCodes ? codesLeft(found.backupCodes) : 0 };
}

/** `GET /api/account`: the numbers of projects and keys that deleting the account would delete, and how its owner signs in. */
export function registerAccount(app: FastifyInstance, { db, settings }: Pick<Parts, 'db' | 'settings'>): void {
  app.get(apiPaths.account, { schema: { response: { 200: accountSchema } } }, async ({ person }) => {
    const [projects, keys, password, secondFactor] = await Promise.all([
      countProjects(db, person.id),
      countKeys(db, person.id),
      hasPassword(db, person.id),
      secondFactorOf(db, person.id),
    ]);
    const required = settings.secondFactor === 'required';
    return { projects, keys, hasPassword: password, secondFactor: { ...secondFactor, required } };
  });
}
