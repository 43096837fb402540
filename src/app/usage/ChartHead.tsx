import styled from 'styled-components';
import { Button } from '../parts/Button';
import { Segmented } from '../parts/Segmented';
import { Row } from '../parts/spacing';
import { SmallTitle } from '../parts/text';
import { groundOf, Legend } from './chartLook';
import { EndpointName } from './EndpointName';
import { endpointPathOf } from './layers';
import { selectAsTable, selectLayers, selectShownEndpoint, selectStack } from './usageSelectors';
import { endpointCleared, stackChosen, tableSwitched } from './usageSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Head = styled(Row)`
  justify-content: space-between;
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

/** The endpoint whose requests alone are shown, and the way back to all. */
function OneEndpoint() {
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

/** What the chart shows, and how. It is there before the numbers are. */
export function ChartHead() {
  const dispatch = useAppDispatch();
  const stack = useAppSelector(selectStack);
  const asTable = useAppSelector(selectAsTable);
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
        <OneEndpoint />
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
