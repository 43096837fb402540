import styled from 'styled-components';
import type { UsageAnswer } from '../../contract/usage';
import { type ApiFailure, failureText } from '../http/apiError';
import { Button } from '../parts/Button';
import { EmptyState } from '../parts/EmptyState';
import { Card } from '../parts/spacing';
import { BarSkeletons } from './BarSkeletons';
import { ChartHead } from './ChartHead';
import { DayChart } from './DayChart';
import { DayTable } from './DayTable';
import {
  selectAsTable,
  selectUsage,
  selectUsageFailure,
  selectUsagePhase,
  selectUsageQuestion,
} from './usageSelectors';
import { usageRetried } from './usageSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

export const PadCard = styled(Card)`
  padding: 20px;
`;

/** While something else is asked, what is there is paler. A chart drawn for a wider window never makes the page scroll sideways. */
const Box = styled(PadCard)<{ $pale: boolean }>`
  margin-top: 16px;
  overflow-x: clip;

  & > :not(:first-child) svg {
    opacity: ${({ $pale }) => ($pale ? 0.6 : 1)};
    transition: opacity var(--t);
  }
`;

const sentence = (failure: ApiFailure) =>
  failureText(
    failure,
    failure.status === undefined
      ? 'The server could not be reached. Nothing is lost. Try again in a moment.'
      : `The server answered with ${failure.status}. Nothing is lost. Try again in a moment.`,
  );

function Failed({ failure }: { readonly failure: ApiFailure }) {
  const dispatch = useAppDispatch();
  return (
    <div role="alert">
      <EmptyState icon="warning" title="Usage did not load" lead={sentence(failure)}>
        <Button look="primary" icon="refresh" onClick={() => dispatch(usageRetried())}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}

/** What stands in the chart when nobody has called. */
function emptyText({ now, before, days }: UsageAnswer): string | undefined {
  if (now.requests > 0) return undefined;
  if (before.requests > 0) return `No requests in these ${days.length} days.`;
  return 'No requests yet. Copy an endpoint and call it.';
}

function Known({ usage }: { readonly usage: UsageAnswer }) {
  const asTable = useAppSelector(selectAsTable);
  if (asTable) return <DayTable days={usage.days} />;
  return <DayChart days={usage.days} empty={emptyText(usage)} />;
}

/** Requests per day, as a chart or as a table. */
export function ChartCard() {
  const phase = useAppSelector(selectUsagePhase);
  const usage = useAppSelector(selectUsage);
  const failure = useAppSelector(selectUsageFailure);
  const { days } = useAppSelector(selectUsageQuestion);
  return (
    <Box as="section" aria-label="Requests per day" $pale={phase === 'asking'}>
      <ChartHead />
      {usage && <Known usage={usage} />}
      {failure && <Failed failure={failure} />}
      {phase === 'loading' && <BarSkeletons days={days} />}
    </Box>
  );
}
