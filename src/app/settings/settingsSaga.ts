import type { PayloadAction } from '@reduxjs/toolkit';
import { call, put, select, takeEvery } from 'typed-redux-saga';
import type { Project, ProjectUpdate } from '../../contract/projects';
import { type ApiFailure, failureText, UNREACHABLE } from '../http/apiError';
import type { OfProject } from '../machine/createMachine';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { publishedTabs, selectProject } from '../projects/projectsSelectors';
import { projectArrived, projectMissing, projectOutdated } from '../projects/projectsSlice';
import { rootReducer } from '../rootReducer';
import { takeLeadingPerProject } from '../sagas/takeLeadingPerProject';
import { callApi, failureNotice, request } from '../sagas/request';
import { sessionArrived, sessionEnding } from '../session/sessionSlice';
import { changedDraft, draftErrors, emptyDraft, errorsOf, updateOf } from './settingsDraft';
import { switched } from './settingsEvents';
import { selectDraft, selectDrafts, selectSettings } from './settingsSelectors';
import {
  newAddressAsked,
  newAddressSettled,
  saveAsked,
  saveRefused,
  settingsChanged,
  settingsSaved,
  settingsSlice,
  switchSettled,
} from './settingsSlice';

settingsSlice.injectInto(rootReducer);

/** Fallback texts if the server sent none, as its answer may be lost; and texts of notices. */
export const SAVE_FAILED = 'The settings may not have been saved. Try again.';
export const SWITCH_FAILED = 'That may not have been changed. Try again.';
export const KEPT = 'What you typed is kept.';
export const FORMS_BACK = 'What you typed in Settings is back';
const FORMS_BACK_DETAIL = 'It is not saved yet.';
export const MOVE_FAILED = 'The address may not have been changed. Reload the page before you try again.';

function saveRefusedBy(projectId: string, change: ProjectUpdate, failure: ApiFailure) {
  const errors = errorsOf(change, failure.body?.errors);
  const text = failure.kind === 'network' ? `${UNREACHABLE} ${KEPT}` : failureText(failure, SAVE_FAILED);
  const message = Object.keys(errors).length > 0 ? {} : { message: text };
  return saveRefused({ projectId, errors, ...message });
}

/** Saves all changes or none ("Save"). Leaving the page does not cancel the request. */
export function* save({ payload: { projectId } }: ReturnType<typeof saveAsked>) {
  const current = yield* select(selectProject, projectId);
  if ((yield* select(selectSettings, projectId)).phase !== 'saving' || current === undefined) return;
  // The project may have changed meanwhile: a sheet is gone, or a field has this value already.
  const draft = changedDraft(current, yield* select(selectDraft, projectId));
  if (draft === undefined) {
    yield* put(settingsSaved({ projectId }));
    return;
  }
  const errors = draftErrors(draft);
  if (Object.keys(errors).length > 0) {
    yield* put(saveRefused({ projectId, errors }));
    return;
  }
  const change = updateOf(current, draft);
  yield* request(callApi('projects', 'update', projectId, change), {
    done: (project) => [
      projectArrived(project),
      settingsSaved({ projectId }),
      noticeShown({ kind: 'info', text: 'Saved' }),
    ],
    failed: (failure) => saveRefusedBy(projectId, change, failure),
  });
}

/** Navigates to another sheet if the page shows a sheet that was just switched off. */
function* leaveSheet(project: Project) {
  const { location, navigate } = yield* getPorts();
  const address = yield* call(location);
  const current = project.tabs.find(({ title }) => address.startsWith(paths.project(project.id, title) + '?'));
  const [next] = publishedTabs(project);
  if (current === undefined || current.published || next === undefined) return;
  yield* call(navigate, paths.project(project.id, next.title, 'settings'), { replace: true });
}

/**
 * Switches a sheet on or off, or pauses or resumes the project. The switch already shows it, and reverts if the server refuses. A failure
 * may be a lost answer: the project is read at once.
 */
export function* changeSwitch({ payload: { projectId, sheetId, on } }: ReturnType<typeof switched>) {
  const change = sheetId === undefined ? { paused: on } : { tabs: [{ sheetId, published: on }] };
  yield* request(callApi('projects', 'update', projectId, change), {
    *done(project) {
      yield* put(projectArrived(project));
      if (sheetId !== undefined) yield* leaveSheet(project);
      yield* put(switchSettled({ projectId }));
    },
    failed: (failure) => [
      failureNotice(failure, SWITCH_FAILED),
      switchSettled({ projectId }),
      projectOutdated({ projectId }),
    ],
  });
}

/** Replaces a project by itself with its new id and its unsaved settings, and navigates from its old page to the new one. */
function* followMove(projectId: string, project: Project) {
  const { location, navigate } = yield* getPorts();
  const before = `/projects/${encodeURIComponent(projectId)}/`;
  const address = yield* call(location);
  const draft = yield* select(selectDraft, projectId);
  yield* put(projectArrived(project));
  if (draft !== emptyDraft) yield* put(settingsChanged({ projectId: project.id, draft }));
  if (address.startsWith(before)) {
    const after = `/projects/${encodeURIComponent(project.id)}/`;
    yield* call(navigate, after + address.slice(before.length), { replace: true });
  }
  yield* put(projectMissing({ projectId }));
  yield* put(noticeShown({ kind: 'info', text: 'The project has a new address' }));
  yield* put(newAddressSettled({ projectId }));
}

/** Requests a new id for a project, and navigates to its new address. */
export const makeNewAddress = ({ payload: { projectId } }: PayloadAction<OfProject>) =>
  request(callApi('projects', 'newAddress', projectId), {
    done: (project) => followMove(projectId, project),
    failed: (failure) => [failureNotice(failure, MOVE_FAILED), newAddressSettled({ projectId })],
  });

/** Key of the unsaved changes among a user's unsaved input. */
const UNSAVED_KEY = 'settings';

/** Stores unsaved changes for the same user when the session ends. */
export function* storeDrafts({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { unsavedInput } = yield* getPorts();
  const drafts = yield* select(selectDrafts);
  if (drafts.length > 0) yield* call(unsavedInput.put, personId, UNSAVED_KEY, drafts);
}

/** Restores the stored changes into the forms after a sign-in, without saving them. */
export function* restoreDrafts({ payload: { id } }: ReturnType<typeof sessionArrived>) {
  const { unsavedInput } = yield* getPorts();
  const drafts = (yield* call(unsavedInput.take, id, UNSAVED_KEY)) as ReturnType<typeof selectDrafts> | undefined;
  for (const draft of drafts ?? []) yield* put(settingsChanged(draft));
  if (drafts !== undefined) yield* put(noticeShown({ kind: 'info', text: FORMS_BACK, detail: FORMS_BACK_DETAIL }));
}

export function* settingsSaga() {
  yield* takeLeadingPerProject(saveAsked, save);
  yield* takeEvery(sessionEnding, storeDrafts);
  yield* takeEvery(sessionArrived, restoreDrafts);
  yield* takeEvery(switched, changeSwitch);
  yield* takeLeadingPerProject(newAddressAsked, makeNewAddress);
}
