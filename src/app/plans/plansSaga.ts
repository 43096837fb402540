import { type SagaGenerator, select, takeLatest, takeLeading } from 'typed-redux-saga';
import type { PlansAnswer } from '../../contract/planCalls';
import { type PlanName, plans } from '../../contract/plans';
import { selectAbout } from '../about/aboutSlice';
import { type ApiFailure, failureText, isUnknown } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { isRecord } from '../http/answer';
import { noticeShown } from '../notices/noticesSlice';
import { rootReducer } from '../rootReducer';
import { callApi, repeatOnChange, request } from '../sagas/request';
import { plansWanted } from './plansEvents';
import { planChosen, planRefused, plansArrived, plansFailed, plansSlice, planTaken } from './plansSlice';

plansSlice.injectInto(rootReducer);

/** Fallback text if the server sent none. */
export const NOT_CHANGED = 'The plan may not have been changed. Nothing was charged. Try again.';

const ownPlanOf = ({ plan, used }: PlansAnswer) => ({ own: plan, projects: used.projects });

/** Fetches the user's plan, unless the server is known to have no plans. */
export function* showPlans() {
  if ((yield* select(selectAbout))?.plans === 'unlimited') return;
  yield* request(
    repeatOnChange(() => callApi('plans', 'read'), [planTaken]),
    {
      done: (answer) => plansArrived(ownPlanOf(answer)),
      failed: (failure) => plansFailed({ failure }),
    },
  );
}

/** Returns the reasons in the response, else its error text. */
function reasonsOf(failure: ApiFailure): readonly string[] {
  const errors: unknown = failure.body?.errors;
  const details = Array.isArray(errors)
    ? errors.flatMap((error: unknown) =>
        isRecord(error) && 'detail' in error && typeof error.detail === 'string' ? [error.detail] : [],
      )
    : [];
  return details.length > 0 ? details : [failureText(failure, NOT_CHANGED)];
}

/** Changes the plan. If the response is lost, the plan tells whether it was changed. */
function* choose(plan: PlanName): SagaGenerator<PlansAnswer> {
  try {
    return yield* callApi('plans', 'choose', plan);
  } catch (error) {
    if (!isUnknown(failureOf(error))) throw error;
    const answer = yield* callApi('plans', 'read');
    if (answer.plan !== plan) throw error;
    return answer;
  }
}

/** Requests another plan. Leaving the page does not cancel the request. */
export function* choosePlan({ payload: { plan } }: ReturnType<typeof planChosen>) {
  const text = `You are on ${plans[plan].name} now`;
  yield* request(choose(plan), {
    done: (answer) => [
      planTaken(ownPlanOf(answer)),
      noticeShown({ kind: 'info', text, detail: 'Nothing was charged.' }),
    ],
    failed: (failure) => planRefused({ lines: reasonsOf(failure) }),
  });
}

export function* plansSaga() {
  yield* takeLatest(plansWanted, showPlans);
  yield* takeLeading(planChosen, choosePlan);
}
