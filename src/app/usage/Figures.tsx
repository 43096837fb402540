import styled from 'styled-components';
import { fineText } from '../ui/display/text';
import { below, Card } from '../ui/layout/spacing';
import { Skeleton, useSkeletonShown } from '../ui/layout/Skeleton';
import { selectUsage, selectUsagePhase } from './usageSelectors';
import { type Figure, figuresOf, NONE } from './usageWords';
import { useAppSelector } from '../storeHooks';

const Grid = styled(Card)`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));

  & > div {
    padding: 18px 20px;
    border-left: 1px solid var(--line);
  }
  & > div:first-child {
    border-left: 0;
  }
  & dt {
    color: var(--ink-2);
    font-size: var(--text-sm);
    line-height: 20px;
  }
  ${below.lists} {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    & > div:nth-child(odd) {
      border-left: 0;
    }
    & > div:first-child > dd:last-child {
      min-height: 32px;
    }
    & > div:nth-child(n + 3) {
      border-top: 1px solid var(--line);
    }
  }
`;

const Value = styled.dd`
  display: flex;
  align-items: center;
  height: 32px;
  margin-top: 2px;
  font-size: 24px;
  font-weight: var(--weight-semibold);
  font-variant-numeric: tabular-nums;
  line-height: 32px;
  letter-spacing: -0.024em;
`;

const changeColours = { better: '--success-text', worse: '--danger-text', same: '--ink-2' };

const Change = styled.dd<{ $kind: keyof typeof changeColours }>`
  min-height: 16px;
  margin-top: 2px;
  ${fineText}

  & > b {
    color: var(${({ $kind }) => changeColours[$kind]});
    font-weight: var(--weight-medium);
  }
`;

const OneFigure = ({ figure: { name, value, change } }: { readonly figure: Figure }) => (
  <div>
    <dt>{name}</dt>
    <Value>{value}</Value>
    <Change $kind={change?.kind ?? 'same'}>
      {change && (
        <>
          <b>{change.text}</b> {change.after}
        </>
      )}
    </Change>
  </div>
);

const NAMES = ['Requests', 'Success rate', 'Median time', 'From cache'];

function Waiting() {
  const shown = useSkeletonShown();
  return (
    <Grid aria-hidden="true">
      {NAMES.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <Value>{shown && <Skeleton $width={96} $height={24} />}</Value>
          <Change $kind="same" />
        </div>
      ))}
    </Grid>
  );
}

/** The four figures, with their change against the time before. */
export function Figures() {
  const usage = useAppSelector(selectUsage);
  const phase = useAppSelector(selectUsagePhase);
  if (phase === 'loading') return <Waiting />;
  const figures = usage
    ? figuresOf(usage.now, usage.before, usage.days.length)
    : NAMES.map((name) => ({ name, value: NONE }));
  return (
    <Grid as="dl">
      {figures.map((figure) => (
        <OneFigure key={figure.name} figure={figure} />
      ))}
    </Grid>
  );
}
