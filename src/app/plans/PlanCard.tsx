import styled from 'styled-components';
import { type PlanName, planNames, plans } from '../../contract/plans';
import { Badge } from '../ui/display/Badge';
import { Banner } from '../ui/layout/Banner';
import { Button } from '../ui/forms/Button';
import { Icon } from '../ui/display/Icon';
import { Skeleton } from '../ui/layout/Skeleton';
import { Card, Spread, Stack } from '../ui/layout/spacing';
import { SectionTitle, Small, smallText } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import {
  selectChoosing,
  selectOwnPlan,
  selectPlanRefusal,
  selectPlansPhase,
  selectRecommendedPlan,
} from './plansSelectors';
import { planChosen } from './plansSlice';
import { planFeatures, planLines } from './planWords';

/** Layout of the action; it reserves the height while the user's plan is loading. */
const actionLayout = { $gap: 10, $top: 16, $atLeast: 'var(--control-lg)' };

/** The button of a plan. That of the user's own plan has `aria-disabled` instead of `disabled`, to keep the focus after it was pressed. */
const Choice = styled(Button)`
  &[aria-disabled='true'] {
    border-color: transparent;
    color: var(--ink-disabled);
    background: var(--disabled-bg);
    box-shadow: none;
    cursor: not-allowed;
  }
`;

function Refusal({ plan }: { readonly plan: PlanName }) {
  const lines = useAppSelector(selectPlanRefusal, plan);
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

/** The button of a plan, and the reasons why the plan was refused. */
function PlanAction({ plan }: { readonly plan: PlanName }) {
  const dispatch = useAppDispatch();
  const own = useAppSelector(selectOwnPlan);
  const isRecommended = useAppSelector(selectRecommendedPlan) === plan;
  const isChosen = useAppSelector(selectChoosing) === plan;
  const isLoading = useAppSelector(selectPlansPhase) === 'loading';
  if (own === null) return null;
  if (own === undefined)
    return (
      <Stack {...actionLayout}>
        {isLoading && <Skeleton $width={400} $height={44} $radius={10} aria-hidden="true" />}
      </Stack>
    );
  return (
    <Stack {...actionLayout}>
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
    </Stack>
  );
}

const Box = styled(Card)<{ $recommended: boolean }>`
  display: flex;
  flex-direction: column;
  gap: 4px;
  padding: 24px;
  ${({ $recommended }) =>
    $recommended && 'border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent), var(--shadow-2);'}
`;

const Price = styled.p`
  margin-top: 16px;
  font-size: 34px;
  font-weight: 620;
  font-variant-numeric: tabular-nums;
  line-height: 40px;
  letter-spacing: -0.035em;

  & > small {
    color: var(--ink-3);
    font-size: var(--text-base);
    font-weight: var(--weight-regular);
    letter-spacing: 0;
  }
`;

const Features = styled.ul`
  display: grid;
  gap: 8px;
  margin-top: 20px;
  ${smallText}

  & > li {
    display: flex;
    gap: 9px;
  }
  & svg {
    margin-top: 2px;
    color: var(--accent-text);
  }
`;

/** A plan with its price, button and features. */
export function PlanCard({ name }: { readonly name: PlanName }) {
  const plan = plans[name];
  const isOwn = useAppSelector(selectOwnPlan) === name;
  const isRecommended = useAppSelector(selectRecommendedPlan) === name;
  return (
    <Box as="section" $recommended={isRecommended} aria-labelledby={`plan-${name}`}>
      <Spread>
        <SectionTitle id={`plan-${name}`}>{plan.name}</SectionTitle>
        {isOwn && <Badge $tone="accent">Your plan</Badge>}
      </Spread>
      <Small>{planLines[name]}</Small>
      <Price>
        ${plan.price} <small>a month</small>
      </Price>
      <PlanAction plan={name} />
      <Features>
        {planFeatures(plan).map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            <span>{feature}</span>
          </li>
        ))}
      </Features>
    </Box>
  );
}
