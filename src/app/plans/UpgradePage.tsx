import { useEffect } from 'react';
import styled from 'styled-components';
import { planNames } from '../../contract/plans';
import { failureText } from '../http/apiError';
import { Banner } from '../parts/Banner';
import { below } from '../parts/breakpoints';
import { Button } from '../parts/Button';
import { PageHeading } from '../parts/PageHeading';
import { Page } from '../parts/spacing';
import { Lead, SmallTitle } from '../parts/text';
import { rootReducer } from '../rootReducer';
import { ComparePlans } from './ComparePlans';
import { PlanCard } from './PlanCard';
import { plansWanted } from './plansEvents';
import { selectHasNoPlans, selectKnowsPlans, selectPlansFailure } from './plansSelectors';
import { plansLeft, plansSlice } from './plansSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

plansSlice.injectInto(rootReducer);

const Hero = styled(Page)`
  padding-top: 56px;

  ${below.lists} {
    padding-top: 56px;
  }
`;

const Head = styled.div`
  margin-bottom: 28px;

  & > p {
    margin-top: 8px;
  }
`;

const Above = styled.div`
  margin-bottom: 20px;

  & button {
    margin-top: 8px;
  }
`;

const Cards = styled.div`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 16px;

  ${below.columns} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Answers = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 16px 40px;
  margin-top: 40px;

  & p {
    margin-top: 2px;
    color: var(--ink-2);
  }
  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** Says that plans are on the screen, and when they no longer are. */
function usePlansOnScreen() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(plansWanted());
    return () => {
      dispatch(plansLeft());
    };
  }, [dispatch]);
}

function OwnPlanFailure() {
  const dispatch = useAppDispatch();
  const failure = useAppSelector(selectPlansFailure);
  if (failure === undefined) return null;
  return (
    <Above>
      <Banner kind="danger" alert>
        Your plan did not load. {failureText(failure, 'Try again in a moment.')}
        <div>
          <Button size="small" icon="refresh" onClick={() => dispatch(plansWanted())}>
            Try again
          </Button>
        </div>
      </Banner>
    </Above>
  );
}

/** Has its place from the beginning, and is seen when it is known what belongs there: so nothing moves. */
const WhenKnown = styled.div<{ $known: boolean }>`
  display: contents;
  ${({ $known }) => !$known && 'visibility: hidden;'}
`;

/** `/upgrade`: the plans, what each has room for, and the way from one to another. */
export function UpgradePage() {
  usePlansOnScreen();
  const hasNoPlans = useAppSelector(selectHasNoPlans);
  const known = useAppSelector(selectKnowsPlans);
  return (
    <Hero>
      <Head>
        <PageHeading hero documentTitle="Upgrade" page="upgrade">
          {hasNoPlans ? 'Plans' : 'Choose a plan'}
        </PageHeading>
        <Lead>
          Every plan has filters, types, writes, API keys and the OpenAPI file. Plans differ only in their limits.
        </Lead>
      </Head>
      <WhenKnown $known={known} aria-busy={!known}>
        {hasNoPlans ? (
          <Above>
            <Banner kind="info">Limits on this server are set by its administrator.</Banner>
          </Above>
        ) : (
          <OwnPlanFailure />
        )}
        <Cards>
          {planNames.map((name) => (
            <PlanCard key={name} name={name} />
          ))}
        </Cards>
        <ComparePlans />
        <Answers>
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
      </WhenKnown>
    </Hero>
  );
}
