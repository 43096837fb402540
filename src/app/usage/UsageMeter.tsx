import { useId } from 'react';
import styled from 'styled-components';
import { PLAN_WARNING } from '../../contract/plans';

const Words = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 12px;
  margin-bottom: 6px;
  color: var(--ink-2);
  font-size: var(--text-sm);
  line-height: 20px;

  & > span:last-child {
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
  }
  & b {
    color: var(--ink);
    font-weight: var(--weight-semibold);
  }
`;

const tones = { fine: '--chart-1', warn: '--warn-dot', full: '--danger-dot' };

const Track = styled.div<{ $tone: keyof typeof tones }>`
  display: flex;
  height: 8px;
  overflow: hidden;
  border-radius: var(--r-full);
  background: var(--sunken);
  box-shadow: inset 0 0 0 1px var(--line);

  & > i {
    border-radius: inherit;
    background: var(${({ $tone }) => tones[$tone]});
  }
  & > u {
    background: repeating-linear-gradient(115deg, var(--warn-dot) 0 2px, transparent 2px 5px);
    opacity: 0.8;
  }
`;

const Box = styled.div`
  margin-top: 16px;
`;

interface UsageMeterProps {
  readonly name: string;
  readonly used: number;
  readonly most: number;
  /** What it will be at the end of the month: hatched. */
  readonly forecast?: number;
  /** How the numbers are shown. */
  readonly words: (value: number) => string;
}

const toneOf = (share: number) => (share >= 1 ? 'full' : share >= PLAN_WARNING ? 'warn' : 'fine');

/** How much of something is used, in numbers and as a bar. */
export function UsageMeter({ name, used, most, forecast = used, words }: UsageMeterProps) {
  const id = useId();
  const share = Math.min(1, used / most);
  const coming = Math.min(1, forecast / most) - share;
  return (
    <Box>
      <Words>
        <span id={id}>{name}</span>
        <span>
          <b>{words(used)}</b> of {words(most)}
        </span>
      </Words>
      <Track
        $tone={toneOf(share)}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(used, most)}
        aria-valuetext={`${words(used)} of ${words(most)}`}
      >
        <i style={{ width: `${share * 100}%` }} />
        {coming > 0 && <u style={{ width: `${coming * 100}%` }} />}
      </Track>
    </Box>
  );
}
