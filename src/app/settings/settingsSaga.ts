import { call, put, select, takeEvery, takeLeading } from 'typed-redux-saga';
import type { Project, ProjectUpdate } from '../../contract/projects';
import { type ApiFailure, failureText, UNREACHABLE } from '../http/apiError';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { selectProject } from '../projects/projectsSelectors';
import { projectArrived, projectMissing } from '../projects/projectsSlice';
import { takeLeadingPerProject } from '../sagas/takeLeadingPerProject';
import { callApi, failureNotice, request } from '../sagas/request';
import { sessionArrived, sessionEnding } from '../session/sessionSlice';
import { draftErrors, errorsOf, updateOf } from './settingsDraft';
import { selectDraft, selectDrafts, selectSettings } from './settingsSelectors';
import {
  newAddressAsked,
  newAddressSettled,
  saveAsked,
  saveRefused,
  settingsChanged,
  settingsSaved,
  switched,
  switchSettled,
} from './settingsSlice';

/** Said when the server has no words of its own. */
export const SAVE_FAILED = 'The settings could not be saved. Nothing was changed. Try again.';
export const SWITCH_FAILED = 'That could not be changed. Try again.';
export const KEPT = 'What you typed is kept.';
export const FORMS_BACK = 'What you typed in Settings is back';
const FORMS_BACK_DETAIL = 'It is not saved yet.';
export const MOVE_FAILED = 'The address could not be changed. The old one still works. Try again.';

function saveRefusedBy(projectId: string, change: ProjectUpdate, failure: ApiFailure) {
  const errors = errorsOf(change, failure.body?.errors);
  const text = failure.kind === 'network' ? `${UNREACHABLE} ${KEPT}` : failureText(failure, SAVE_FAILED);
  const message = Object.keys(errors).length > 0 ? {} : { message: text };
  return saveRefused({ projectId, errors, ...message });
}

/** "Save": all that was changed, or nothing. Leaving the page does not stop it. */
export function* save({ payload: { projectId } }: ReturnType<typeof saveAsked>) {
  const known = yield* select(selectProject, projectId);
  if ((yield* select(selectSettings, projectId)).phase !== 'saving' || known === undefined) return;
  const draft = yield* select(selectDraft, projectId);
  const errors = draftErrors(draft);
  if (Object.keys(errors).length > 0) {
    yield* put(saveRefused({ projectId, errors }));
    return;
  }
  const change = updateOf(known, draft);
  yield* request(callApi('projects', 'update', projectId, change), {
    done: (project) => [
      projectArrived(project),
      settingsSaved({ projectId }),
      noticeShown({ kind: 'info', text: 'Saved' }),
    ],
    failed: (failure) => saveRefusedBy(projectId, change, failure),
  });
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
  yield* request(callApi('projects', 'update', projectId, change), {
    *done(project) {
      yield* put(projectArrived(project));
      if (sheetId !== undefined) yield* leaveSheet(project);
      yield* put(switchSettled());
    },
    failed: (failure) => [failureNotice(failure, SWITCH_FAILED), switchSettled()],
  });
}

/** The page of a project that was moved goes to its new address. */
function* followMove(projectId: string, project: Project) {
  const { location, navigate } = yield* getPorts();
  const before = `/projects/${encodeURIComponent(projectId)}/`;
  const place = yield* call(location);
  yield* put(projectArrived(project));
  if (place.startsWith(before)) {
    const after = `/projects/${encodeURIComponent(project.id)}/`;
    yield* call(navigate, after + place.slice(before.length), { replace: true });
  }
  yield* put(projectMissing({ projectId }));
  yield* put(noticeShown({ kind: 'info', text: 'The project has a new address' }));
  yield* put(newAddressSettled());
}

/** Gives a project another id; its page moves to it. */
export const makeNewAddress = ({ payload: { projectId } }: ReturnType<typeof newAddressAsked>) =>
  request(callApi('settings', 'newAddress', projectId), {
    done: (project) => followMove(projectId, project),
    failed: (failure) => [failureNotice(failure, MOVE_FAILED), newAddressSettled()],
  });

const PLACE = 'settings';

/** Keeps what is not saved when the session ends, for the same person. */
export function* keepForms({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { kept } = yield* getPorts();
  const drafts = yield* select(selectDrafts);
  if (drafts.length > 0) yield* call(kept.put, personId, PLACE, drafts);
}

/** Puts it back into the forms when they are there again; it is theirs to save. */
export function* putFormsBack({ payload: { id } }: ReturnType<typeof sessionArrived>) {
  const { kept } = yield* getPorts();
  const drafts = (yield* call(kept.take, id, PLACE)) as ReturnType<typeof selectDrafts> | undefined;
  for (const draft of drafts ?? []) yield* put(settingsChanged(draft));
  if (drafts !== undefined) yield* put(noticeShown({ kind: 'info', text: FORMS_BACK, detail: FORMS_BACK_DETAIL }));
}

export function* settingsSaga() {
  yield* takeLeadingPerProject(saveAsked, save);
  yield* takeEvery(sessionEnding, keepForms);
  yield* takeEvery(sessionArrived, putFormsBack);
  yield* takeLeading(switched, changeSwitch);
  yield* takeLeading(newAddressAsked, makeNewAddress);
}
