import { call, fork, put, race, select, take, takeLeading } from 'typed-redux-saga';
import type { Project, ProjectUpdate } from '../../contract/projects';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { selectProject } from '../projects/projectsSelectors';
import { projectArrived, projectMissing } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { leadingEach } from '../sagas/leadingEach';
import { sessionEnded } from '../session/sessionSlice';
import { draftErrors, errorsOf, updateOf } from './settingsDraft';
import { selectDraft, selectSettings } from './settingsSelectors';
import {
  newAddressAsked,
  newAddressSettled,
  saveAsked,
  saveRefused,
  settingsSaved,
  switched,
  switchSettled,
} from './settingsSlice';

/** Said when the server has no words of its own. */
export const SAVE_FAILED = 'The settings could not be saved. Nothing was changed. Try again.';
export const SWITCH_FAILED = 'That could not be changed. Try again.';
export const MOVE_FAILED = 'The address could not be changed. The old one still works. Try again.';

function* update(projectId: string, change: ProjectUpdate) {
  const { projects } = yield* getPorts();
  const { project } = yield* race({
    project: abortable(projects.update, projectId, change),
    ended: take(sessionEnded),
  });
  if (project) yield* put(projectArrived(project));
  return project;
}

function* send(project: Project, change: ProjectUpdate) {
  const projectId = project.id;
  try {
    if (!(yield* call(update, projectId, change))) return;
    yield* put(settingsSaved({ projectId }));
    yield* put(noticeShown({ kind: 'info', text: 'Saved' }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    const errors = errorsOf(change, failure.body?.errors);
    const message = Object.keys(errors).length > 0 ? {} : { message: failureText(failure, SAVE_FAILED) };
    yield* put(saveRefused({ projectId, errors, ...message }));
  }
}

/** "Save": all that was changed, or nothing. Leaving the page does not stop it. */
export function* save({ payload: { projectId } }: ReturnType<typeof saveAsked>) {
  const project = yield* select(selectProject, projectId);
  if ((yield* select(selectSettings, projectId)).phase !== 'saving' || project === undefined) return;
  const draft = yield* select(selectDraft, projectId);
  const errors = draftErrors(draft);
  if (Object.keys(errors).length > 0) yield* put(saveRefused({ projectId, errors }));
  else yield* call(send, project, updateOf(project, draft));
}

/** Where the page is on a sheet that has just been switched off, it goes to another one. */
function* leaveSheet(project: Project) {
  const { location, navigate } = yield* getPorts();
  const place = yield* call(location);
  const here = project.tabs.find(({ title }) => place.startsWith(paths.project(project.id, title) + '?'));
  const other = project.tabs.find(({ published }) => published);
  if (here === undefined || here.published || other === undefined) return;
  yield* call(navigate, paths.project(project.id, other.title, 'settings'), { replace: true });
}

/** Switches a sheet on or off, or pauses the project. It is shown already; when the server refuses, it goes back. */
export function* changeSwitch({ payload: { projectId, sheetId, on } }: ReturnType<typeof switched>) {
  const change = sheetId === undefined ? { paused: on } : { tabs: [{ sheetId, published: on }] };
  try {
    const project = yield* call(update, projectId, change);
    if (project && sheetId !== undefined) yield* call(leaveSheet, project);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, SWITCH_FAILED) }));
  }
  yield* put(switchSettled());
}

function* move(projectId: string) {
  const { settings, location, navigate } = yield* getPorts();
  const { project } = yield* race({
    project: abortable(settings.newAddress, projectId),
    ended: take(sessionEnded),
  });
  if (!project) return;
  const before = `/projects/${encodeURIComponent(projectId)}/`;
  const place = yield* call(location);
  yield* put(projectArrived(project));
  if (place.startsWith(before)) {
    const after = `/projects/${encodeURIComponent(project.id)}/`;
    yield* call(navigate, after + place.slice(before.length), { replace: true });
  }
  yield* put(projectMissing({ projectId }));
  yield* put(noticeShown({ kind: 'info', text: 'The project has a new address' }));
}

/** Gives a project another id; its page moves to it. */
export function* makeNewAddress({ payload: { projectId } }: ReturnType<typeof newAddressAsked>) {
  try {
    yield* call(move, projectId);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, MOVE_FAILED) }));
  }
  yield* put(newAddressSettled());
}

function* saving() {
  yield* leadingEach(saveAsked, save);
}

export function* settingsSaga() {
  yield* fork(saving);
  yield* takeLeading(switched, changeSwitch);
  yield* takeLeading(newAddressAsked, makeNewAddress);
}
