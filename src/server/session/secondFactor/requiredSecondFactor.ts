import { APIError, getSessionFromCtx } from 'better-auth/api';
import { Refusal } from '../../refusal';
import type { Settings } from '../../settings';
import type { HookContext } from '../hookContext';
import { DISABLE, ENABLE, VERIFY_CODE, VERIFY_RECOVERY_CODE } from './calls';

type Rule = Pick<Settings, 'secondFactor'>;

/** A person as the auth library has them. */
type Holder = Readonly<Record<string, unknown>>;

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

const MISSING = 'This server asks everybody for two-step sign-in. Set it up in the app first, then try again.';
const KEPT = 'This server asks everybody for two-step sign-in, so it is not turned off.';

/** Whether somebody lacks the second factor that `SECOND_FACTOR=required` asks for. */
export const lacksSecondFactor = ({ secondFactor }: Rule, { twoFactorEnabled }: Holder): boolean =>
  secondFactor === 'required' && twoFactorEnabled !== true;

/** @throws Refusal `second_factor_required`: until there is one, nothing of `/api` is answered */
export function refuseWithoutSecondFactor(rule: Rule, person: Holder): void {
  if (lacksSecondFactor(rule, person)) throw new Refusal('second_factor_required', MISSING);
}

const refused = (message: string) => new APIError('FORBIDDEN', { code: 'second_factor_required', message });

/**
 * The same for calls of the account: without a second factor nothing of it is changed, and nobody turns theirs off.
 *
 * @throws APIError 403
 */
export async function holdToSecondFactor(rule: Rule, context: HookContext): Promise<void> {
  if (rule.secondFactor !== 'required') return;
  if (context.path === DISABLE) throw refused(KEPT);
  if (NEEDED.has(context.path)) return;
  const session = await getSessionFromCtx(context);
  if (session !== null && lacksSecondFactor(rule, session.user)) throw refused(MISSING);
}
