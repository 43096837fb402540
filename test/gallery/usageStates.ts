import { aboutArrived } from '../../src/app/about/aboutSlice';
import { paths } from '../../src/app/paths';
import { planChosen, planRefused, plansArrived, plansFailed, plansSlice } from '../../src/app/plans/plansSlice';
import { rootReducer } from '../../src/app/rootReducer';
import {
  allEndpointsSwitched,
  endpointPressed,
  questionChosen,
  stackChosen,
  tableSwitched,
  usageArrived,
  usageFailed,
  usageSlice,
} from '../../src/app/usage/usageSlice';
import { coffee, unavailable } from './samples';
import { noUsage, usage, usageNearLimit, usageOfLongNames, usageOnOwnServer } from './sampleUsage';
import { after, listed, type ShownState, stateAt } from './shownState';

usageSlice.injectInto(rootReducer);
plansSlice.injectInto(rootReducer);

const page = stateAt(paths.usage);
const known = [...listed, usageArrived(usage)];
const beans = endpointPressed(`${coffee.id}/1`);
const chart = '[role=slider]';

const upgrade = stateAt(paths.upgrade);
const onPro = [...listed, plansArrived({ own: 'pro', projects: 6 })];
const about = {
  version: '0.1.0',
  googleConfigured: false,
  signUps: 'open',
  uploadLimit: 26_214_400,
  marketingUrl: '/site',
  sheetOrigin: 'https://tabpoint.example',
} as const;
const toFree = planChosen({ plan: 'free' });
const tooMuch = planRefused({ lines: ['You have 6 projects; Free has room for 3.'] });

/** Usage, and the plans. */
export const usageStates: readonly ShownState[] = [
  after(page('usage', ...known), { key: 'ArrowLeft', on: chart }),
  page('usage-loading', ...listed),
  page('usage-empty', ...listed, usageArrived(noUsage)),
  page('usage-error', ...listed, usageFailed(unavailable)),
  page('usage-by-tab', ...known, stackChosen('tab')),
  page('usage-table', ...known, tableSwitched()),
  page('usage-one-endpoint', ...known, beans),
  page('usage-all-endpoints', ...known, allEndpointsSwitched()),
  page('usage-asking', ...known, questionChosen({ days: 90, projectId: coffee.id })),
  page('usage-near-limit', ...listed, usageArrived(usageNearLimit)),
  page('usage-long-names', ...listed, usageArrived(usageOfLongNames), stackChosen('tab'), beans),
  page('usage-long-names-by-tab', ...listed, usageArrived(usageOfLongNames), stackChosen('tab')),
  page('usage-own-server', ...listed, usageArrived(usageOnOwnServer)),
  upgrade('upgrade', ...onPro),
  upgrade('upgrade-loading', ...listed),
  upgrade('upgrade-error', ...listed, plansFailed({ failure: unavailable })),
  upgrade('upgrade-choosing', ...onPro, planChosen({ plan: 'business' })),
  upgrade('upgrade-refused', ...onPro, toFree, tooMuch),
  upgrade('upgrade-own-server', ...listed, aboutArrived({ ...about, plans: 'unlimited' })),
];
