import type { FastifyInstance } from 'fastify';
import type { Keyring } from './keyring';
import { forgetRevokedBefore } from './keysRepository';
import type { Parts } from '../parts';
import { repeat, type Repeated } from '../timeLimits';
import type { PlanLimits } from '../plans/planLimits';
import type { MonthlyPlan } from '../usage/monthlyPlan';
import { hourOf, type Usage } from '../usage/usage';
import { forgetCountsBefore } from '../usage/usageRepository';

/** What is kept in memory and has to be kept on disk, or has to be heard of. */
interface Kept {
  readonly keyring: Keyring;
  readonly usage: Usage;
  readonly plan: MonthlyPlan;
  readonly plans: PlanLimits;
}

/** Counts and last uses that a crash can lose: those of so many milliseconds. */
const FLUSH_PAUSE = 5_000;

/** Another server's revoked key is dead within so many milliseconds, and what a look takes. */
const REFRESH_PAUSE = 3_000;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Counts are kept for a year and a bit, revoked keys until every server has heard of it. */
const COUNTS_KEPT = 400 * DAY;
const REVOKED_KEPT = DAY;

/** One by one, whatever becomes of the others; the first that failed is reported in the end. */
async function each(...works: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Reads the keys before the first request, keeps what is counted every few seconds and at the end, and tidies up. */
export function keepInBackground(
  scope: FastifyInstance,
  { db, settings }: Pick<Parts, 'db' | 'settings'>,
  { keyring, usage, plan, plans }: Kept,
): void {
  const report = (error: unknown) => scope.log.error({ err: error }, 'keeping keys and usage failed');
  const flush = () =>
    each(
      () => usage.flush(Date.now()),
      () => keyring.flush(),
      () => plans.refresh(),
      () => plan.refresh(Date.now()),
    );
  const tidy = () =>
    each(
      () => keyring.forgetMissing(),
      () => forgetRevokedBefore(db, new Date(Date.now() - REVOKED_KEPT).toISOString()),
      () => forgetCountsBefore(db, hourOf(Date.now() - COUNTS_KEPT)),
    );
  const repeated: Repeated[] = [];

  scope.addHook('onReady', async () => {
    await keyring.load();
    await plans.refresh();
    await plan.refresh(Date.now());
    repeated.push(repeat(FLUSH_PAUSE, flush, report), repeat(HOUR, tidy, report));
    if (settings.databaseUrl !== undefined) {
      repeated.push(repeat(REFRESH_PAUSE, () => keyring.refresh(Date.now()), report));
    }
  });
  scope.addHook('onClose', async () => {
    for (const { end } of repeated) await end();
    await flush().catch(report);
  });
}
