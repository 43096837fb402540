import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import styled, { css, keyframes } from 'styled-components';
import { ellipsis } from '../ui/display/text';
import { type LayerFill, PLOT_HEIGHT, type Tick } from './bars';
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
    white-space: nowrap;
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

/** Number of labelled days, evenly spread. */
const LABELLED_DAYS = 5;

function namedDays(days: readonly string[]): readonly string[] {
  if (days.length <= 7) return days;
  return Array.from(
    { length: LABELLED_DAYS },
    (_, at) => days[Math.round((at * (days.length - 1)) / (LABELLED_DAYS - 1))] ?? '',
  );
}

/** Positions of the lines without numbers, while the data loads. */
const bareTicks = [0, 1 / 3, 2 / 3, 1];

interface ChartFrameProps {
  readonly ticks?: readonly Tick[];
  readonly days?: readonly string[];
  readonly children: ReactNode;
}

/** Both axes with the plot between them. */
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

/** Colour of each layer. */
export const colours: Readonly<Record<LayerFill, string>> = {
  tab1: 'var(--chart-1)',
  tab2: 'var(--chart-2)',
  tab3: 'var(--chart-3)',
  tab4: 'var(--chart-4)',
  tab5: 'var(--chart-5)',
  others: 'var(--chart-muted)',
  answered: 'var(--chart-1)',
  refused: 'var(--chart-4)',
  failed: 'var(--danger-dot)',
};

/** Stripes, so that refused requests can be told apart without colour. */
const stripes =
  'repeating-linear-gradient(45deg, var(--chart-4) 0 2px, color-mix(in srgb, var(--chart-4) 70%, transparent) 2px 4px)';

/** Returns the CSS background of a layer, for elements outside the SVG ({@link colours} within it). */
export const groundOf = (fill: LayerFill) => (fill === 'refused' ? stripes : colours[fill]);

const grow = keyframes`
  from { transform: scaleY(0); }
`;

/** A bar; on the first view the bars grow from the bottom, one after the other. */
export const BarGroup = styled.g<{ $grows: boolean }>`
  ${({ $grows }) =>
    $grows &&
    css`
      @media (prefers-reduced-motion: no-preference) {
        transform-origin: 0 100%;
        transform-box: view-box;
        animation: ${grow} 420ms var(--ease) backwards;
      }
    `}
`;

export const Legend = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 16px;
  min-width: 0;
  color: var(--ink-2);
  font-size: var(--text-xs);

  & > li {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  & i {
    flex: none;
    width: 10px;
    height: 10px;
    border-radius: 3px;
  }
  & span {
    max-width: 160px;
    ${ellipsis}
  }
`;

/** Width in pixels if it cannot be measured. */
const DEFAULT_WIDTH = 1000;

/** Measures an element. @returns the ref to set on it, and its current width in pixels */
export function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(current.clientWidth || DEFAULT_WIDTH);
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
}
