import type { PlansAnswer } from '../../../src/contract/planCalls';
import type { PlanName } from '../../../src/contract/plans';
import { aboutArrived } from '../../../src/app/about/aboutSlice';
import { plansWanted } from '../../../src/app/plans/plansEvents';
import { NOT_CHANGED } from '../../../src/app/plans/plansSaga';
import {
  selectHasNoPlans,
  selectOwnPlan,
  selectPlanRefusal,
  selectPlansPhase,
  selectRecommendedPlan,
} from '../../../src/app/plans/plansSelectors';
import { planChosen, plansLeft } from '../../../src/app/plans/plansSlice';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, refused, signedOutError, timedOut } from '../../fixtures/appState';
import { until } from '../../fixtures/eventually';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';
import { about } from '../../fixtures/openApp';
import { plansAnswer } from './plansAnswers';

function world() {
  const read = controlledCall<[], PlansAnswer>();
  const choose = controlledCall<[PlanName], PlansAnswer>();
  const store = createAppStore(fakePorts({ plans: { read: read.call, choose: choose.call } }));
  return { store, reads: read.calls, choices: choose.calls, state: () => store.getState() };
}

async function onPlan(plan: PlanName) {
  const opened = world();
  opened.store.dispatch(plansWanted());
  await until(() => opened.reads.length > 0);
  opened.reads[0]?.answer(plansAnswer(plan));
  await settled();
  return opened;
}

async function choosing(plan: PlanName) {
  const opened = await onPlan('pro');
  opened.store.dispatch(planChosen({ plan }));
  await settled();
  return opened;
}

describe('the plan', () => {
  it.each([
    ['free', 'pro'],
    ['pro', 'business'],
    ['business', undefined],
  ] as const)('%s: the next one is recommended, %s', async (own, next) => {
    const { state } = await onPlan(own);
    expect([selectOwnPlan(state()), selectRecommendedPlan(state())]).toEqual([own, next]);
  });

  it('is not loaded if the server has no plans', async () => {
    const { store, reads, state } = world();
    store.dispatch(aboutArrived({ ...about, plans: 'unlimited' }));
    store.dispatch(plansWanted());
    await until(() => state().plans !== undefined);
    await settled();
    expect(reads).toHaveLength(0);
    expect([selectHasNoPlans(state()), selectRecommendedPlan(state())]).toEqual([true, undefined]);
  });

  it('stays while it is reloaded, and is cleared when the session ends', async () => {
    const { store, reads, state } = await onPlan('pro');
    store.dispatch(plansWanted());
    await settled();
    expect([reads.length, selectOwnPlan(state())]).toEqual([2, 'pro']);
    store.dispatch(sessionEnded({ byChoice: true }));
    expect(reads[1]?.aborted()).toBe(true);
    expect(selectOwnPlan(state())).toBeUndefined();
  });
});

describe('changing the plan', () => {
  it('is rejected with every reason, until the page is left', async () => {
    const { store, choices, state } = await choosing('free');
    const details = [
      'You have 6 projects; Free has room for 3.',
      'The sheet “a” has 9,000 rows; Free has room for 5,000.',
    ];
    const errors = details.map((detail) => ({ field: 'plan', detail }));
    choices[0]?.fail(refused(409, { code: 'plan_too_small', detail: details[0], errors }));
    await settled();
    expect([selectOwnPlan(state()), selectPlanRefusal(state(), 'free')]).toEqual(['pro', details]);
    expect(selectPlanRefusal(state(), 'business')).toEqual([]);
    store.dispatch(plansLeft());
    expect(selectPlanRefusal(state(), 'free')).toEqual([]);
  });

  it.each([
    ['no response', networkGone(), NOT_CHANGED],
    ['a timeout', timedOut(), 'Request timed out'],
    ['a message of the server', refused(422, { detail: 'This server has no plans.' }), 'This server has no plans.'],
  ])('fails with %s', async (_why, error, line) => {
    const { reads, choices, state } = await choosing('free');
    choices[0]?.fail(error);
    await settled();
    reads[1]?.answer(plansAnswer('pro'));
    await settled();
    expect(selectPlanRefusal(state(), 'free')).toEqual([line]);
  });

  it('is done if the plan was changed although the response was lost', async () => {
    const { reads, choices, state } = await choosing('business');
    choices[0]?.fail(networkGone());
    await settled();
    reads[1]?.answer(plansAnswer('business'));
    await settled();
    expect([selectOwnPlan(state()), selectPlanRefusal(state(), 'business')]).toEqual(['business', []]);
  });

  it('is not undone by the answer to a request from before', async () => {
    const { store, reads, choices, state } = await choosing('business');
    store.dispatch(plansWanted());
    choices[0]?.answer(plansAnswer('business'));
    await settled();
    reads[1]?.answer(plansAnswer('pro'));
    await settled();
    expect(selectOwnPlan(state())).toBe('business');
  });

  it('shows no error of its own after a 401', async () => {
    const { store, choices, state } = await choosing('free');
    choices[0]?.fail(signedOutError());
    await settled();
    expect(selectPlanRefusal(state(), 'free')).toEqual([]);
    store.dispatch(sessionEnded({ byChoice: false }));
    expect(selectPlansPhase(state())).toBe('loading');
  });
});
