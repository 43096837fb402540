import { Refusal } from '../refusal';
import type { Handle, Peer, PeerCall } from './peerCall';
import { AS_DISPLAYED, blanksEmpty, WITHOUT_IDS } from './peerRequest';

/** The title of a sheet by its number from 1, as one may ask for it; any other name as it is. */
async function titleOf(call: PeerCall, name: string): Promise<string> {
  if (!/^\d+$/.test(name)) return name.replaceAll('+', ' ');
  const { tabs } = await call.project();
  const tab = tabs.find(({ title }) => title === name) ?? tabs[Number(name) - 1];
  if (tab !== undefined) return tab.title;
  throw new Refusal('not_found', `There is no sheet number ${name}: they are counted from 1 to ${tabs.length}.`);
}

/** All rows of a sheet, as it displays them or, with `raw=true`, as values. */
const read: Handle = async (call) => {
  const tab = await titleOf(call, call.address.tab);
  const query = call.text('raw') === 'true' ? [WITHOUT_IDS] : [WITHOUT_IDS, AS_DISPLAYED];
  return call.sendRows({ tab, query }, blanksEmpty);
};

/** opensheet (opensheet.elk.sh). */
export const opensheet: Peer = {
  name: 'opensheet',
  errorOf: ({ detail }) => ({ body: { error: detail } }),
  routes: [['GET', '/:project/:tab', read, ['raw']]],
};
