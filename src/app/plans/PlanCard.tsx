import styled from 'styled-components';
import { type PlanName, plans } from '../../contract/plans';
import { Icon } from '../parts/Icon';
import { Card, Row } from '../parts/spacing';
import { SectionTitle, Small } from '../parts/text';
import { PlanAction } from './PlanAction';
import { planFeatures, planLines } from './planWords';
import { selectHasNoPlans, selectOwnPlan, selectRecommendedPlan } from './plansSelectors';
import { useAppSelector } from '../storeHooks';

const Box = styled(Card)<{ $recommended: boolean }>`
  display: flex;
  flex-direction: column;
  gap: 4px;
  padding: 24px;
  ${({ $recommended }) =>
    $recommended && 'border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent), var(--shadow-2);'}
`;

const Head = styled(Row)`
  justify-content: space-between;
`;

const Own = styled.span`
  display: inline-flex;
  align-items: center;
  height: 22px;
  padding: 0 8px;
  border-radius: var(--r-full);
  color: var(--accent-text);
  background: var(--accent-soft);
  font-size: var(--text-xs);
  font-weight: var(--weight-medium);
  line-height: 1;
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
  font-size: var(--text-sm);
  line-height: 20px;

  & > li {
    display: flex;
    gap: 9px;
  }
  & svg {
    flex: none;
    margin-top: 2px;
    color: var(--accent-text);
  }
`;

/** A plan with its price, what it has, and the way to it. */
export function PlanCard({ name }: { readonly name: PlanName }) {
  const plan = plans[name];
  const isOwn = useAppSelector(selectOwnPlan) === name;
  const isRecommended = useAppSelector(selectRecommendedPlan) === name;
  const hasNoPlans = useAppSelector(selectHasNoPlans);
  return (
    <Box as="section" $recommended={isRecommended} aria-labelledby={`plan-${name}`}>
      <Head>
        <SectionTitle id={`plan-${name}`}>{plan.name}</SectionTitle>
        {isOwn && <Own>Your plan</Own>}
      </Head>
      <Small>{planLines[name]}</Small>
      <Price>
        ${plan.price} <small>a month</small>
      </Price>
      {!hasNoPlans && <PlanAction plan={name} />}
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
