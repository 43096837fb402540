import { useSkeletonShown } from '../parts/Skeleton';
import { PLOT_HEIGHT, placesOf } from './bars';
import { ChartFrame } from './ChartFrame';
import { useWidth } from './useWidth';

/** Heights of the stand-ins, as a share of the plot; a week, again and again. */
const WEEK = [0.58, 0.66, 0.72, 0.7, 0.64, 0.42, 0.46];

/** The chart before it is known: axes, and stand-ins for the bars. */
export function BarSkeletons({ days }: { readonly days: number }) {
  const [element, width] = useWidth();
  const shown = useSkeletonShown();
  return (
    <ChartFrame>
      <div ref={element} style={{ visibility: shown ? 'visible' : 'hidden' }} aria-hidden="true">
        <svg width={width} height={PLOT_HEIGHT}>
          {placesOf(days, width).map(({ day, x, width: bar }) => {
            const height = PLOT_HEIGHT * (WEEK[day % WEEK.length] ?? 0);
            const y = PLOT_HEIGHT - height;
            return <rect key={day} x={x} y={y} width={bar} height={height} rx={3} fill="var(--skeleton)" />;
          })}
        </svg>
      </div>
    </ChartFrame>
  );
}
