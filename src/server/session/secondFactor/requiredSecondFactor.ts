import { APIError, getSessionFromCtx } from 'better-auth/api';
import type { Settings } from '../../settings';
import type { HookContext } from '../hookContext';
import { DISABLE, ENABLE, VERIFY_CODE, VERIFY_RECOVERY_CODE } from './calls';
import { lacksSecondFactor, SECOND_FACTOR_MISSING } from './missingSecondFactor';

type Rule = Pick<Settings, 'secondFactor'>;

/** The calls that lead to a second factor, or out. */
const NEEDED: ReadonlySet<string | undefined> = new Set([
  '/get-session',
  '/sign-in/email',
  '/sign-up/email',
  '/sign-out',
  ENABLE,
  VERIFY_CODE,
  VERIFY_RECOVERY_CODE,
]);

const KEPT = 'This server asks everybody for two-step sign-in, so it is not turned off.';

const refused = (message: string) => new APIError('FORBIDDEN', { code: 'second_factor_required', message });

/**
 * What `refuseWithoutSecondFactor` is to `/api`, for calls of the account: without a second factor nothing of it is changed, and
 * nobody turns theirs off.
 *
 * @throws APIError 403
 */
export async function holdToSecondFactor(rule: Rule, context: HookContext): Promise<void> {
  if (rule.secondFactor !== 'required') return;
  if (context.path === DISABLE) throw refused(KEPT);
  if (NEEDED.has(context.path)) return;
  const session = await getSessionFromCtx(context);
  if (session !== null && lacksSecondFactor(rule, session.user)) throw refused(SECOND_FACTOR_MISSING);
}
