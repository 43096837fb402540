import styled from 'styled-components';
import { Row } from '../ui/layout/spacing';
import { type Plan, plans } from '../../contract/plans';
import type { Project } from '../../contract/projects';
import { Select } from '../ui/forms/fieldStyles';
import { SplitSection } from '../ui/layout/Split';
import { Small, TextLink } from '../ui/display/text';
import { paths } from '../paths';
import { plansWanted } from '../plans/plansEvents';
import { selectPlanLimits } from '../plans/plansSelectors';
import { rootReducer } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { SyncHistory } from './SyncHistory';
import { SyncFailure, SyncProgressCard } from './SyncProgressCard';
import { selectRefreshSeconds } from './syncSelectors';
import { historyLeft, historyOpened, refreshChosen } from './syncSlice';
import { versionsSlice } from './versionsSlice';
import { WorkbookVersions } from './WorkbookVersions';

versionsSlice.injectInto(rootReducer);

const choices = [
  { seconds: 5, words: '5 s' },
  { seconds: 15, words: '15 s' },
  { seconds: 60, words: '60 s' },
  { seconds: 300, words: '5 minutes' },
  { seconds: 3_600, words: 'hour' },
] as const;

const wordsOf = (seconds: number) => choices.find((choice) => choice.seconds === seconds)?.words ?? `${seconds} s`;

/** Returns the smallest plan that allows a refresh interval. */
const planFor = (seconds: number) => Object.values<Plan>(plans).find((plan) => plan.shortestRefresh <= seconds);

const Line = styled(Row)`
  gap: 8px 16px;

  & > select {
    width: 220px;
  }
  & > p {
    flex: 1 1 260px;
  }
`;

interface OptionsProps {
  readonly chosen: number;
  /** The user's plan; undefined on a server without plans. */
  readonly plan: Plan | undefined;
}

function Options({ chosen, plan }: OptionsProps) {
  const isKnown = choices.some(({ seconds }) => seconds === chosen);
  return (
    <>
      {!isKnown && <option value={chosen}>Every {wordsOf(chosen)}</option>}
      {choices.map(({ seconds, words }) => {
        const isOff = plan !== undefined && seconds < plan.shortestRefresh;
        return (
          <option key={seconds} value={seconds} disabled={isOff}>
            Every {words}
            {isOff && ` (${planFor(seconds)?.name})`}
          </option>
        );
      })}
    </>
  );
}

/** Note about the shortest interval of a larger plan: "Every 5 s is on Business." */
function LargerPlan({ plan }: { readonly plan: Plan | undefined }) {
  const { seconds, words } = choices[0];
  const larger = planFor(seconds);
  if (plan === undefined || larger === undefined || plan.shortestRefresh <= seconds) return null;
  return (
    <>
      {' '}
      Every {words} is on <TextLink to={paths.upgrade}>{larger.name}</TextLink>.
    </>
  );
}

/** The refresh interval: how often the server checks the sheet while its endpoints are being read. */
export function AutoRefresh({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(selectRefreshSeconds, project.id);
  const plan = useAppSelector(selectPlanLimits);
  useOnScreen(plansWanted());
  const choose = (seconds: number) => dispatch(refreshChosen({ projectId: project.id, seconds }));
  return (
    <SplitSection
      id="auto-refresh"
      title="Auto refresh"
      about="How often Tabpoint looks at the sheet while somebody reads it. Writes through the API show at once."
    >
      <Line>
        <Select aria-labelledby="auto-refresh" value={chosen} onChange={({ target }) => choose(Number(target.value))}>
          <Options chosen={chosen} plan={plan} />
        </Select>
        <Small>
          Checked at most every {wordsOf(chosen)} while it is being read.
          <LargerPlan plan={plan} />
        </Small>
      </Line>
    </SplitSection>
  );
}

/** The Sync view of a project: progress, refresh interval or workbook versions, and history. */
export default function SyncPanel({ project }: { readonly project: Project }) {
  useOnScreen(historyOpened({ projectId: project.id }), historyLeft);
  return (
    <>
      <SyncProgressCard projectId={project.id} />
      <SyncFailure project={project} />
      {project.source === 'drive' ? <WorkbookVersions project={project} /> : <AutoRefresh project={project} />}
      <SyncHistory project={project} />
    </>
  );
}
