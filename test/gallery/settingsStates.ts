import { switched } from '../../src/app/settings/settingsEvents';
import { columnsArrived, columnsFailed } from '../../src/app/columns/columnsSlice';
import { paths } from '../../src/app/paths';
import { deleteRequested, projectArrived } from '../../src/app/projects/projectsSlice';
import { newAddressAsked, saveAsked, saveRefused, settingsChanged } from '../../src/app/settings/settingsSlice';
import { columns, rows } from './sampleRows';
import { coffee, unreachable } from './samples';
import { after, opened, type ShownState, signedIn, stateAt, tab } from './shownState';

const settings = stateAt(paths.project(coffee.id, 'beans', 'settings'));
const { projectId, sheetId } = tab;
const draft = { title: 'Coffee roasters 2026', [`${sheetId}.headerRow`]: 'three', [`${sheetId}.keyColumn`]: 'origin' };
const changed = [...opened, settingsChanged({ projectId, draft })];
const saving = [...changed, saveAsked({ projectId })];
const errors = {
  title: 'Give the project a name.',
  [`${sheetId}.headerRow`]: 'Type the number of a row, for example 3, or 0 for none.',
  [`${sheetId}.keyColumn`]: 'Rows 4 and 9 both hold Ethiopia.',
};
const unsaved = 'The settings could not be saved. Nothing was changed. Try again.';
const known = columnsArrived({ ...tab, revision: 1, answer: { columns, first: rows[0] ?? null } });
const theSheet = { pressAt: `[aria-controls="sheet-${sheetId}-settings"]` };
const open = { see: 'dialog[open]' };

/** The Settings view: the form, its switches, its questions. */
export const settingsStates: readonly ShownState[] = [
  settings('project-settings', ...opened),
  settings('project-settings-changed', ...changed),
  settings('project-settings-saving', ...saving),
  settings('project-settings-refused', ...saving, saveRefused({ projectId, errors: {}, message: unsaved })),
  after(settings('project-settings-sheet', ...opened, known), theSheet),
  after(settings('project-settings-sheet-loading', ...opened), theSheet),
  after(settings('project-settings-sheet-error', ...opened, columnsFailed({ ...tab, failure: unreachable })), theSheet),
  after(settings('project-settings-sheet-refused', ...saving, known, saveRefused({ projectId, errors })), theSheet),
  settings('project-settings-switching', ...opened, switched({ projectId, sheetId: 2, on: false })),
  settings('project-settings-paused', signedIn, projectArrived({ ...coffee, status: 'paused' })),
  after(settings('project-settings-new-address', ...opened), { press: 'New address' }, open),
  after(settings('project-settings-moving', ...opened, newAddressAsked({ projectId })), { press: 'New address' }, open),
  after(settings('project-settings-delete', ...opened), { press: 'Delete project' }, open),
  after(
    settings('project-settings-deleting', ...opened, deleteRequested({ projectId })),
    { press: 'Delete project' },
    open,
  ),
];
