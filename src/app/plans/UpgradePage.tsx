import styled from 'styled-components';
import { limits } from '../../contract/limits';
import { DRIVE_BYTES, planNames } from '../../contract/plans';
import { selectUploadLimit } from '../about/aboutSlice';
import { failureText } from '../http/apiError';
import { Banner } from '../ui/layout/Banner';
import { below, Block, Card, Columns, Page, Row } from '../ui/layout/spacing';
import { Button } from '../ui/forms/Button';
import { PageHeading } from '../ui/layout/PageHeading';
import { formatNumber, MEBIBYTE } from '../ui/display/numbers';
import { Lead, Small, SmallTitle } from '../ui/display/text';
import { rootReducer } from '../rootReducer';
import { ComparePlans } from './ComparePlans';
import { PlanCard } from './PlanCard';
import { plansWanted } from './plansEvents';
import { selectHasNoPlans, selectKnowsPlans, selectPlansFailure } from './plansSelectors';
import { plansLeft, plansSlice } from './plansSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';

plansSlice.injectInto(rootReducer);

const Hero = styled(Page)`
  padding-top: 56px;

  ${below.lists} {
    padding-top: 56px;
  }
`;

const Included = styled(Card)`
  display: grid;
  gap: 12px;
  padding: 20px 24px;
  max-width: 560px;

  & li {
    padding: 8px 0;
    border-top: 1px solid var(--line);
  }
`;

const Answers = styled(Columns)`
  & p {
    margin-top: 2px;
    color: var(--ink-2);
  }
`;

function OwnPlanFailure() {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectPlansFailure);
  if (failure === undefined) return null;
  return (
    <Block $bottom={20}>
      <Banner kind="danger" alert>
        Your plan did not load. {failureText(failure, 'Try again in a moment.')}
        <Row $top={8}>
          <Button size="small" icon="refresh" onClick={() => dispatch(plansWanted())}>
            Try again
          </Button>
        </Row>
      </Banner>
    </Block>
  );
}

/** Reserves the space of its children, and shows them once `$known`, so that nothing moves. */
const WhenKnown = styled.div<{ $known: boolean }>`
  display: contents;
  ${({ $known }) => !$known && 'visibility: hidden;'}
`;

/** The plans: their cards, the comparison, questions and answers. */
const ThePlans = () => (
  <>
    <OwnPlanFailure />
    <Columns $of="repeat(3, minmax(0, 1fr))" $below="columns" $gap={16}>
      {planNames.map((name) => (
        <PlanCard key={name} name={name} />
      ))}
    </Columns>
    <ComparePlans />
    <Answers $of="1fr 1fr" $below="lists" $gap="16px 40px" $top={40}>
      <section>
        <SmallTitle as="h2">What happens at the limit?</SmallTitle>
        <p>
          Usage warns from 80%. Another 10% is let through, then calls answer 429 until the month turns. Nothing is
          deleted. An answer of 304 does not count.
        </p>
      </section>
      <section>
        <SmallTitle as="h2">Can I run Tabpoint myself?</SmallTitle>
        <p>
          Yes. On your own server there are no plan limits, only a drive quota for each person, set by its
          administrator.
        </p>
      </section>
    </Answers>
  </>
);

/** Content on a server without plans: the limits set by the administrator. */
function EverythingIncluded() {
  const limit = useAppSelector(selectUploadLimit);
  return (
    <Included>
      <SmallTitle as="h2">What is limited here</SmallTitle>
      <ul>
        <li>Uploads: up to {formatNumber(Math.floor(limit / MEBIBYTE))} MB each.</li>
        <li>The drive: {formatNumber(DRIVE_BYTES / MEBIBYTE / 1024)} GB for each person.</li>
        <li>A workbook: up to {formatNumber(limits.cellsPerWorkbook)} cells.</li>
      </ul>
      <Small>Limits on this server are set by its administrator.</Small>
    </Included>
  );
}

const INCLUDED =
  'This server has no plans. Projects, requests, filters, types, writes, API keys and the OpenAPI file are there for everybody.';
const DIFFER =
  'Every plan has filters, types, writes, API keys and the OpenAPI file. Plans differ only in their limits.';

/** `/upgrade`: the plans, their limits, and the choice of another plan. */
export function UpgradePage() {
  useOnScreen(plansWanted(), plansLeft);
  const hasNoPlans = useAppSelector(selectHasNoPlans);
  const known = useAppSelector(selectKnowsPlans);
  return (
    <Hero>
      <Block $bottom={28}>
        <PageHeading hero documentTitle="Upgrade" page="upgrade">
          {hasNoPlans ? 'Everything is included' : 'Choose a plan'}
        </PageHeading>
        <Lead $top={8}>{hasNoPlans ? INCLUDED : DIFFER}</Lead>
      </Block>
      <WhenKnown $known={known} aria-busy={!known}>
        {hasNoPlans ? <EverythingIncluded /> : <ThePlans />}
      </WhenKnown>
    </Hero>
  );
}
