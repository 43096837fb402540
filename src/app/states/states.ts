import type { UnknownAction } from '@reduxjs/toolkit';
import {
  accountSlice,
  endingAsked,
  formRefused,
  holdingsArrived,
  sessionsArrived,
  sessionsFailed,
} from '../account/accountSlice';
import {
  checkFailed,
  checkPassed,
  createFailed,
  createRequested,
  draftAccepted,
  draftRejected,
} from '../createFlow/createFlowSlice';
import { pageFailed, tabOpened } from '../endpoint/endpointSlice';
import { keysArrived, keysFailed } from '../keys/keysSlice';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import {
  projectArrived,
  projectFailed,
  projectListArrived,
  projectListFailed,
  projectMissing,
  projectOpened,
  searchTyped,
} from '../projects/projectsSlice';
import { renameOpened, renameSlice } from '../projects/renameSlice';
import { rootReducer } from '../rootReducer';
import { authRefused, signInSubmitted } from '../session/authFormSlice';
import { sessionArrived, sessionMissing, sessionUnavailable } from '../session/sessionSlice';
import { coffee, draft, mara, preview, projects, sessions, unavailable, unreachable } from './samples';

accountSlice.injectInto(rootReducer);
renameSlice.injectInto(rootReducer);

/** A state of a screen, with an address of its own: the events that lead to it, and the page that shows it. */
export interface ShownState {
  readonly name: string;
  readonly place: string;
  readonly events: readonly UnknownAction[];
}

const signedIn = sessionArrived(mara);
const listed = [signedIn, projectListArrived(projects)];
const opened = [signedIn, projectArrived(coffee)];
const checked = [signedIn, draftAccepted(draft), checkPassed(preview)];
const projectId = coffee.id;
const tab = { projectId, sheetId: 1 };
const known = [signedIn, holdingsArrived({ projects: 5, keys: 8, hasPassword: true }), sessionsArrived(sessions)];
const beans = paths.project(projectId, 'beans');
const access = paths.project(projectId, 'beans', 'access');
const privately = {
  message: 'This spreadsheet is private. Share it with anyone who has the link, then try again.',
  code: 'source_private',
};

const stateAt =
  (place: string) =>
  (name: string, ...events: readonly UnknownAction[]): ShownState => ({ name, place, events });

const session = stateAt(paths.projects);
const login = stateAt(paths.login);
const create = stateAt(paths.createProject);
const list = stateAt(paths.projects);
const project = stateAt(beans);
const keys = stateAt(access);
const account = stateAt(paths.account);

/** Every state that can be looked at under `/__states`; the pictures are taken from the same list. */
export const states: readonly ShownState[] = [
  session('session-loading'),
  session('session-unavailable', sessionUnavailable(unavailable)),
  login('login', sessionMissing()),
  login('login-sending', sessionMissing(), signInSubmitted({ email: mara.email, password: 'a quiet sentence' })),
  login(
    'login-refused',
    sessionMissing(),
    authRefused({ message: 'That email and password do not match. Try again.', field: 'password' }),
  ),
  stateAt(paths.signup)('signup', sessionMissing()),

  create('create-idle', signedIn),
  create('create-invalid', signedIn, draftRejected({ text: 'my coffee sheet' })),
  create('create-checking', signedIn, draftAccepted(draft)),
  create('create-preview-ready', ...checked),
  create('create-creating', ...checked, createRequested()),
  create('create-failed', signedIn, draftAccepted(draft), checkFailed(privately)),
  create('create-failed-create', ...checked, createRequested(), createFailed({ message: 'Failed to create project' })),

  list('projects', ...listed),
  list('projects-loading', signedIn),
  list('projects-empty', signedIn, projectListArrived([])),
  list('projects-error', signedIn, projectListFailed(unavailable)),
  list('projects-nothing-found', ...listed, searchTyped('tea')),
  list('projects-renaming', ...listed, renameOpened({ projectId })),
  list(
    'projects-toasts',
    ...listed,
    noticeShown({
      kind: 'error',
      text: 'The sheet could not be read',
      detail: 'It is no longer shared with Tabpoint.',
      action: { label: 'Fix', to: beans },
    }),
    noticeShown({ kind: 'info', text: 'Endpoint URL copied' }),
  ),

  project('project-loading', signedIn),
  project('project-missing', signedIn, projectOpened({ projectId }), projectMissing({ projectId })),
  project('project-error', signedIn, projectOpened({ projectId }), projectFailed({ projectId, failure: unavailable })),
  project('project-data-loading', ...opened, tabOpened(tab)),
  project('project-data-error', ...opened, tabOpened(tab), pageFailed({ ...tab, page: 0, failure: unreachable })),
  keys('project-access-loading', ...opened),
  keys('project-access-empty', ...opened, keysArrived({ projectId, keys: [] })),
  keys('project-access-error', ...opened, keysFailed({ projectId, failure: unreachable })),

  account('account', ...known),
  account('account-loading', signedIn),
  account('account-error', signedIn, sessionsFailed(unreachable)),
  account('account-ending', ...known, endingAsked({ id: null })),
  account(
    'account-refused',
    ...known,
    formRefused({ form: 'password', field: 'current', message: 'Your current password is not right.' }),
  ),
  stateAt('/no-such-page')('not-found', signedIn),
];
