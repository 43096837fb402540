import styled from 'styled-components';
import { type Plan, plans } from '../../contract/plans';
import type { UsagePlan } from '../../contract/usage';
import { Banner } from '../parts/Banner';
import { ButtonLink } from '../parts/Button';
import { shown } from '../parts/numbers';
import { Hint, Small, SmallTitle } from '../parts/text';
import { paths } from '../paths';
import { PadCard } from './ChartCard';
import { UsageMeter } from './UsageMeter';
import { bytesInWords, forecastInWords, longDay, monthOf } from './usageWords';

const Box = styled(PadCard)`
  display: flex;
  flex-direction: column;

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

const Below = styled.div`
  margin-top: 20px;
`;

function Forecast({ month, limit }: { readonly month: UsagePlan['month']; readonly limit: number }) {
  const forecast = forecastInWords(month, limit);
  if (forecast === undefined) return null;
  return (
    <Below>
      <Banner kind={forecast.kind}>{forecast.text}</Banner>
    </Below>
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
        most={plan.requestsPerMonth}
        forecast={month.forecast}
        words={shown}
      />
      <UsageMeter name="Projects" used={projects} most={plan.projects} words={shown} />
      <UsageMeter name="Rows in the largest sheet" used={rowsPerTab} most={plan.rowsPerTab} words={shown} />
      <Forecast month={month} limit={plan.requestsPerMonth} />
      <ButtonLink to={paths.upgrade}>See plans</ButtonLink>
    </Box>
  );
}

/** What is left of the person's plan; without plans the quota of the drive. */
export function PlanUsage({ usage }: { readonly usage: UsagePlan }) {
  if (usage.plan !== null) return <OnPlan plan={plans[usage.plan]} usage={usage} />;
  return (
    <Box as="section" aria-labelledby="usage-plan">
      <SmallTitle as="h2" id="usage-plan">
        Limits
      </SmallTitle>
      <Small>Limits on this server are set by its administrator.</Small>
      <UsageMeter name="Drive" used={usage.drive} most={usage.driveBytes} words={bytesInWords} />
    </Box>
  );
}
