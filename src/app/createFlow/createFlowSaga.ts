import { call, join, put, race, select, spawn, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { shownFailure } from '../http/shownFailure';
import { noticeShown } from '../notices/noticesSlice';
import { pathnameOf, paths } from '../paths';
import { getPorts } from '../ports';
import { projectArrived, projectCreated } from '../projects/projectsSlice';
import { callApi, request } from '../sagas/request';
import { rootReducer } from '../rootReducer';
import { sessionArrived, sessionEnding } from '../session/sessionSlice';
import { selectCreateFlow, selectSheetHosts } from './createFlowSelectors';
import {
  checkFailed,
  checkPassed,
  createFailed,
  createFlowSlice,
  createPageLeft,
  createRequested,
  type Creating,
  draftAccepted,
  draftCleared,
  draftRejected,
  sheetBroughtBack,
  uploadDone,
} from './createFlowSlice';
import { draftEventFor } from './draft';

createFlowSlice.injectInto(rootReducer);

/** Fallback texts if the server sent none (specification, section 8). */
export const CHECK_FAILED = 'Failed to fetch sheet data';
export const CREATE_FAILED = 'Failed to create project';

/** Fetches the preview of the spreadsheet. `takeLatest` aborts it on another accepted draft. */
export function* checkSheet({ payload: { sheetId } }: ReturnType<typeof draftAccepted>) {
  if ((yield* select(selectCreateFlow)).phase !== 'checking') return;
  yield* request(callApi('createFlow', 'check', sheetId), {
    done: checkPassed,
    failed: (failure) => checkFailed(shownFailure(failure, CHECK_FAILED)),
    until: [draftCleared, draftRejected, createPageLeft],
  });
}

/** Returns whether the flow is unchanged since the button was pressed: every event would have replaced the state object. */
function* isUnchanged(creating: Creating) {
  return (yield* select(selectCreateFlow)) === creating;
}

function* create(creating: Creating) {
  const { navigate } = yield* getPorts();
  yield* request(callApi('createFlow', 'create', creating.sheetId), {
    *done(project) {
      const here = yield* isUnchanged(creating);
      yield* put(here ? projectCreated(project) : projectArrived(project));
      if (here) yield* call(navigate, paths.projects);
    },
    *failed(failure) {
      const text = `${creating.preview.title}: ${failureText(failure, CREATE_FAILED)}`;
      const here = yield* isUnchanged(creating);
      yield* put(here ? createFailed(shownFailure(failure, CREATE_FAILED)) : noticeShown({ kind: 'error', text }));
    },
  });
}

/**
 * Creates the project. Leaving the page does not cancel the request (hence `spawn`), but allows the next creation: the former one then
 * ends without changing the flow and without navigating.
 */
export function* createProject() {
  const flow = yield* select(selectCreateFlow);
  if (flow.phase !== 'creating') return;
  const creation = yield* spawn(create, flow);
  yield* race({ ended: join(creation), left: take(createPageLeft) });
}

/** Handles the URL of an uploaded workbook like a typed one. */
export function* takeUploaded({ payload: { url } }: ReturnType<typeof uploadDone>) {
  yield* put(draftEventFor(url, yield* select(selectSheetHosts)));
}

/**
 * Handles a URL from the address like a typed one, for example after the consent page of Google. If the flow is not idle, because a workbook
 * or a template is checked before the page has rendered, the flow's own URL replaces the one in the address.
 */
export function* takeBroughtBack(event: ReturnType<typeof sheetBroughtBack>) {
  if ((yield* select(selectCreateFlow)).phase === 'idle') yield* takeUploaded(event);
  else yield* updateAddress();
}

/**
 * Puts the URL of the previewed sheet into the address, so that reload, back and forward show it again; removes any other text.
 */
export function* updateAddress() {
  const flow = yield* select(selectCreateFlow);
  const { location, navigate } = yield* getPorts();
  const current = yield* call(location);
  const target = flow.phase === 'previewReady' ? paths.createProjectWith(flow.text) : paths.createProject;
  const isOnPage = pathnameOf(current) === paths.createProject;
  if (isOnPage && current !== target) yield* call(navigate, target, { replace: true });
}

const PLACE = 'create';

/** Duration of the notice that offers the typed text, in milliseconds. */
const OFFER_MS = 60_000;

const URL_KEPT = 'What you typed is kept';

/** Stores the typed text for the same user when the session ends. */
export function* storeText({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { unsavedInput } = yield* getPorts();
  const flow = yield* select(selectCreateFlow);
  if (flow.phase !== 'idle') yield* call(unsavedInput.put, personId, PLACE, flow.text);
}

/** Offers the stored text again; the flow itself is idle after a session (specification, section 8). */
export function* offerText({ payload: { id } }: ReturnType<typeof sessionArrived>) {
  const { unsavedInput } = yield* getPorts();
  const url = (yield* call(unsavedInput.take, id, PLACE)) as string | undefined;
  if (url === undefined) return;
  const action = { label: 'Check it again', event: sheetBroughtBack({ url }) };
  yield* put(noticeShown({ kind: 'info', text: URL_KEPT, detail: url, action, time: OFFER_MS }));
}

export function* createFlowSaga() {
  yield* takeEvery(sessionEnding, storeText);
  yield* takeEvery(sessionArrived, offerText);
  yield* takeEvery([checkPassed, draftAccepted, draftCleared, draftRejected], updateAddress);
  yield* takeLatest(draftAccepted, checkSheet);
  yield* takeLeading(createRequested, createProject);
  yield* takeEvery(uploadDone, takeUploaded);
  yield* takeEvery(sheetBroughtBack, takeBroughtBack);
}
