import styled from 'styled-components';
import { below, Page, PageHead, Row } from '../ui/layout/spacing';
import { counted } from '../ui/display/numbers';
import { PageHeading } from '../ui/layout/PageHeading';
import { Segmented } from '../ui/forms/Segmented';
import { Select } from '../ui/forms/fieldStyles';
import { Lead, Unseen } from '../ui/display/text';
import { selectListedProjects } from '../projects/projectsSelectors';
import { rootReducer } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { ChartCard } from './ChartCard';
import { Endpoints } from './Endpoints';
import { Figures } from './Figures';
import { PlanUsage } from './PlanUsage';
import { selectUsage, selectUsagePhase, selectUsageQuestion } from './usageSelectors';
import { questionChosen, usageLeft, usageOpened, type UsageRange, usageSlice } from './usageSlice';
import { spanInWords } from './usageWords';

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

const Title = styled.div`
  overflow-wrap: anywhere;
`;

/** What is looked at, in words. */
function useWords() {
  const { days, projectId } = useAppSelector(selectUsageQuestion);
  const projects = useAppSelector(selectListedProjects);
  const usage = useAppSelector(selectUsage);
  const title = projects.find(({ id }) => id === projectId)?.title;
  const which = projectId === null ? 'All projects' : (title ?? 'One project');
  return `${which}, ${usage ? spanInWords(usage.days) : `the last ${days} days`}.`;
}

/** The title, and what can be looked at. */
export function UsageHead() {
  const dispatch = useAppDispatch();
  const question = useAppSelector(selectUsageQuestion);
  const projects = useAppSelector(selectListedProjects);
  const isListed = projects.some(({ id }) => id === question.projectId);
  const choose = (change: Partial<typeof question>) => dispatch(questionChosen({ ...question, ...change }));
  return (
    <PageHead>
      <Title>
        <PageHeading>Usage</PageHeading>
        <Lead>{useWords()}</Lead>
      </Title>
      <Choices>
        <Select
          aria-label="Project"
          value={question.projectId ?? ''}
          onChange={({ target: { value } }) => choose({ projectId: value === '' ? null : value })}
        >
          <option value="">All projects</option>
          {question.projectId !== null && !isListed && <option value={question.projectId}>One project</option>}
          {projects.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
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

const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1.35fr) minmax(0, 1fr);
  gap: 16px;
  margin-top: 16px;

  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** `/usage`: how often the person's endpoints were called. */
export function UsagePage() {
  useOnScreen(usageOpened(), usageLeft);
  const phase = useAppSelector(selectUsagePhase);
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
        <Two>
          <Endpoints usage={usage} />
          <PlanUsage usage={usage.plan} />
        </Two>
      )}
    </Page>
  );
}
