import styled from 'styled-components';
import type { UsageAnswer, UsageEndpoint } from '../../contract/usage';
import { Button } from '../ui/forms/Button';
import { counted, formatNumber } from '../ui/display/numbers';
import { ellipsis, Mono, Small, smallText, SmallTitle } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { Block, Card } from '../ui/layout/spacing';
import { MAX_BUSIEST, endpointKey, endpointPathOf, fillOf } from './bars';
import { colours } from './ChartFrame';
import { selectListedEndpoints, selectShownEndpoint, selectUsageView } from './usageSelectors';
import { allEndpointsSwitched, endpointPressed } from './usageSlice';

/** If there is too little space, the project's title is truncated first. */
const Name = styled.span`
  display: flex;
  gap: 8px;
  min-width: 0;

  & > * {
    min-width: 0;
    ${ellipsis}
  }
  & > ${Mono} {
    flex: none;
    max-width: 60%;
    color: var(--ink);
  }
`;

/** A project's title and an endpoint's path, each with its own text direction. */
export const EndpointName = ({ endpoint }: { readonly endpoint: Pick<UsageEndpoint, 'project' | 'title'> }) => (
  <Name>
    <bdi>{endpoint.project}</bdi> <Mono as="bdi">{endpointPathOf(endpoint)}</Mono>
  </Name>
);

const Line = styled.button`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px 12px;
  width: calc(100% + 16px);
  margin-inline: -8px;
  padding: 9px 8px;
  border-radius: var(--r-sm);
  ${smallText}

  & > span:first-child {
    color: var(--ink-3);
  }
  & > b {
    font-weight: var(--weight-medium);
    font-variant-numeric: tabular-nums;
  }
  &:hover {
    background: var(--subtle);
  }
  &[aria-pressed='true'] {
    background: var(--accent-soft);
  }
  &[aria-pressed='true'] > span:first-child {
    color: var(--ink-2);
  }
`;

const Share = styled.span`
  grid-column: 1 / -1;
  height: 6px;
  overflow: hidden;
  border-radius: 3px;
  background: var(--sunken);

  & > i {
    display: block;
    height: 100%;
    border-radius: 3px;
  }
`;

interface EndpointLineProps {
  readonly endpoint: UsageEndpoint;
  /** Index in the list of the busiest endpoints, which selects the colour. */
  readonly rank: number;
  /** Requests of the busiest endpoint. */
  readonly max: number;
}

function EndpointLine({ endpoint, rank, max }: EndpointLineProps) {
  const dispatch = useAppDispatch();
  const isShown = useAppSelector(selectShownEndpoint) === endpoint;
  return (
    <li>
      <Line type="button" aria-pressed={isShown} onClick={() => dispatch(endpointPressed(endpointKey(endpoint)))}>
        <EndpointName endpoint={endpoint} />
        <b>{formatNumber(endpoint.requests)}</b>
        <Share>
          <i style={{ width: `${(endpoint.requests / max) * 100}%`, background: colours[fillOf(rank)] }} />
        </Share>
      </Line>
    </li>
  );
}

/** The button that lists all endpoints, or only the busiest. */
function MoreEndpoints({ usage: { endpoints, otherEndpoints: others } }: { readonly usage: UsageAnswer }) {
  const dispatch = useAppDispatch();
  const { allEndpoints: all } = useAppSelector(selectUsageView);
  if (endpoints.length <= MAX_BUSIEST) return null;
  return (
    <Block $top={8}>
      {all && others.endpoints > 0 && (
        <Small
          $bottom={8}
        >{`And ${counted(others.endpoints, 'endpoint')} with ${counted(others.requests, 'request')}.`}</Small>
      )}
      <Button size="small" aria-expanded={all} onClick={() => dispatch(allEndpointsSwitched())}>
        {all ? 'Busiest endpoints' : 'All endpoints'}
      </Button>
    </Block>
  );
}

/** The busiest endpoints; pressing a row filters the chart to its requests. */
export function Endpoints({ usage }: { readonly usage: UsageAnswer }) {
  const endpoints = useAppSelector(selectListedEndpoints);
  const max = endpoints[0]?.requests ?? 1;
  return (
    <Card as="section" $pad={20} aria-labelledby="usage-endpoints">
      <SmallTitle as="h2" id="usage-endpoints">
        By endpoint
      </SmallTitle>
      {endpoints.length === 0 && <Small>The busiest endpoints stand here as soon as they are called.</Small>}
      <Block as="ul" $top={6}>
        {endpoints.map((endpoint, rank) => (
          <EndpointLine key={endpointKey(endpoint)} endpoint={endpoint} rank={rank} max={max} />
        ))}
      </Block>
      <MoreEndpoints usage={usage} />
    </Card>
  );
}
