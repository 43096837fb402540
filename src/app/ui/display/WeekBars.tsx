import styled from 'styled-components';
import { Line } from '../layout/spacing';
import { formatNumber } from './numbers';

const WIDTH = 104;
const HEIGHT = 28;
const BAR_WIDTH = 10;
/** Bounds of the height of a bar, in pixels. */
const MAX_HEIGHT = 26;
const MIN_HEIGHT = 2;

const Box = styled(Line)`
  justify-content: flex-end;
  gap: 14px;

  & rect {
    transition:
      y var(--t-slow) var(--ease),
      height var(--t-slow) var(--ease);
  }
  & > span {
    min-width: 48px;
    color: var(--ink);
    font-weight: var(--weight-medium);
    text-align: right;
  }
`;

interface WeekBarsProps {
  /** Requests of each day, today last. */
  readonly week: readonly number[];
}

/** Seven days as bars, with today's in full colour, and their sum. */
export function WeekBars({ week }: WeekBarsProps) {
  const most = Math.max(0, ...week);
  const step = (WIDTH - BAR_WIDTH) / Math.max(1, week.length - 1);
  return (
    <Box>
      <svg
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Requests a day: ${week.map(formatNumber).join(', ')}`}
      >
        {week.map((value, day) => {
          const height = most === 0 ? MIN_HEIGHT : Math.max(MIN_HEIGHT, (MAX_HEIGHT * value) / most);
          const isPale = most > 0 && day < week.length - 1;
          return (
            <rect
              key={day}
              x={day * step}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              rx={height < 5 ? 1 : 2.5}
              fill={most === 0 ? 'var(--chart-muted)' : 'var(--chart-1)'}
              opacity={isPale ? 0.42 : 1}
            />
          );
        })}
      </svg>
      <span>{formatNumber(week.reduce((sum, value) => sum + value, 0))}</span>
    </Box>
  );
}
