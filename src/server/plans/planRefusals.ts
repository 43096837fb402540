import { DRIVE_BYTES, type Plan, planNames, plans } from '../../contract/plans';
import type { ProblemCode } from '../../contract/problems';
import { later, Refusal } from '../refusal';

const formatted = (number: number) => number.toLocaleString('en-GB');
const megabytes = (bytes: number) => `${formatted(bytes / 1024 / 1024)} MB`;
const counted = (count: number, one: string) => `${formatted(count)} ${count === 1 ? one : `${one}s`}`;

/** Returns the remedy: the general one, and the smallest larger plan with room, if any. */
function remedy(fits: (plan: Plan) => boolean, sentenceOf: (plan: Plan) => string, otherwise: string): string {
  const larger = planNames.map((name): Plan => plans[name]).find(fits);
  return larger === undefined
    ? otherwise
    : `${otherwise} Or choose ${larger.name} under Upgrade: ${sentenceOf(larger)}.`;
}

/** Returns the remedy for too many projects or rows. */
const remedyOfRoom = (limit: 'projects' | 'rowsPerTab', needed: number, otherwise: string) =>
  remedy(
    (plan) => plan[limit] >= needed,
    (plan) => `it has room for ${formatted(plan[limit])}`,
    otherwise,
  );

const refusal = (detail: string, hint: string, field?: string, code: ProblemCode = 'plan_limit') =>
  new Refusal(code, detail, { hint, ...(field !== undefined && { errors: [{ field, detail }] }) });

/** Refusal of another project. */
export const noRoomForProject = ({ name, projects }: Plan, count: number) =>
  refusal(
    `You have ${counted(count, 'project')}; ${name} has room for ${formatted(projects)}.`,
    remedyOfRoom('projects', count + 1, 'Delete a project you no longer need.'),
  );

/** Refusal of a sheet that is too long to become, or to stay, an endpoint. */
export const noRoomForRows = ({ name, rowsPerTab }: Plan, title: string, rows: number) =>
  refusal(
    `The sheet “${title}” has ${counted(rows, 'row')}; ${name} has room for ${formatted(rowsPerTab)} in each.`,
    remedyOfRoom('rowsPerTab', rows, 'Split the sheet into several.'),
  );

/** Refusal of a write that exceeds the rows of the plan. The caller may not be the owner. */
const noRoomForWrite = ({ name, rowsPerTab }: Plan, rows: number) =>
  refusal(
    `This sheet has ${counted(rows, 'row')}, and the plan of its owner, ${name}, has room for ${formatted(rowsPerTab)}. Nothing was written.`,
    remedyOfRoom('rowsPerTab', rows + 1, 'Remove rows that are not needed.'),
  );

/**
 * Checks that a plan has room for the rows that a write adds to a sheet.
 *
 * @param plan of the sheet's owner; undefined on a server without plans
 * @param rows number of rows before the write
 * @throws Refusal `plan_limit`
 */
export function refuseRowsBeyond(plan: Plan | undefined, rows: number, added: number): void {
  if (plan !== undefined && added > 0 && rows + added > plan.rowsPerTab) throw noRoomForWrite(plan, rows);
}

/** Refusal of a file larger than the plan allows. */
export const noRoomForFile = ({ name, uploadBytes }: Plan, bytes: number) =>
  refusal(
    `This file is larger than ${megabytes(uploadBytes)}, the most that ${name} takes.`,
    remedy(
      (plan) => plan.uploadBytes > uploadBytes && plan.uploadBytes >= bytes,
      (plan) => `it takes ${megabytes(plan.uploadBytes)}`,
      'Split the spreadsheet into smaller files.',
    ),
    'file',
  );

/** Refusal of a refresh interval too short for the plan. */
export const tooFrequent = ({ name, shortestRefresh }: Plan, seconds: number) =>
  refusal(
    `${name} refreshes every ${formatted(shortestRefresh)} seconds at most.`,
    remedy(
      (plan) => plan.shortestRefresh <= seconds,
      (plan) => `it refreshes every ${counted(plan.shortestRefresh, 'second')}`,
      `Choose ${formatted(shortestRefresh)} seconds or more.`,
    ),
    'refreshSeconds',
  );

/** Refusal of a file that exceeds the quota of a person's drive. */
export const driveFull = () =>
  refusal(
    `Your drive holds ${formatted(DRIVE_BYTES / 1024 / 1024 / 1024)} GB, and this file does not fit any more.`,
    'Delete spreadsheets you no longer need, and empty the trash.',
    'file',
    'drive_full',
  );

function secondsToNextMonth(now: number): number {
  const date = new Date(now);
  return Math.ceil((Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) - now) / 1000);
}

/** Refusal of requests when the month's quota of a person's projects is exhausted. @param now milliseconds since 1970 */
export const monthUsedUp = ({ name, requestsPerMonth }: Plan, now: number) =>
  new Refusal(
    'plan_used_up',
    `The owner of this project has used up the ${formatted(requestsPerMonth)} requests of this month.`,
    {
      hint: `The plan is ${name}. A larger one, under Upgrade, answers at once; otherwise it goes on with the next month.`,
      ...later(secondsToNextMonth(now)),
    },
  );

/** A person's data that a plan has to have room for: the number of projects, and the sheet with the most rows. */
interface Used {
  readonly projects: number;
  readonly longest: { readonly title: string; readonly rows: number } | undefined;
}

/** Refuses a plan that is too small for a person's data. @throws Refusal `plan_too_small` with a line for each exceeded limit */
export function refuseSmallPlan(plan: Plan, { projects, longest }: Used): void {
  const refusals: Refusal[] = [];
  if (projects > plan.projects) refusals.push(noRoomForProject(plan, projects));
  if (longest !== undefined && longest.rows > plan.rowsPerTab) {
    refusals.push(noRoomForRows(plan, longest.title, longest.rows));
  }
  const [first] = refusals;
  if (first === undefined) return;
  const errors = refusals.map(({ detail }) => ({ field: 'plan', detail }));
  const hint = 'Delete what does not fit first. Your plan stays as it is.';
  throw new Refusal('plan_too_small', first.detail, { errors, hint });
}
