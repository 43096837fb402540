import { useEffect } from 'react';
import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import { counted } from '../parts/numbers';
import { Page } from '../parts/spacing';
import { Unseen } from '../parts/text';
import { rootReducer } from '../rootReducer';
import { ChartCard } from './ChartCard';
import { Endpoints } from './Endpoints';
import { Figures } from './Figures';
import { PlanUsage } from './PlanUsage';
import { usageOpened } from './usageEvents';
import { UsageHead } from './UsageHead';
import { selectUsage, selectUsagePhase } from './usageSelectors';
import { usageLeft, usageSlice } from './usageSlice';
import { spanInWords } from './usageWords';
import { useAppDispatch, useAppSelector } from '../storeHooks';

usageSlice.injectInto(rootReducer);

const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr);
  gap: 16px;
  margin-top: 16px;

  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** Says that usage is on the screen, and when it no longer is. */
function useUsageOnScreen() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(usageOpened());
    return () => {
      dispatch(usageLeft());
    };
  }, [dispatch]);
}

/** `/usage`: how often the person's endpoints were called. */
export function UsagePage() {
  useUsageOnScreen();
  const phase = useAppSelector(selectUsagePhase);
  const usage = useAppSelector(selectUsage);
  return (
    <Page aria-busy={phase === 'loading'}>
      <UsageHead />
      <Unseen role="status">
        {phase === 'ready' && usage && `${counted(usage.now.requests, 'request')}, ${spanInWords(usage.days)}`}
      </Unseen>
      <Figures />
      <ChartCard />
      {usage && (
        <Two>
          <Endpoints usage={usage} />
          <PlanUsage usage={usage.plan} />
        </Two>
      )}
    </Page>
  );
}
