import styled from 'styled-components';
import { formatNumber } from '../ui/display/numbers';
import { ellipsis } from '../ui/display/text';
import { tableLook } from '../ui/layout/tableLook';
import { useAppSelector } from '../storeHooks';
import type { Bar, Layer } from './bars';
import { selectLayers } from './usageSelectors';
import { dayInWords } from './usageWords';

/** As high as the chart, so that the page does not shift. */
const Scroller = styled.div`
  height: 252px;
  margin-top: 12px;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: var(--r);
  scrollbar-width: thin;
`;

const Table = styled.table`
  ${tableLook}

  th,
  td {
    padding: 6px 16px;
    font-weight: var(--weight-regular);
    text-align: right;
    white-space: nowrap;
  }
  th:first-child {
    color: var(--ink-2);
    text-align: left;
  }
  thead th {
    position: sticky;
    top: 0;
    max-width: 200px;
    overflow: hidden;
    border-bottom: 1px solid var(--line);
    background: var(--surface);
    text-overflow: ellipsis;
  }
  tbody tr:first-child > * {
    border-top: 0;
  }
  td:last-child {
    font-weight: var(--weight-medium);
  }
`;

const sumOf = (layers: readonly Layer[], day: number) =>
  layers.reduce((sum, { counts }) => sum + (counts[day] ?? 0), 0);

/** The numbers of the chart as a table. */
export function DayTable({ days }: { readonly days: readonly string[] }) {
  const layers = useAppSelector(selectLayers);
  return (
    <Scroller role="region" aria-label="Requests per day as a table" tabIndex={0}>
      <Table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {layers.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{dayInWords(day)}</th>
              {layers.map(({ key, counts }) => (
                <td key={key}>{formatNumber(counts[at] ?? 0)}</td>
              ))}
              <td>{formatNumber(sumOf(layers, at))}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroller>
  );
}

const TIP_WIDTH = 156;
const TIP_DISTANCE = 18;

const Box = styled.div`
  position: absolute;
  z-index: 2;
  top: 0;
  width: ${TIP_WIDTH}px;
  padding: 8px 12px;
  border-radius: var(--r);
  background: var(--raised);
  box-shadow: var(--shadow-3);
  font-size: var(--text-xs);
  line-height: 18px;
  pointer-events: none;

  & b {
    color: var(--ink);
    font-weight: var(--weight-medium);
    font-variant-numeric: tabular-nums;
  }
  & > div {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    color: var(--ink-2);
  }
  & > div > span {
    min-width: 0;
    ${ellipsis}
  }
`;

/** Returns the left edge of the tooltip: right of the marker, or left of it if there is no space. */
const leftOf = ({ band }: Bar, width: number) => {
  const middle = band.x + band.width / 2;
  const right = middle + TIP_DISTANCE;
  return right + TIP_WIDTH <= width ? right : Math.max(0, middle - TIP_DISTANCE - TIP_WIDTH);
};

interface DayTipProps {
  readonly bar: Bar;
  readonly day: string;
  readonly layers: readonly Layer[];
  /** Width of the plot. */
  readonly width: number;
}

/** The tooltip with the numbers of the marked day. */
export const DayTip = ({ bar, day, layers, width }: DayTipProps) => (
  <Box style={{ left: leftOf(bar, width) }} aria-hidden="true">
    <b>{dayInWords(day)}</b>
    {layers.map(({ key, label, counts }) => (
      <div key={key}>
        <span>{label}</span>
        <b>{formatNumber(counts[bar.day] ?? 0)}</b>
      </div>
    ))}
  </Box>
);
