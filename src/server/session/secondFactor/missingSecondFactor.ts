import { Refusal } from '../../refusal';
import type { Settings } from '../../settings';

type Rule = Pick<Settings, 'secondFactor'>;

/** A person as the auth library has them. */
type Holder = Readonly<Record<string, unknown>>;

/** What who has no second factor is told. */
export const SECOND_FACTOR_MISSING =
  'This server asks everybody for two-step sign-in. Set it up in the app first, then try again.';

/** Whether somebody lacks the second factor that `SECOND_FACTOR=required` asks for. */
export const lacksSecondFactor = ({ secondFactor }: Rule, { twoFactorEnabled }: Holder): boolean =>
  secondFactor === 'required' && twoFactorEnabled !== true;

/** @throws Refusal `second_factor_required`: until there is one, nothing of `/api` is answered */
export function refuseWithoutSecondFactor(rule: Rule, person: Holder): void {
  if (lacksSecondFactor(rule, person)) throw new Refusal('second_factor_required', SECOND_FACTOR_MISSING);
}
