import type { ProjectAnswer } from '../../contract/rows';
import { Refusal } from '../refusal';
import { Asked, blanksEmpty } from './asked';
import type { Handle, Peer } from './compatRoute';
import type { DataApi } from './dataApi';

/** The title of a sheet by its number from 1, as one may ask for it; any other name as it is. */
async function titleOf(api: DataApi, project: string, name: string): Promise<string> {
  if (!/^\d+$/.test(name)) return name.replaceAll('+', ' ');
  const { data } = await api.ask<ProjectAnswer>({ project });
  const exact = data.tabs.find(({ title }) => title === name);
  const tab = exact ?? data.tabs[Number(name) - 1];
  if (tab !== undefined) return tab.title;
  throw new Refusal('not_found', `There is no sheet number ${name}: they are counted from 1 to ${data.tabs.length}.`);
}

/** All rows of a sheet, as it displays them or, with `raw=true`, as values. */
const read: Handle = async (api, request) => {
  const asked = new Asked(request);
  asked.refuseOthers('raw');
  const { project, tab: name } = request.params as { readonly project: string; readonly tab: string };
  const tab = await titleOf(api, project, name);
  const values = asked.text('raw') === 'true' ? [] : [['_values', 'text'] as const];
  return api.sendRows({ project, tab, query: [['_fields', '-_id'], ...values] }, blanksEmpty);
};

/** opensheet (opensheet.elk.sh). */
export const opensheet: Peer = {
  name: 'opensheet',
  errorOf: ({ detail }) => ({ body: { error: detail } }),
  addRoutes: (add) => add('GET', '/:project/:tab', read),
};
