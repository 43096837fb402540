import { paths } from '../../src/app/paths';
import { projectListArrived } from '../../src/app/projects/projectsSlice';
import { featureStopped } from '../../src/app/sagas/featuresSlice';
import { coffee, mara } from './samples';
import { after, listed, type ShownState, signedIn, stateAt } from './shownState';

const list = stateAt(paths.projects);
const menu = { key: 'k', control: true };
const search = 'dialog[open] [role=combobox]';

/** A time that is none: the page that has to say it cannot be drawn. */
const undrawable = { ...coffee, syncedAt: 'never, as it were' };

/** What stands around every page, and in the place of one. */
export const frameStates: readonly ShownState[] = [
  stateAt('/no-such-page')('not-found', signedIn),
  list('page-stopped', signedIn, projectListArrived([undrawable])),
  list('feature-stopped', ...listed, featureStopped('sync')),
  after(list('offline', ...listed), { offline: true }),
  after(list('account-menu', ...listed), { press: mara.email }, { see: '[role=menuitem]' }),
  after(list('mobile-menu', ...listed), { pressIfSeen: '[aria-label=Menu]' }),
  after(list('command-menu', ...listed), menu, { see: search }),
  after(list('command-menu-found', ...listed), menu, { type: 'bea', into: search }),
  after(list('command-menu-nothing-found', ...listed), menu, { type: 'tea', into: search }),
  after(list('key-list', ...listed), { key: '?' }, { see: 'dialog[open]' }),
];
