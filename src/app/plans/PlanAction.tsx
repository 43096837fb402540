import styled from 'styled-components';
import { planNames, type PlanName, plans } from '../../contract/plans';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Skeleton, useSkeletonShown } from '../parts/Skeleton';
import type { RootState } from '../rootReducer';
import {
  selectChoosing,
  selectOwnPlan,
  selectPlanRefusal,
  selectPlansPhase,
  selectRecommendedPlan,
} from './plansSelectors';
import { planChosen } from './plansSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** It keeps its place while the person's plan is not known. */
const Place = styled.div`
  display: grid;
  gap: 10px;
  min-height: var(--control-lg);
  margin-top: 16px;
`;

/** One's own is disabled by word only: it is the button that was pressed, and keeps the focus. */
const Choice = styled(Button)`
  &[aria-disabled='true'] {
    border-color: transparent;
    color: var(--ink-disabled);
    background: var(--disabled-bg);
    box-shadow: none;
    cursor: not-allowed;
  }
`;

function Waiting() {
  const shown = useSkeletonShown();
  return shown ? <Skeleton $width={400} $height={44} $radius={10} aria-hidden="true" /> : null;
}

function Refusal({ plan }: { readonly plan: PlanName }) {
  const lines = useAppSelector((state: RootState) => selectPlanRefusal(state, plan));
  if (lines.length === 0) return null;
  return (
    <Banner kind="danger" alert>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Banner>
  );
}

const wordOf = (plan: PlanName, own: PlanName) => {
  if (plan === own) return 'Current plan';
  return `${planNames.indexOf(plan) > planNames.indexOf(own) ? 'Upgrade' : 'Change'} to ${plans[plan].name}`;
};

/** The button of a plan, and why it cannot be chosen. */
export function PlanAction({ plan }: { readonly plan: PlanName }) {
  const dispatch = useAppDispatch();
  const own = useAppSelector(selectOwnPlan);
  const isRecommended = useAppSelector(selectRecommendedPlan) === plan;
  const isChosen = useAppSelector(selectChoosing) === plan;
  const isLoading = useAppSelector(selectPlansPhase) === 'loading';
  if (own === null) return null;
  if (own === undefined) return <Place>{isLoading && <Waiting />}</Place>;
  return (
    <Place>
      <Choice
        look={isRecommended ? 'primary' : 'secondary'}
        size="large"
        loading={isChosen}
        aria-disabled={plan === own || undefined}
        onClick={plan === own ? undefined : () => dispatch(planChosen({ plan }))}
      >
        {wordOf(plan, own)}
      </Choice>
      <Refusal plan={plan} />
    </Place>
  );
}
