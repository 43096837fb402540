import { useEffect, useState } from 'react';
import styled from 'styled-components';
import type { TabOfProject } from '../projects/projectsSelectors';
import { Banner } from '../ui/layout/Banner';
import { Skeleton } from '../ui/layout/Skeleton';
import { newKeyOpened } from '../keys/keysSlice';
import { TextButton, TextLink, Unseen } from '../ui/display/text';
import { paths } from '../paths';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { AnswerPane, Fact, Facts, Outcome, StatusBadge } from './AnswerPane';
import type { ApiCall } from './calls';
import { formatDuration } from './callTexts';
import type { TriedAnswer } from './tryItApi';
import { selectTriedCall, type TryItState } from './tryItSlice';
import { Block, Stack } from '../ui/layout/spacing';

const READ_ONLY = 'Read only: share it with your connected account to write.';

function codeOf({ body }: TriedAnswer): string {
  try {
    const { code } = JSON.parse(body) as { code?: unknown };
    return typeof code === 'string' ? code : '';
  } catch {
    return '';
  }
}

interface RefusedHelpProps extends TabOfProject {
  readonly call: ApiCall;
  readonly answer: TriedAnswer;
}

/** Help for a call that was rejected for lack of a right; nothing for other rejections, whose response explains them. */
function RefusedHelp({ project, tab, call, answer }: RefusedHelpProps) {
  const dispatch = useAppDispatch();
  if (answer.status !== 401 && answer.status !== 403) return null;
  const access = paths.project(project.id, tab.title, 'access');
  const code = codeOf(answer);
  if (code === 'cross_site_request') return null;
  const wanted = { scope: call.scope, sheetId: tab.sheetId };
  let help = (
    <p>
      Paste a key that may {call.scope}, or{' '}
      <TextButton onClick={() => dispatch(newKeyOpened({ projectId: project.id, wanted }))}>make one.</TextButton>{' '}
      Without a key, Send goes as you.
    </p>
  );
  if (code === 'read_only') help = <p>{project.readOnlyReason ?? READ_ONLY}</p>;
  if (code === 'origin_refused')
    help = (
      <p>
        Paste a key for this site, or <TextLink to={access}>add the site in Access.</TextLink>
      </p>
    );
  return (
    <Banner kind="warn" icon="key" flat>
      {help}
    </Banner>
  );
}

const Note = styled.p`
  padding: 28px 16px;
  border-top: 1px solid var(--line);
  color: var(--ink-3);
  font-size: var(--text-sm);
  text-align: center;
`;

/** Interval of the clock in milliseconds. */
const TICK_MS = 100;

/** Returns the elapsed milliseconds since a time, updated while it is mounted. */
function useElapsed(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [since]);
  return Math.max(0, now - since);
}

function Sending({ since }: { readonly since: number }) {
  const elapsed = useElapsed(since);
  return (
    <>
      <Outcome>
        <StatusBadge dot word="Sending" />
        <Facts>
          <Fact name="Time" value={formatDuration(elapsed)} />
        </Facts>
      </Outcome>
      <Stack $pad={16}>
        <Skeleton $width={260} />
        <Skeleton $width={180} />
      </Stack>
    </>
  );
}

interface OutcomesProps extends TabOfProject {
  readonly call: ApiCall;
}

function outcomeInWords(tried: TryItState): string {
  if (tried.phase === 'sending') return 'The call is on its way.';
  if (tried.phase !== 'answered') return '';
  const { status, milliseconds } = tried.answer;
  return `${status < 400 ? 'Answered' : 'Refused'} with ${status} in ${formatDuration(milliseconds)}.`;
}

/** Announces the state of the call to screen readers; the live region is always rendered, as changes are announced only then. */
export const OutcomeAnnouncement = () => (
  <Unseen role="status">{outcomeInWords(useAppSelector(selectTriedCall))}</Unseen>
);

/** The state of the call: a warning before it is sent, a pending request, the response, or a failure. */
export function Outcomes({ project, tab, call }: OutcomesProps) {
  const tried = useAppSelector(selectTriedCall);
  switch (tried.phase) {
    case 'idle':
      return call.warning === undefined ? null : <Note>{call.warning}</Note>;
    case 'sending':
      return <Sending since={tried.since} />;
    case 'answered':
      return (
        <>
          <AnswerPane answer={tried.answer} />
          <RefusedHelp project={project} tab={tab} call={call} answer={tried.answer} />
        </>
      );
    case 'unreachable':
      return (
        <Block $line="top">
          <Banner kind="danger" alert flat>
            The server could not be reached.
          </Banner>
        </Block>
      );
  }
}
