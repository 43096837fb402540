import type { Plan, PlanName } from '../../contract/plans';
import { shown } from '../ui/display/numbers';

const MEBIBYTE = 1024 * 1024;

/** Whom each is for. */
export const planLines: Readonly<Record<PlanName, string>> = {
  free: 'For trying things and small sites.',
  pro: 'For sites and apps people rely on.',
  business: 'For busy endpoints and large sheets.',
};

const upload = ({ uploadBytes }: Plan) => `${shown(uploadBytes / MEBIBYTE)} MB`;
const history = ({ historyDays }: Plan) => (historyDays === 365 ? '1 year' : `${shown(historyDays)} days`);

/** What a plan has, on its card. */
export const planFeatures = (plan: Plan): readonly string[] => [
  `${shown(plan.projects)} projects`,
  `${shown(plan.requestsPerMonth)} requests a month`,
  `${shown(plan.rowsPerTab)} rows per sheet`,
  `Uploads up to ${upload(plan)}`,
  `Refresh every ${shown(plan.shortestRefresh)} s`,
  `${history(plan)} of history`,
];

/** The lines of the table in which plans are compared. */
export const comparison: readonly { readonly name: string; readonly of: (plan: Plan) => string }[] = [
  { name: 'Projects', of: ({ projects }) => shown(projects) },
  { name: 'Requests a month', of: ({ requestsPerMonth }) => shown(requestsPerMonth) },
  { name: 'Burst, per key or address', of: ({ requestsPerMinute }) => `${shown(requestsPerMinute)} a minute` },
  { name: 'Rows per sheet', of: ({ rowsPerTab }) => shown(rowsPerTab) },
  { name: 'Largest upload', of: upload },
  { name: 'Shortest refresh', of: ({ shortestRefresh }) => `${shown(shortestRefresh)} s` },
  { name: 'History', of: history },
];

/** What every plan has. */
export const EVERYWHERE = 'Filters, types, writes, OpenAPI';
