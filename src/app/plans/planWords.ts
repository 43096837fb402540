import type { Plan, PlanName } from '../../contract/plans';
import { shown } from '../ui/display/numbers';

const MEBIBYTE = 1024 * 1024;

/** Sentence about the purpose of each plan. */
export const planLines: Readonly<Record<PlanName, string>> = {
  free: 'For trying things and small sites.',
  pro: 'For sites and apps people rely on.',
  business: 'For busy endpoints and large sheets.',
};

const upload = ({ uploadBytes }: Plan) => `${shown(uploadBytes / MEBIBYTE)} MB`;
const history = ({ historyDays }: Plan) => (historyDays === 365 ? '1 year' : `${shown(historyDays)} days`);

/** Returns the features of a plan for its card. */
export const planFeatures = (plan: Plan): readonly string[] => [
  `${shown(plan.projects)} projects`,
  `${shown(plan.requestsPerMonth)} requests a month`,
  `${shown(plan.rowsPerTab)} rows per sheet`,
  `Uploads up to ${upload(plan)}`,
  `Refresh every ${shown(plan.shortestRefresh)} s`,
  `${history(plan)} of history`,
];

/** Rows of the comparison table. */
export const comparison: readonly { readonly name: string; readonly of: (plan: Plan) => string }[] = [
  { name: 'Projects', of: ({ projects }) => shown(projects) },
  { name: 'Requests a month', of: ({ requestsPerMonth }) => shown(requestsPerMonth) },
  { name: 'Burst, per key or address', of: ({ requestsPerMinute }) => `${shown(requestsPerMinute)} a minute` },
  { name: 'Rows per sheet', of: ({ rowsPerTab }) => shown(rowsPerTab) },
  { name: 'Largest upload', of: upload },
  { name: 'Shortest refresh', of: ({ shortestRefresh }) => `${shown(shortestRefresh)} s` },
  { name: 'History', of: history },
];

/** Features of every plan. */
export const EVERYWHERE = 'Filters, types, writes, OpenAPI';
