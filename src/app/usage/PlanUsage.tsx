import { useId } from 'react';
import styled from 'styled-components';
import { type Plan, PLAN_WARNING, plans } from '../../contract/plans';
import type { UsagePlan } from '../../contract/usage';
import { Banner } from '../ui/layout/Banner';
import { Track } from '../ui/display/Meter';
import { ButtonLink } from '../ui/forms/Button';
import { formatBytes, formatNumber } from '../ui/display/numbers';
import { Hint, Small, smallText, SmallTitle } from '../ui/display/text';
import { paths } from '../paths';
import { Block, Card } from '../ui/layout/spacing';
import { forecastInWords, longDay, monthOf } from './usageWords';

const Words = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 12px;
  margin-bottom: 6px;
  color: var(--ink-2);
  ${smallText}

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

const TonedTrack = styled(Track)<{ $tone: keyof typeof tones }>`
  display: flex;

  & > i {
    background: var(${({ $tone }) => tones[$tone]});
  }
  & > u {
    background: repeating-linear-gradient(115deg, var(--warn-dot) 0 2px, transparent 2px 5px);
    opacity: 0.8;
  }
`;

interface UsageMeterProps {
  readonly name: string;
  readonly used: number;
  readonly max: number;
  /** Expected value at the end of the month, drawn hatched. */
  readonly forecast?: number;
  /** Formats the numbers. */
  readonly words: (value: number) => string;
}

function toneOf(share: number) {
  if (share >= 1) return 'full';
  return share >= PLAN_WARNING ? 'warn' : 'fine';
}

/** The used part of a limit, in numbers and as a bar. */
function UsageMeter({ name, used, max, forecast = used, words }: UsageMeterProps) {
  const id = useId();
  const share = Math.min(1, used / max);
  const expected = Math.min(1, forecast / max) - share;
  return (
    <Block $top={16}>
      <Words>
        <span id={id}>{name}</span>
        <span>
          <b>{words(used)}</b> of {words(max)}
        </span>
      </Words>
      <TonedTrack
        $tone={toneOf(share)}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(used, max)}
        aria-valuetext={`${words(used)} of ${words(max)}`}
      >
        <i style={{ width: `${share * 100}%` }} />
        {expected > 0 && <u style={{ width: `${expected * 100}%` }} />}
      </TonedTrack>
    </Block>
  );
}

const Box = styled(Card)`
  display: flex;
  flex-direction: column;
  padding: 20px;

  & > a {
    margin-top: 16px;
  }
`;

const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 12px;
  line-height: 24px;

  & > p {
    line-height: inherit;
  }
`;

function Forecast({ month, limit }: { readonly month: UsagePlan['month']; readonly limit: number }) {
  const forecast = forecastInWords(month, limit);
  if (forecast === undefined) return null;
  return (
    <Block $top={20}>
      <Banner kind={forecast.kind}>{forecast.text}</Banner>
    </Block>
  );
}

function OnPlan({ plan, usage }: { readonly plan: Plan; readonly usage: UsagePlan }) {
  const { month, projects, rowsPerTab } = usage;
  return (
    <Box as="section" aria-labelledby="usage-plan">
      <Head>
        <SmallTitle as="h2" id="usage-plan">
          {plan.name} plan
        </SmallTitle>
        <Hint>Resets {longDay(month.resetsOn)}</Hint>
      </Head>
      <UsageMeter
        name={`Requests, ${monthOf(month.from)}`}
        used={month.requests}
        max={plan.requestsPerMonth}
        forecast={month.forecast}
        words={formatNumber}
      />
      <UsageMeter name="Projects" used={projects} max={plan.projects} words={formatNumber} />
      <UsageMeter name="Rows in the largest sheet" used={rowsPerTab} max={plan.rowsPerTab} words={formatNumber} />
      <Forecast month={month} limit={plan.requestsPerMonth} />
      <ButtonLink to={paths.upgrade}>See plans</ButtonLink>
    </Box>
  );
}

/** The usage of the user's plan; on a server without plans, the drive's quota. */
export function PlanUsage({ usage }: { readonly usage: UsagePlan }) {
  if (usage.plan !== null) return <OnPlan plan={plans[usage.plan]} usage={usage} />;
  return (
    <Box as="section" aria-labelledby="usage-plan">
      <SmallTitle as="h2" id="usage-plan">
        Limits
      </SmallTitle>
      <Small>Limits on this server are set by its administrator.</Small>
      <UsageMeter name="Drive" used={usage.drive} max={usage.driveBytes} words={formatBytes} />
    </Box>
  );
}
