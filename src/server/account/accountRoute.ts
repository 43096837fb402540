import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { accountSchema } from '../../contract/account';
import { apiPaths } from '../../contract/paths';
import type { Register } from '../parts';
import { countKeys, countProjects, hasPassword, secondFactorOf } from './accountRepository';

/** `GET /api/account`: what deleting the account would take, in numbers, and how its owner signs in. */
export const registerAccount: Register = (app, { db, settings }) => {
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  typed.get(apiPaths.account, { schema: { response: { 200: accountSchema } } }, async ({ person }) => {
    const [projects, keys, password, secondFactor] = await Promise.all([
      countProjects(db, person.id),
      countKeys(db, person.id),
      hasPassword(db, person.id),
      secondFactorOf(db, person.id),
    ]);
    const required = settings.secondFactor === 'required';
    return { projects, keys, hasPassword: password, secondFactor: { ...secondFactor, required } };
  });
};
