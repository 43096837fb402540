import styled from 'styled-components';
import type { UsageAnswer } from '../../contract/usage';
import type { ApiFailure } from '../http/apiError';
import { notLoadedText } from '../http/shownFailure';
import { Button } from '../ui/forms/Button';
import { NotLoadedState } from '../ui/layout/EmptyState';
import { Segmented } from '../ui/forms/Segmented';
import { Delayed } from '../ui/layout/Skeleton';
import { Card, Row, Spread } from '../ui/layout/spacing';
import { SmallTitle } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { endpointPathOf, barPositions, PLOT_HEIGHT } from './bars';
import { ChartFrame, groundOf, Legend, useWidth } from './ChartFrame';
import { DayChart } from './DayChart';
import { DayTable } from './DayTable';
import { EndpointName } from './Endpoints';
import { selectLayers, selectShownEndpoint, selectUsage, selectUsageView } from './usageSelectors';
import { endpointCleared, stackChosen, tableSwitched, usageOpened } from './usageSlice';

/** Heights of the skeleton bars as a share of the plot, for one week; repeated for more days. */
const SKELETON_WEEK = [0.58, 0.66, 0.72, 0.7, 0.64, 0.42, 0.46];

/** The chart while it loads: axes and skeleton bars. */
function BarSkeletons({ days }: { readonly days: number }) {
  const [element, width] = useWidth();
  return (
    <ChartFrame>
      <Delayed ref={element} aria-hidden="true">
        <svg width={width} height={PLOT_HEIGHT}>
          {barPositions(days, width).map(({ day, x, width: bar }) => {
            const height = PLOT_HEIGHT * (SKELETON_WEEK[day % SKELETON_WEEK.length] ?? 0);
            const y = PLOT_HEIGHT - height;
            return <rect key={day} x={x} y={y} width={bar} height={height} rx={3} fill="var(--skeleton)" />;
          })}
        </svg>
      </Delayed>
    </ChartFrame>
  );
}

const Head = styled(Spread)`
  gap: 8px 16px;

  & > div {
    min-width: 0;
  }
`;

const Chip = styled(Button)`
  max-width: 100%;
  min-width: 0;
  line-height: 20px;
`;

const stacks = [
  { value: 'status', label: 'By status' },
  { value: 'tab', label: 'By tab' },
] as const;

/** A chip that names the only endpoint shown, and clears this filter. */
function EndpointFilter() {
  const dispatch = useAppDispatch();
  const endpoint = useAppSelector(selectShownEndpoint);
  if (endpoint === undefined) return null;
  const name = `${endpoint.project} ${endpointPathOf(endpoint)}`;
  return (
    <Chip size="small" icon="cross" aria-label={`Only ${name}: show all`} onClick={() => dispatch(endpointCleared())}>
      <EndpointName endpoint={endpoint} />
    </Chip>
  );
}

/** The chart's title, stacking, legend and table switch; shown before the data is loaded. */
function ChartHead() {
  const dispatch = useAppDispatch();
  const { stack, asTable } = useAppSelector(selectUsageView);
  const layers = useAppSelector(selectLayers);
  return (
    <Head>
      <Row $gap={16}>
        <SmallTitle as="h2">Requests per day</SmallTitle>
        <Segmented
          label="Stack by"
          options={stacks}
          chosen={stack}
          onChoose={(chosen) => dispatch(stackChosen(chosen))}
        />
        <EndpointFilter />
      </Row>
      <Row $gap={16}>
        <Legend aria-label="Legend">
          {layers.map(({ key, label, fill }) => (
            <li key={key}>
              <i style={{ background: groundOf(fill) }} />
              <span title={label} dir="auto">
                {label}
              </span>
            </li>
          ))}
        </Legend>
        <Button look="ghost" size="small" icon="table" aria-pressed={asTable} onClick={() => dispatch(tableSwitched())}>
          Show as table
        </Button>
      </Row>
    </Head>
  );
}

/** The chart's card; the former chart is dimmed during a reload. `overflow-x`: a chart drawn for a wider window must not scroll the page sideways. */
const Box = styled(Card)<{ $pale: boolean }>`
  overflow-x: clip;

  & > :not(:first-child) svg {
    opacity: ${({ $pale }) => ($pale ? 0.6 : 1)};
    transition: opacity var(--t);
  }
`;

function Failed({ failure }: { readonly failure: ApiFailure }) {
  const dispatch = useAppDispatch();
  return (
    <div role="alert">
      <NotLoadedState
        title="Usage did not load"
        lead={notLoadedText(failure)}
        onRetry={() => dispatch(usageOpened())}
      />
    </div>
  );
}

/** Returns the text of a chart without requests; undefined if there are any. */
function emptyText({ now, before, days }: UsageAnswer): string | undefined {
  if (now.requests > 0) return undefined;
  if (before.requests > 0) return `No requests in these ${days.length} days.`;
  return 'No requests yet. Copy an endpoint and call it.';
}

/** Requests per day, as a chart or as a table. */
export function ChartCard() {
  const { known, asTable } = useAppSelector(selectUsageView);
  const usage = useAppSelector(selectUsage);
  return (
    <Box as="section" aria-label="Requests per day" $pad={20} $top={16} $pale={known.phase === 'asking'}>
      <ChartHead />
      {usage && asTable && <DayTable days={usage.days} />}
      {usage && !asTable && <DayChart days={usage.days} empty={emptyText(usage)} />}
      {known.phase === 'failed' && <Failed failure={known.failure} />}
      {known.phase === 'loading' && <BarSkeletons days={known.question.days} />}
    </Box>
  );
}
