import { paths } from '../../src/app/paths';
import { projectArrived } from '../../src/app/projects/projectsSlice';
import {
  historyArrived,
  historyFailed,
  progressCame,
  refreshChosen,
  syncAsked,
  syncFailed,
} from '../../src/app/sync/syncSlice';
import {
  restoreAsked,
  versionChosen,
  versionCompared,
  versionConfirmed,
  versionProgressed,
  versionRefused,
  versionsArrived,
  versionsFailed,
} from '../../src/app/sync/versionsSlice';
import { coffee, unreachable } from './samples';
import { difference, progress, renamedDifference, runs, versions } from './sampleSyncs';
import { after, opened, type ShownState, signedIn, stateAt } from './shownState';

const sync = stateAt(paths.project(coffee.id, 'beans', 'sync'));
const projectId = coffee.id;
const known = historyArrived({ projectId, runs, keptDays: 30, next: 'run1' });
const idle = [...opened, known];
const asked = [...idle, syncAsked({ projectId })];
const reason = { message: 'It is no longer shared with Tabpoint.' };
const closed = { ...coffee, status: 'needsAccess', statusReason: reason.message } as const;

const sheetId = coffee.sheetId;
const workbook = [signedIn, projectArrived({ ...coffee, source: 'drive' }), known];
const kept = [...workbook, versionsArrived({ sheetId, versions })];
const chosen = [...kept, versionChosen(projectId, sheetId, new File([], 'Coffee roasters 2026.xlsx'))];
const compared = [...chosen, versionCompared({ difference })];
const unread = { projectId, sheetId, message: 'The file could not be read. Nothing was changed.' };
const open = { see: 'dialog[open]' };

/** The Sync view of a Google sheet. */
const sheetStates: readonly ShownState[] = [
  sync('project-sync', ...idle),
  sync('project-sync-loading', ...opened),
  sync('project-sync-empty', ...opened, historyArrived({ projectId, runs: [], keptDays: 7 })),
  sync('project-sync-history-error', ...opened, historyFailed({ projectId, failure: unreachable })),
  after(sync('project-sync-details', ...idle), { pressAt: 'tbody button' }),
  sync('project-sync-asking', ...asked),
  sync('project-sync-running', ...asked, progressCame({ projectId, progress })),
  sync('project-sync-elsewhere', signedIn, projectArrived({ ...coffee, status: 'syncing' }), known),
  sync('project-sync-failed', ...asked, syncFailed({ projectId, failure: reason })),
  sync('project-sync-needs-access', signedIn, projectArrived(closed), known),
  sync('project-sync-refresh-changing', ...idle, refreshChosen({ projectId, seconds: 300 })),
];

/** The Sync view of a workbook: its versions, and the way of the next one. */
const workbookStates: readonly ShownState[] = [
  sync('project-versions', ...kept),
  sync('project-versions-loading', ...workbook),
  sync('project-versions-error', ...workbook, versionsFailed({ sheetId, failure: unreachable })),
  sync('project-version-uploading', ...chosen, versionProgressed({ percent: 42 })),
  sync('project-version-comparing', ...chosen, versionProgressed({ percent: 100 })),
  after(sync('project-version-difference', ...compared), open),
  after(sync('project-version-renamed', ...chosen, versionCompared({ difference: renamedDifference })), open),
  after(sync('project-version-applying', ...compared, versionConfirmed()), open),
  sync('project-version-refused', ...chosen, versionRefused(unread)),
  after(sync('project-version-restore', ...kept), { press: 'Restore' }, open),
  sync('project-version-restoring', ...kept, restoreAsked({ projectId, sheetId, n: 2 })),
];

export const syncStates: readonly ShownState[] = [...sheetStates, ...workbookStates];
