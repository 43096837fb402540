import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import type { SyncProgress, TabProgress } from '../../contract/syncs';
import { Button, ButtonLink, Spinner } from '../ui/forms/Button';
import { TroubleSign } from '../ui/layout/EmptyState';
import { Icon } from '../ui/display/Icon';
import { Meter } from '../ui/display/Meter';
import { formatNumber } from '../ui/display/numbers';
import { Card, Row } from '../ui/layout/spacing';
import { Small, smallText, SmallTitle, Unseen } from '../ui/display/text';
import { paths } from '../paths';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { selectSync } from './syncSelectors';
import { syncAsked } from './syncSlice';
import { clockTime } from './syncWords';

const Box = styled(Card)`
  margin-top: 24px;
  padding: 24px;
  font-variant-numeric: tabular-nums;

  & > [role='progressbar'] {
    margin-top: 14px;
  }
`;

const Tabs = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: 6px 24px;
  margin-top: 12px;
  color: var(--ink-2);
  ${smallText}

  & > li {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  & > li[aria-current] {
    color: var(--ink);
  }
  & svg {
    color: var(--success-dot);
  }
  & span:last-child {
    color: var(--ink-3);
  }
`;

const SmallSpinner = styled(Spinner)`
  width: 12px;
  height: 12px;
  margin: 2px;
`;

const WaitingSign = styled.span`
  flex: none;
  width: 8px;
  height: 8px;
  margin: 4px;
  border-radius: 50%;
  box-shadow: inset 0 0 0 1.5px var(--ink-3);
`;

const signs: Record<TabProgress['phase'], { readonly sign: React.ReactNode; readonly word: string }> = {
  waiting: { sign: <WaitingSign />, word: 'waiting' },
  reading: { sign: <SmallSpinner />, word: 'being read' },
  done: { sign: <Icon name="checkRound" />, word: 'done' },
};

const Tab = ({ tab: { title, phase, rows, total } }: { readonly tab: TabProgress }) => (
  <li aria-current={phase === 'reading' ? 'step' : undefined}>
    {signs[phase].sign}
    <span>{title}</span>
    <Unseen>{signs[phase].word}</Unseen>
    <span>{formatNumber(phase === 'waiting' ? total : rows)}</span>
  </li>
);

const OLD_ROWS = 'The old rows answer until it is done.';

/** The tab being read: "orders, 1,204 of 1,930 rows." */
function Where({ tabs }: SyncProgress) {
  const tab = tabs.find(({ phase }) => phase === 'reading');
  if (tab === undefined) return 'Reading the sheet.';
  return (
    <>
      <bdi>{tab.title}</bdi>, {formatNumber(Math.min(tab.rows, tab.total))} of {formatNumber(tab.total)} rows.
    </>
  );
}

function percentOf({ tabs }: SyncProgress): number {
  const total = tabs.reduce((sum, tab) => sum + tab.total, 0);
  const rows = tabs.reduce((sum, tab) => sum + Math.min(tab.rows, tab.total), 0);
  if (total > 0) return Math.floor((100 * rows) / total);
  return tabs.length > 0 && tabs.every(({ phase }) => phase === 'done') ? 100 : 0;
}

/** The progress of a sync started in this page; nothing if none is running. */
export function SyncProgressCard({ projectId }: { readonly projectId: string }) {
  const sync = useAppSelector(selectSync, projectId);
  if (sync.phase !== 'running') return null;
  const { progress } = sync;
  return (
    <Box as="section" aria-labelledby="syncing-now">
      <SmallTitle as="h2" id="syncing-now">
        Syncing now
      </SmallTitle>
      <Small>
        <Where {...progress} /> {OLD_ROWS}
      </Small>
      <Meter label="Sync" percent={percentOf(progress)} />
      {progress.tabs.length > 0 && (
        <Tabs>
          {progress.tabs.map((tab) => (
            <Tab key={tab.sheetId} tab={tab} />
          ))}
        </Tabs>
      )}
    </Box>
  );
}

const FailureBox = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 16px;
  margin-top: 24px;
  padding: 20px 24px;

  & > :nth-child(2) {
    flex: 1 1 260px;
    min-width: 0;
  }
`;

const rowsOf = (syncedAt: string | null) =>
  syncedAt === null ? '' : ` Your endpoints answer with the rows of ${clockTime(syncedAt)}.`;

/** Explains why the sheet could not be read, and what to do; nothing if it could. */
export function SyncFailure({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const sync = useAppSelector(selectSync, project.id);
  const isOld = project.status === 'stale' || project.status === 'needsAccess';
  if (sync.phase === 'running' || (sync.phase === 'idle' && !isOld)) return null;
  const reason = sync.phase === 'failed' ? sync.failure.message : project.statusReason;
  return (
    <FailureBox as="section" role="alert">
      <TroubleSign>
        <Icon name="alert" size={22} />
      </TroubleSign>
      <div>
        <SmallTitle as="h2">The sheet could not be read</SmallTitle>
        <Small>
          {reason}
          {isOld && rowsOf(project.syncedAt)}
        </Small>
      </div>
      <Row>
        {project.status === 'needsAccess' && <ButtonLink to={paths.guide('google')}>How to share</ButtonLink>}
        <Button look="primary" icon="refresh" onClick={() => dispatch(syncAsked({ projectId: project.id }))}>
          Try again
        </Button>
      </Row>
    </FailureBox>
  );
}
