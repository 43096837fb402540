import styled from 'styled-components';
import { below, Card, Columns, Page, PageHead, Row, Line } from '../ui/layout/spacing';
import { counted } from '../ui/display/numbers';
import { PageHeading } from '../ui/layout/PageHeading';
import { Segmented } from '../ui/forms/Segmented';
import { Options, Select } from '../ui/forms/fieldStyles';
import { fineText, Lead, smallText, Unseen } from '../ui/display/text';
import { selectListedProjects } from '../projects/projectsSelectors';
import { rootReducer } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { ChartCard } from './ChartCard';
import { Endpoints } from './Endpoints';
import { PlanUsage } from './PlanUsage';
import { selectUsage, selectUsageView } from './usageSelectors';
import { questionChosen, usageLeft, usageOpened, type UsageRange, usageSlice } from './usageSlice';
import { spanInWords, type Figure, figuresOf, NONE } from './usageWords';
import { Skeleton } from '../ui/layout/Skeleton';

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
    ${smallText}
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

const Value = styled(Line).attrs({ as: 'dd' })`
  gap: 0;
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

const Waiting = () => (
  <Grid aria-hidden="true">
    {NAMES.map((name) => (
      <div key={name}>
        <dt>{name}</dt>
        <Value>
          <Skeleton $width={96} $height={24} />
        </Value>
        <Change $kind="same" />
      </div>
    ))}
  </Grid>
);

/** The four figures, with their change against the previous period. */
function Figures() {
  const usage = useAppSelector(selectUsage);
  const { known } = useAppSelector(selectUsageView);
  if (known.phase === 'loading') return <Waiting />;
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

const ranges = (['7', '30', '90'] as const).map((value) => ({ value, label: `${value} days` }));

const Choices = styled(Row)`
  & > select {
    width: 180px;
  }
  & button {
    height: 32px;
  }
  ${below.lists} {
    width: 100%;

    & > select {
      flex: 1 1 140px;
      width: auto;
      min-width: 0;
    }
  }
`;

/** Returns the shown project and period, in words. */
function useQueryInWords() {
  const { days, projectId } = useAppSelector(selectUsageView).known.question;
  const projects = useAppSelector(selectListedProjects);
  const usage = useAppSelector(selectUsage);
  const title = projects.find(({ id }) => id === projectId)?.title;
  const which = projectId === null ? 'All projects' : (title ?? 'One project');
  return `${which}, ${usage ? spanInWords(usage.days) : `the last ${days} days`}.`;
}

/** The title, and the choices of project and period. */
export function UsageHead() {
  const dispatch = useAppDispatch();
  const { question } = useAppSelector(selectUsageView).known;
  const projects = useAppSelector(selectListedProjects);
  const isListed = projects.some(({ id }) => id === question.projectId);
  const choose = (change: Partial<typeof question>) => dispatch(questionChosen({ ...question, ...change }));
  return (
    <PageHead>
      <div>
        <PageHeading>Usage</PageHeading>
        <Lead>{useQueryInWords()}</Lead>
      </div>
      <Choices>
        <Select
          aria-label="Project"
          value={question.projectId ?? ''}
          onChange={({ target: { value } }) => choose({ projectId: value === '' ? null : value })}
        >
          <option value="">All projects</option>
          {question.projectId !== null && !isListed && <option value={question.projectId}>One project</option>}
          <Options of={projects.map(({ id, title }) => [id, title])} />
        </Select>
        <Segmented
          label="Range"
          options={ranges}
          chosen={`${question.days}`}
          onChoose={(days) => choose({ days: Number(days) as UsageRange })}
        />
      </Choices>
    </PageHead>
  );
}

usageSlice.injectInto(rootReducer);

/** `/usage`: the requests to the user's endpoints. */
export function UsagePage() {
  useOnScreen(usageOpened(), usageLeft);
  const { phase } = useAppSelector(selectUsageView).known;
  const usage = useAppSelector(selectUsage);
  return (
    <Page aria-busy={phase === 'loading'}>
      <UsageHead />
      <Unseen role="status">
        {phase === 'ready' && usage && `${counted(usage.now.requests, 'request')}, ${spanInWords(usage.days)}`}
      </Unseen>
      <Figures />
      <ChartCard />
      {usage && (
        <Columns $of="minmax(0, 1.35fr) minmax(0, 1fr)" $below="lists" $gap={16} $top={16}>
          <Endpoints usage={usage} />
          <PlanUsage usage={usage.plan} />
        </Columns>
      )}
    </Page>
  );
}
