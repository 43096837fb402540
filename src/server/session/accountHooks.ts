import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { Settings } from '../settings';
import { ACCOUNT_EVENT_HEADER } from './accountEvents';
import { CLIENT_ADDRESS_HEADER } from './clientAddress';
import { countGuess, wasRight } from './guesses';
import type { HookContext } from './hookContext';
import { passwordToEnd } from './passwordToEnd';
import { passwordToLeave } from './passwordToLeave';
import { lacksSecondFactor } from './secondFactor/missingSecondFactor';
import { holdToSecondFactor } from './secondFactor/requiredSecondFactor';
import { afterSecondFactor, beforeSecondFactor } from './secondFactor/secondFactorHooks';

/** What somebody signs in as; undefined for every other call. */
function emailOf({ path, body }: HookContext): string | undefined {
  if (path !== '/sign-in/email') return undefined;
  const given: unknown = body;
  return typeof given === 'object' && given !== null && 'email' in given && typeof given.email === 'string'
    ? given.email
    : '';
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function without(record: Readonly<Record<string, unknown>>, field: string) {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
}

/** An answer without the token of the session, which the browser has as a cookie that no script can read. */
function withoutToken(answer: unknown): unknown {
  if (!isRecord(answer) || isAPIError(answer) || Array.isArray(answer)) return undefined;
  const bare = without(answer, 'token');
  return isRecord(bare.session) ? { ...bare, session: without(bare.session, 'token') } : bare;
}

/** After a right password of somebody with a second factor: nobody is signed in yet, whatever the status of the answer. */
function noteFirstStep(context: HookContext): void {
  if (context.path !== '/sign-in/email' || context.context.newSession?.user.twoFactorEnabled !== true) return;
  context.setHeader(ACCOUNT_EVENT_HEADER, 'sign_in_first_step');
}

/** The answer of who is signed in, which says too whether a second factor is asked for first. */
function withWhatIsMissing(rule: Pick<Settings, 'secondFactor'>, path: string | undefined, answer: unknown): unknown {
  if (path !== '/get-session' || !isRecord(answer) || !isRecord(answer.user)) return answer;
  return lacksSecondFactor(rule, answer.user) ? { ...answer, secondFactorMissing: true } : answer;
}

/** What stands before and after each call of the auth library: behind its limits by address, and before its answer. */
export const accountHooks = (db: Kysely<Database>, settings: Pick<Settings, 'secondFactor'>) => ({
  before: createAuthMiddleware(async (context) => {
    await holdToSecondFactor(settings, context);
    await passwordToLeave(context);
    await passwordToEnd(db, context);
    const email = emailOf(context);
    if (email !== undefined) await countGuess(db, email, context.headers?.get(CLIENT_ADDRESS_HEADER) ?? '');
    return beforeSecondFactor(db, context);
  }),
  after: createAuthMiddleware(async (context) => {
    const { returned } = context.context;
    const email = emailOf(context);
    const isWrong = isAPIError(returned) && returned.statusCode === 401;
    if (email !== undefined && !isWrong) await wasRight(db, email);
    noteFirstStep(context);
    await afterSecondFactor(db, context);
    return withWhatIsMissing(settings, context.path, withoutToken(returned));
  }),
});
