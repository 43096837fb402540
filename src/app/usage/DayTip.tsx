import styled from 'styled-components';
import { shown } from '../parts/numbers';
import type { Bar } from './bars';
import type { Layer } from './layers';
import { dayInWords } from './usageWords';

const WIDTH = 156;
const BESIDE = 18;

const Box = styled.div`
  position: absolute;
  z-index: 2;
  top: 0;
  width: ${WIDTH}px;
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
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** Beside the marker, on the side where there is room. */
const leftOf = ({ room }: Bar, width: number) => {
  const middle = room.x + room.width / 2;
  const right = middle + BESIDE;
  return right + WIDTH <= width ? right : Math.max(0, middle - BESIDE - WIDTH);
};

interface DayTipProps {
  readonly bar: Bar;
  readonly day: string;
  readonly layers: readonly Layer[];
  /** Of the plot. */
  readonly width: number;
}

/** The numbers of the day that is marked. */
export const DayTip = ({ bar, day, layers, width }: DayTipProps) => (
  <Box style={{ left: leftOf(bar, width) }} aria-hidden="true">
    <b>{dayInWords(day)}</b>
    {layers.map(({ key, label, counts }) => (
      <div key={key}>
        <span>{label}</span>
        <b>{shown(counts[bar.day] ?? 0)}</b>
      </div>
    ))}
  </Box>
);
