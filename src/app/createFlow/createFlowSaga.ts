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

/** Fixed texts for a failure without words of the server (specification, section 8). */
export const CHECK_FAILED = 'Failed to fetch sheet data';
export const CREATE_FAILED = 'Failed to create project';

/** Asks what is at the URL. Another accepted draft leaves `checking` too, by `takeLatest`. */
export function* checkSheet({ payload: { sheetId } }: ReturnType<typeof draftAccepted>) {
  if ((yield* select(selectCreateFlow)).phase !== 'checking') return;
  yield* request(callApi('createFlow', 'check', sheetId), {
    done: checkPassed,
    failed: (failure) => checkFailed(shownFailure(failure, CHECK_FAILED)),
    leaves: [draftCleared, draftRejected, createPageLeft],
  });
}

/** The person is still where the button was pressed: any event in between would have made another state. */
function* isStillHere(asked: Creating) {
  return (yield* select(selectCreateFlow)) === asked;
}

function* create(asked: Creating) {
  const { navigate } = yield* getPorts();
  yield* request(callApi('createFlow', 'create', asked.sheetId), {
    *done(project) {
      const here = yield* isStillHere(asked);
      yield* put(here ? projectCreated(project) : projectArrived(project));
      if (here) yield* call(navigate, paths.projects);
    },
    *failed(failure) {
      const text = `${asked.preview.title}: ${failureText(failure, CREATE_FAILED)}`;
      const here = yield* isStillHere(asked);
      yield* put(here ? createFailed(shownFailure(failure, CREATE_FAILED)) : noticeShown({ kind: 'error', text }));
    },
  });
}

/**
 * Makes the project. Leaving the page does not cancel that (hence `spawn`), but lets another one be begun: what was left
 * behind then tells its end without touching the flow and without pulling the person back.
 */
export function* createProject() {
  const asked = yield* select(selectCreateFlow);
  if (asked.phase !== 'creating') return;
  const creation = yield* spawn(create, asked);
  yield* race({ ended: join(creation), left: take(createPageLeft) });
}

/** An uploaded workbook's URL goes the way of a typed one. */
export function* takeUploaded({ payload: { url } }: ReturnType<typeof uploadDone>) {
  yield* put(draftEventFor(url, yield* select(selectSheetHosts)));
}

/**
 * So does a URL that was left in the input while Google asked for consent. Where the flow is under way, its own URL was taken out of the
 * address: a workbook or a template can be checked before the page is there.
 */
export function* takeBroughtBack(event: ReturnType<typeof sheetBroughtBack>) {
  if ((yield* select(selectCreateFlow)).phase === 'idle') yield* takeUploaded(event);
  else yield* keepAddress();
}

/**
 * Has the address name the sheet of the preview, so that reloading, back and forward show it again. It names no other text.
 */
export function* keepAddress() {
  const flow = yield* select(selectCreateFlow);
  const { location, navigate } = yield* getPorts();
  const here = yield* call(location);
  const wanted = flow.phase === 'previewReady' ? paths.createProjectWith(flow.text) : paths.createProject;
  const isOnPage = pathnameOf(here) === paths.createProject;
  if (isOnPage && here !== wanted) yield* call(navigate, wanted, { replace: true });
}

const PLACE = 'create';

/** How long what was typed is offered again, in milliseconds. */
const OFFERED = 60_000;

const URL_KEPT = 'What you typed is kept';

/** Keeps what was typed when the session ends, for the same person. */
export function* keepText({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { kept } = yield* getPorts();
  const flow = yield* select(selectCreateFlow);
  if (flow.phase !== 'idle') yield* call(kept.put, personId, PLACE, flow.text);
}

/** Offers it again: the flow itself is idle after a session (specification, section 8). */
export function* offerText({ payload: { id } }: ReturnType<typeof sessionArrived>) {
  const { kept } = yield* getPorts();
  const url = (yield* call(kept.take, id, PLACE)) as string | undefined;
  if (url === undefined) return;
  const action = { label: 'Check it again', event: sheetBroughtBack({ url }) };
  yield* put(noticeShown({ kind: 'info', text: URL_KEPT, detail: url, action, time: OFFERED }));
}

export function* createFlowSaga() {
  yield* takeEvery(sessionEnding, keepText);
  yield* takeEvery(sessionArrived, offerText);
  yield* takeEvery([checkPassed, draftAccepted, draftCleared, draftRejected], keepAddress);
  yield* takeLatest(draftAccepted, checkSheet);
  yield* takeLeading(createRequested, createProject);
  yield* takeEvery(uploadDone, takeUploaded);
  yield* takeEvery(sheetBroughtBack, takeBroughtBack);
}
