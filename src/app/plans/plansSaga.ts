import { call, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { plans } from '../../contract/plans';
import { selectAbout } from '../about/aboutSelectors';
import { type ApiFailure, failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { isRecord } from '../http/answer';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { rootReducer } from '../rootReducer';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { plansWanted } from './plansEvents';
import { planChosen, planRefused, plansArrived, plansFailed, plansSlice, planTaken } from './plansSlice';

plansSlice.injectInto(rootReducer);

/** Said when the server has no words of its own. */
export const NOT_CHANGED = 'The plan could not be changed. Nothing was charged. Try again.';

function* askPlans() {
  const { plans: api } = yield* getPorts();
  try {
    const { plan } = yield* abortable(api.read);
    yield* put(plansArrived({ own: plan }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(plansFailed({ failure }));
  }
}

/** Asks for the person's plan, unless it is known already that the server has none. */
export function* showPlans() {
  if ((yield* select(selectAbout))?.plans === 'unlimited') return;
  yield* race({ asked: call(askPlans), ended: take(sessionEnded) });
}

/** Every reason the server gives, else its sentence. */
function reasonsOf(failure: ApiFailure): readonly string[] {
  const errors: unknown = failure.body?.errors;
  const details = Array.isArray(errors)
    ? errors.flatMap((error: unknown) =>
        isRecord(error) && 'detail' in error && typeof error.detail === 'string' ? [error.detail] : [],
      )
    : [];
  return details.length > 0 ? details : [failureText(failure, NOT_CHANGED)];
}

function* sendChoice({ payload: { plan } }: ReturnType<typeof planChosen>) {
  const { plans: api } = yield* getPorts();
  try {
    const answer = yield* abortable(api.choose, plan);
    yield* put(planTaken({ own: answer.plan }));
    const text = `You are on ${plans[plan].name} now`;
    yield* put(noticeShown({ kind: 'info', text, detail: 'Nothing was charged.' }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(planRefused({ lines: reasonsOf(failure) }));
  }
}

/** Chooses a plan; it counts as soon as the server has answered, also when the page was left meanwhile. */
export function* choosePlan(event: ReturnType<typeof planChosen>) {
  yield* race({ sent: call(sendChoice, event), ended: take(sessionEnded) });
}

export function* plansSaga() {
  yield* takeLatest(plansWanted, showPlans);
  yield* takeLeading(planChosen, choosePlan);
}
