import { noticeShown } from '../../src/app/notices/noticesSlice';
import { paths } from '../../src/app/paths';
import {
  deleteRequested,
  projectListArrived,
  projectListFailed,
  renameOpened,
  renameRefused,
  renameSubmitted,
  searchTyped,
} from '../../src/app/projects/projectsSlice';
import { coffee, unavailable } from './samples';
import { after, listed, type ShownState, signedIn, stateAt } from './shownState';

const list = stateAt(paths.projects);
const projectId = coffee.id;
const place = paths.project(projectId, 'beans');
const menu = { press: `More actions for ${coffee.title}` };
const renaming = [...listed, renameOpened({ projectId })];
const notShared = {
  kind: 'error',
  text: 'The sheet could not be read',
  detail: 'It is no longer shared with Tabpoint.',
  action: { label: 'Fix', to: place },
} as const;

/** The projects list, with what it asks. */
export const listStates: readonly ShownState[] = [
  list('projects', ...listed),
  list('projects-loading', signedIn),
  list('projects-empty', signedIn, projectListArrived([])),
  list('projects-error', signedIn, projectListFailed(unavailable)),
  list('projects-nothing-found', ...listed, searchTyped('tea')),
  list('projects-found', ...listed, searchTyped('be')),
  after(list('projects-menu', ...listed), menu, { see: '[role=menuitem]' }),
  after(
    list('projects-deleting', ...listed, deleteRequested({ projectId })),
    menu,
    { press: 'Delete project' },
    { see: 'dialog[open]' },
  ),
  after(list('projects-renaming', ...renaming), { see: 'dialog[open]' }),
  after(
    list(
      'projects-rename-refused',
      ...renaming,
      renameSubmitted({ projectId, title: coffee.title }),
      renameRefused({ message: 'The server could not be reached. The project keeps its name.' }),
    ),
    { see: 'dialog[open]' },
  ),
  list(
    'projects-toasts',
    ...listed,
    noticeShown(notShared),
    noticeShown({ kind: 'info', text: 'Sync finished', detail: '+3 rows in orders' }),
    noticeShown({ kind: 'info', text: 'Endpoint URL copied' }),
  ),
];
