import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo, useState } from 'react';
import styled from 'styled-components';
import { formatNumber } from '../ui/display/numbers';
import { useAppSelector } from '../storeHooks';
import { type Bar, type Layer, PLOT_HEIGHT, plotOf, type Segment } from './bars';
import { BarGroup, ChartFrame, colours, useWidth } from './ChartFrame';
import { DayTip } from './DayTable';
import { selectLayers, selectUsageView } from './usageSelectors';
import { dayInWords } from './usageWords';

const ROUND = 1.5;
const ROUND_TOP = 4;

/** Delay between the animations of neighbouring bars, in milliseconds. */
const STAGGER_MS = 8;

/** Returns the SVG path of a rectangle with rounded upper corners. */
function topPath(x: number, { y, height }: Segment, width: number): string {
  const r = Math.min(ROUND_TOP, width / 2, height);
  return `M${x} ${y + height}V${y + r}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}V${y + height}Z`;
}

function BarSegments({ bar: { x, width, segments }, hatch }: { readonly bar: Bar; readonly hatch: string }) {
  return segments.map((segment) => {
    const { layer, y, height, isTop } = segment;
    const fill = layer.fill === 'refused' ? `url(#${hatch})` : colours[layer.fill];
    if (isTop) return <path key={layer.key} d={topPath(x, segment, width)} fill={fill} />;
    return <rect key={layer.key} x={x} y={y} width={width} height={height} rx={ROUND} fill={fill} />;
  });
}

const Hatch = ({ id }: { readonly id: string }) => (
  <pattern id={id} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width={4} height={4} fill="var(--chart-4)" opacity={0.7} />
    <rect width={2} height={4} fill="var(--chart-4)" />
  </pattern>
);

interface DayBarsProps {
  readonly bars: readonly Bar[];
  readonly width: number;
  readonly grows: boolean;
}

/** The bars; memoized, so that moving the marker does not render them again. */
const DayBars = memo(function DayBars({ bars, width, grows }: DayBarsProps) {
  const hatch = `hatch${useId().replaceAll(/\W/g, '')}`;
  return (
    <svg width={width} height={PLOT_HEIGHT} viewBox={`0 0 ${width} ${PLOT_HEIGHT}`} aria-hidden="true">
      <defs>
        <Hatch id={hatch} />
      </defs>
      {bars.map((bar) => (
        <BarGroup key={bar.day} $grows={grows} style={{ animationDelay: `${bar.day * STAGGER_MS}ms` }}>
          <BarSegments bar={bar} hatch={hatch} />
        </BarGroup>
      ))}
    </svg>
  );
});

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 7,
  PageDown: -7,
};

/** Returns the day to which a key moves the marker; undefined for other keys. */
function dayAfter(key: string, day: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  return step === undefined ? undefined : Math.min(Math.max(day + step, 0), count - 1);
}

/**
 * Returns the day marked by the pointer or by keys, and the event handlers. Without a marked day, keys start from the last day; Esc
 * removes the marker.
 *
 * @param count number of days
 */
function useDayMarker(count: number) {
  const [marked, setMarked] = useState<number>();
  const day = marked === undefined ? undefined : Math.min(marked, count - 1);
  const onPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / Math.max(width, 1)) * count);
    setMarked(Math.min(Math.max(index, 0), count - 1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setMarked(undefined);
    const next = dayAfter(event.key, day ?? count - 1, count);
    if (next === undefined) return;
    event.preventDefault();
    setMarked(next);
  };
  const handlers = {
    onPointerMove: onPointer,
    onPointerDown: onPointer,
    /** On touch screens the day stays marked after the finger is lifted. */
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setMarked(undefined),
    onFocus: () => setMarked((before) => before ?? count - 1),
    onBlur: () => setMarked(undefined),
    onKeyDown,
  };
  return { day, handlers };
}

/** The plot; its whole area handles events, also without a bar. */
const Plot = styled.div`
  position: absolute;
  inset: 0;
  border-radius: 4px;
  touch-action: pan-y;

  & > svg {
    position: relative;
  }
`;

const Marker = styled.div`
  position: absolute;
  top: 0;
  bottom: 0;
  border-radius: 4px;
  background: var(--subtle);
`;

const Empty = styled.p`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  padding: 0 12px;
  color: var(--ink-2);
  text-align: center;
`;

const inWords = (day: string, at: number, layers: readonly Layer[]) =>
  `${dayInWords(day)}: ${layers.map(({ label, counts }) => `${label} ${formatNumber(counts[at] ?? 0)}`).join(', ')}`;

interface DayChartProps {
  readonly days: readonly string[];
  /** Text if there are no requests. */
  readonly empty: string | undefined;
}

/** Requests per day as bars, with a marker that moves from day to day. */
export function DayChart({ days, empty }: DayChartProps) {
  const layers = useAppSelector(selectLayers);
  const { stack, unseen } = useAppSelector(selectUsageView);
  const [element, width] = useWidth();
  const { bars, ticks } = useMemo(() => plotOf(layers, days.length, width), [layers, days, width]);
  const { day, handlers } = useDayMarker(days.length);
  const at = day ?? days.length - 1;
  const bar = day === undefined ? undefined : bars[day];
  return (
    <ChartFrame ticks={ticks} days={days}>
      <Plot
        ref={element}
        role="slider"
        tabIndex={0}
        aria-label={`Requests per day for ${days.length} days, stacked by ${stack}`}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={at + 1}
        aria-valuetext={inWords(days[at] ?? '', at, layers)}
        {...handlers}
      >
        {bar && <Marker style={{ left: bar.band.x, width: bar.band.width }} />}
        <DayBars bars={bars} width={width} grows={unseen} />
        {bar && empty === undefined && <DayTip bar={bar} day={days[bar.day] ?? ''} layers={layers} width={width} />}
      </Plot>
      {empty !== undefined && <Empty>{empty}</Empty>}
    </ChartFrame>
  );
}
