import type { ReactNode } from 'react';
import styled from 'styled-components';
import { PLOT_HEIGHT, type Tick } from './bars';
import { shortDay } from './usageWords';

const Frame = styled.div`
  margin-top: 20px;
  padding-left: 44px;
`;

const Plot = styled.div`
  position: relative;
  height: ${PLOT_HEIGHT}px;
`;

const Line = styled.div`
  position: absolute;
  right: 0;
  left: 0;
  height: 1px;
  background: var(--line);

  & > span {
    position: absolute;
    top: -8px;
    right: calc(100% + 10px);
    color: var(--ink-3);
    font-size: var(--text-2xs);
    font-variant-numeric: tabular-nums;
    line-height: 16px;
  }
`;

const Days = styled.div`
  display: flex;
  justify-content: space-between;
  height: 16px;
  margin-top: 8px;
  color: var(--ink-3);
  font-size: var(--text-2xs);
  font-variant-numeric: tabular-nums;
  line-height: 16px;
`;

const compact = new Intl.NumberFormat('en-GB', { notation: 'compact' });
const grouped = new Intl.NumberFormat('en-GB');
const tickText = (value: number) => (value < 100_000 ? grouped : compact).format(value);

/** So many days are named, evenly spread. */
const NAMED = 5;

function namedDays(days: readonly string[]): readonly string[] {
  if (days.length <= 7) return days;
  return Array.from({ length: NAMED }, (_, at) => days[Math.round((at * (days.length - 1)) / (NAMED - 1))] ?? '');
}

/** Lines without numbers, where these are not known yet. */
export const bareTicks = [0, 1 / 3, 2 / 3, 1];

interface ChartFrameProps {
  readonly ticks?: readonly Tick[];
  readonly days?: readonly string[];
  readonly children: ReactNode;
}

/** Both axes, and the plot between them. */
export const ChartFrame = ({ ticks, days = [], children }: ChartFrameProps) => (
  <Frame>
    <Plot>
      {bareTicks.map((share) => ticks === undefined && <Line key={share} style={{ bottom: `${share * 100}%` }} />)}
      {ticks?.map(({ share, value }) => (
        <Line key={value} style={{ bottom: `${share * 100}%` }} aria-hidden="true">
          <span>{tickText(value)}</span>
        </Line>
      ))}
      {children}
    </Plot>
    <Days aria-hidden="true">
      {namedDays(days).map((day) => (
        <span key={day}>{shortDay(day)}</span>
      ))}
    </Days>
  </Frame>
);
