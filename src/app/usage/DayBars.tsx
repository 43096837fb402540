import { memo, useId } from 'react';
import { type Bar, PLOT_HEIGHT, type Segment } from './bars';
import { BarGroup, colours } from './chartLook';

const ROUND = 1.5;
const ROUND_TOP = 4;

/** Milliseconds between the beginnings of two bars that grow. */
const AFTER = 8;

/** A rectangle with round shoulders. */
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

/** The bars themselves; the marker comes and goes without them. */
export const DayBars = memo(function DayBars({ bars, width, grows }: DayBarsProps) {
  const hatch = `hatch${useId().replaceAll(/\W/g, '')}`;
  return (
    <svg width={width} height={PLOT_HEIGHT} viewBox={`0 0 ${width} ${PLOT_HEIGHT}`} aria-hidden="true">
      <defs>
        <Hatch id={hatch} />
      </defs>
      {bars.map((bar) => (
        <BarGroup key={bar.day} $grows={grows} style={{ animationDelay: `${bar.day * AFTER}ms` }}>
          <BarSegments bar={bar} hatch={hatch} />
        </BarGroup>
      ))}
    </svg>
  );
});
