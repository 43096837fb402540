import type { DriveSpreadsheet } from '../../src/contract/drive';
import { paths } from '../../src/app/paths';
import { rootReducer } from '../../src/app/rootReducer';
import {
  deletionRequested,
  listsArrived,
  listsFailed,
  spreadsheetsSlice,
} from '../../src/app/spreadsheets/spreadsheetsSlice';
import { coffee, unavailable } from './samples';
import { after, listed, type ShownState, signedIn, stateAt } from './shownState';

spreadsheetsSlice.injectInto(rootReducer);

const drive = stateAt(paths.spreadsheets);

const sheet = (id: string, title: string, parts: Partial<DriveSpreadsheet> = {}): DriveSpreadsheet => ({
  ...{ id, title, url: `https://tabpoint.example/spreadsheets/d/${id}`, fileName: `${title}.xlsx`, bytes: 184_000 },
  tabs: [{ sheetId: 1, title: 'Sheet1', rows: 412, columns: 6 }],
  createdAt: '2025-03-01T10:00:00.000Z',
  changedAt: '2025-03-04T10:00:00.000Z',
  ...parts,
});

const spreadsheets = [
  sheet('tpd_beans', 'Coffee roasters 2025', { projectId: coffee.id, bytes: 2_480_000 }),
  sheet('tpd_events', 'Events of the city of Oslo, with every venue and everything that was ever said about them'),
  sheet('tpd_menu', 'Menu', { bytes: 12_000, tabs: [{ sheetId: 1, title: 'Menu', rows: 1, columns: 3 }] }),
];

const trash = {
  projects: [{ id: 'p9', title: 'Winter sale', source: 'googleLink' as const, deletedAt: '2025-03-02T10:00:00.000Z' }],
  spreadsheets: [{ id: 'tpd_old', title: 'Stock of 2024', bytes: 912_000, deletedAt: '2025-03-03T10:00:00.000Z' }],
};

const none = { projects: [], spreadsheets: [] };
const known = [...listed, listsArrived({ spreadsheets, trash })];

/** The spreadsheets of the drive, and its trash. */
export const driveStates: readonly ShownState[] = [
  drive('spreadsheets', ...known),
  drive('spreadsheets-loading', signedIn),
  drive('spreadsheets-error', signedIn, listsFailed(unavailable)),
  drive('spreadsheets-none', signedIn, listsArrived({ spreadsheets: [], trash: none })),
  drive('spreadsheets-deleting', ...known, deletionRequested({ id: 'tpd_menu', title: 'Menu' })),
  after(drive('spreadsheets-menu', ...known), { press: 'More actions for Coffee' }, { see: '[role=menu]' }),
  after(drive('spreadsheets-removing', ...known), { press: 'Delete Stock of 2024' }, { see: 'dialog[open]' }),
];
