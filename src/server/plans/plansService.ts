import { DRIVE_BYTES, type PlanName, planNames, plans } from '../../contract/plans';
import type { PlansAnswer } from '../../contract/planCalls';
import type { Parts } from '../parts';
import type { ServerEvents } from '../database/events';
import { Refusal } from '../refusal';
import type { PlanLimits } from './planLimits';
import { planTooSmall, tooMuchFor } from './planRefusals';
import {
  countProjects,
  driveBytesOf,
  firstHourOfMonth,
  lockedPlanNameOf,
  longestTab,
  planNameOf,
  projectIdsOf,
  requestsOf,
  setPlan,
  slowDown,
} from './plansRepository';

/** What plans are chosen with. */
export interface PlansParts extends Pick<Parts, 'db' | 'settings'> {
  readonly planLimits: PlanLimits;
  readonly events: ServerEvents;
}

/** The table of plans, somebody's own, and what they use of it. */
export async function plansOf(
  { db, settings }: Pick<Parts, 'db' | 'settings'>,
  personId: string,
): Promise<PlansAnswer> {
  const longest = await longestTab(db, personId);
  return {
    mode: settings.plans,
    plan: settings.plans === 'tiered' ? await planNameOf(db, personId) : null,
    plans: planNames.map((id) => ({ id, ...plans[id] })),
    driveBytes: DRIVE_BYTES,
    used: {
      projects: await countProjects(db, personId),
      requestsThisMonth: await requestsOf(db, personId, firstHourOfMonth(Date.now())),
      rowsPerTab: Number(longest?.rows ?? 0),
      drive: await driveBytesOf(db, personId),
    },
  };
}

/** Changes a plan, unless more is there than it has room for. */
const change = ({ db }: Pick<Parts, 'db'>, personId: string, name: PlanName): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lockedPlanNameOf(trx, personId);
    if (before === name) return;
    const used = { projects: await countProjects(trx, personId), longest: await longestTab(trx, personId) };
    const lines = tooMuchFor(plans[name], used);
    if (lines.length > 0) throw planTooSmall(lines);
    await setPlan(trx, personId, name);
    await slowDown(trx, personId, plans[name].shortestRefresh);
  });

/**
 * Chooses a plan; it counts at once. Projects that were refreshed more often than it allows are refreshed as often as it does.
 *
 * @throws Refusal `plan_too_small` when more is there than it has room for, `invalid_update` on a server without plans
 */
export async function choosePlan(parts: PlansParts, personId: string, name: PlanName) {
  if (parts.settings.plans !== 'tiered') {
    const detail = 'This server has no plans: its limits are up to whoever runs it.';
    throw new Refusal('invalid_update', detail, { errors: [{ field: 'plan', detail }] });
  }
  await change(parts, personId, name);
  await parts.planLimits.refresh();
  for (const id of await projectIdsOf(parts.db, personId)) parts.events.projectChanged.emit(id);
}
