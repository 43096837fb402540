import { useMemo } from 'react';
import styled from 'styled-components';
import { shown } from '../parts/numbers';
import { plotOf } from './bars';
import { ChartFrame } from './ChartFrame';
import { DayBars } from './DayBars';
import { DayTip } from './DayTip';
import type { Layer } from './layers';
import { useDayMarker } from './useDayMarker';
import { selectBarsUnseen, selectLayers, selectStack } from './usageSelectors';
import { dayInWords } from './usageWords';
import { useWidth } from './useWidth';
import { useAppSelector } from '../storeHooks';

/** All of the plot listens, also where there is no bar. */
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
  `${dayInWords(day)}: ${layers.map(({ label, counts }) => `${label} ${shown(counts[at] ?? 0)}`).join(', ')}`;

interface DayChartProps {
  readonly days: readonly string[];
  /** Said where there is nothing to draw. */
  readonly empty: string | undefined;
}

/** Requests per day as bars, with a marker that goes from day to day. */
export function DayChart({ days, empty }: DayChartProps) {
  const layers = useAppSelector(selectLayers);
  const stack = useAppSelector(selectStack);
  const grows = useAppSelector(selectBarsUnseen);
  const [element, width] = useWidth();
  const { bars, ticks } = useMemo(() => plotOf(layers, days.length, width), [layers, days, width]);
  const { day, hands } = useDayMarker(days.length);
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
        {...hands}
      >
        {bar && <Marker style={{ left: bar.room.x, width: bar.room.width }} />}
        <DayBars bars={bars} width={width} grows={grows} />
        {bar && empty === undefined && <DayTip bar={bar} day={days[bar.day] ?? ''} layers={layers} width={width} />}
      </Plot>
      {empty !== undefined && <Empty>{empty}</Empty>}
    </ChartFrame>
  );
}
