import styled from 'styled-components';
import type { Project, ProjectTab } from '../../contract/projects';
import { Banner } from '../parts/Banner';
import { Skeleton } from '../parts/Skeleton';
import { Unseen } from '../parts/text';
import { AnswerPane, Fact, Facts, Outcome } from './AnswerPane';
import type { ApiCall } from './calls';
import { RefusedHelp } from './RefusedHelp';
import { StatusBadge } from './StatusBadge';
import { selectTriedCall } from './tryItSelectors';
import type { TryItState } from './tryItSlice';
import { timeInWords } from './units';
import { useElapsed } from './useElapsed';
import { useAppSelector } from '../storeHooks';

const Note = styled.p`
  padding: 28px 16px;
  border-top: 1px solid var(--line);
  color: var(--ink-3);
  font-size: var(--text-sm);
  text-align: center;
`;

const Waiting = styled.div`
  display: grid;
  gap: 8px;
  padding: 16px;
`;

const Trouble = styled.div`
  border-top: 1px solid var(--line);

  & > div {
    border-radius: 0;
  }
`;

function Sending({ since }: { readonly since: number }) {
  const elapsed = useElapsed(since);
  return (
    <>
      <Outcome>
        <StatusBadge dot word="Sending" />
        <Facts>
          <Fact name="Time" value={timeInWords(elapsed)} />
        </Facts>
      </Outcome>
      <Waiting>
        <Skeleton $width={260} />
        <Skeleton $width={180} />
      </Waiting>
    </>
  );
}

const UNREACHABLE = 'The server could not be reached.';

interface OutcomesProps {
  readonly project: Project;
  readonly tab: ProjectTab;
  readonly call: ApiCall;
}

function outcomeInWords(tried: TryItState): string {
  if (tried.phase === 'sending') return 'The call is on its way.';
  if (tried.phase !== 'answered' && tried.phase !== 'refused') return '';
  const { status, milliseconds } = tried.answer;
  return `${tried.phase === 'answered' ? 'Answered' : 'Refused'} with ${status} in ${timeInWords(milliseconds)}.`;
}

/** How the call goes, for screen readers; the region is there before there is anything to say. */
export const OutcomeSaid = () => <Unseen role="status">{outcomeInWords(useAppSelector(selectTriedCall))}</Unseen>;

/** What became of the call: what it will do, that it is on its way, what it was answered. */
export function Outcomes({ project, tab, call }: OutcomesProps) {
  const tried = useAppSelector(selectTriedCall);
  switch (tried.phase) {
    case 'idle':
      return call.warning === undefined ? null : <Note>{call.warning}</Note>;
    case 'sending':
      return <Sending since={tried.since} />;
    case 'answered':
      return <AnswerPane answer={tried.answer} />;
    case 'refused':
      return (
        <>
          <AnswerPane answer={tried.answer} />
          <RefusedHelp project={project} tab={tab} call={call} answer={tried.answer} />
        </>
      );
    case 'unreachable':
      return (
        <Trouble>
          <Banner kind="danger" alert>
            {UNREACHABLE}
          </Banner>
        </Trouble>
      );
  }
}
