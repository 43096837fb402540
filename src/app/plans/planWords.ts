import type { Plan, PlanName } from '../../contract/plans';
import { formatNumber, MEBIBYTE } from '../ui/display/numbers';

/** Sentence about the purpose of each plan. */
export const planLines: Readonly<Record<PlanName, string>> = {
  free: 'For trying things and small sites.',
  pro: 'For sites and apps people rely on.',
  business: 'For busy endpoints and large sheets.',
};

const upload = ({ uploadBytes }: Plan) => `${formatNumber(uploadBytes / MEBIBYTE)} MB`;
const history = ({ historyDays }: Plan) => (historyDays === 365 ? '1 year' : `${formatNumber(historyDays)} days`);

/** Returns the features of a plan for its card. */
export const planFeatures = (plan: Plan): readonly string[] => [
  `${formatNumber(plan.projects)} projects`,
  `${formatNumber(plan.requestsPerMonth)} requests a month`,
  `${formatNumber(plan.rowsPerTab)} rows per sheet`,
  `Uploads up to ${upload(plan)}`,
  `Refresh every ${formatNumber(plan.shortestRefresh)} s`,
  `${history(plan)} of history`,
];

/** Rows of the comparison table. */
export const comparison: readonly { readonly name: string; readonly of: (plan: Plan) => string }[] = [
  { name: 'Projects', of: ({ projects }) => formatNumber(projects) },
  { name: 'Requests a month', of: ({ requestsPerMonth }) => formatNumber(requestsPerMonth) },
  { name: 'Burst, per key or address', of: ({ requestsPerMinute }) => `${formatNumber(requestsPerMinute)} a minute` },
  { name: 'Rows per sheet', of: ({ rowsPerTab }) => formatNumber(rowsPerTab) },
  { name: 'Largest upload', of: upload },
  { name: 'Shortest refresh', of: ({ shortestRefresh }) => `${formatNumber(shortestRefresh)} s` },
  { name: 'History', of: history },
];

/** Features of every plan. */
export const EVERYWHERE = 'Filters, types, writes, OpenAPI';
