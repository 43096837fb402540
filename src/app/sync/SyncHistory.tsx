import { Fragment, type MouseEvent, useState } from 'react';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import type { SyncRun } from '../../contract/syncs';
import { failureText } from '../http/apiError';
import { Button } from '../ui/forms/Button';
import { fullTime } from '../ui/display/Ago';
import { NotLoadedLine } from '../ui/layout/EmptyState';
import { Skeleton } from '../ui/layout/Skeleton';
import { TableHead } from '../ui/layout/Table';
import { Block, Card, Row, Spread } from '../ui/layout/spacing';
import { Status } from '../ui/display/Status';
import { Hint, Small, SmallTitle, Unseen } from '../ui/display/text';
import { selectUser } from '../session/sessionSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { Changes, Details, Opener, RunDetails, Table } from './RunDetails';
import { selectHistory, selectSync } from './syncSelectors';
import { historyOpened, olderAsked } from './syncSlice';
import { dayAndTime, duration, starterInWords } from './syncWords';

interface RunRowProps {
  readonly run: SyncRun;
  readonly email: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

const COLUMNS = 5;

function RunRow({ run, email, open, onToggle }: RunRowProps) {
  const press = ({ target }: MouseEvent) => {
    if ((target as Element).closest('button') === null) onToggle();
  };
  return (
    <tr onClick={press}>
      <td>
        <Opener type="button" aria-expanded={open} onClick={onToggle}>
          <time dateTime={run.startedAt} title={fullTime(run.startedAt)}>
            {dayAndTime(run.startedAt)}
          </time>
        </Opener>
      </td>
      <td data-wide>{starterInWords(run.startedBy, email)}</td>
      <td>{run.result === 'failed' ? <span data-quiet>{run.reason}</span> : <Changes changes={run.changes} />}</td>
      <td data-wide data-right>
        {duration(run.milliseconds)}
      </td>
      <td>
        <Status {...(run.result === 'done' ? { sign: 'ok', word: 'Done' } : { sign: 'bad', word: 'Failed' })} />
      </td>
    </tr>
  );
}

/** The row of a running sync that was not started in this page, so that its details are unknown. */
const RunningRow = () => (
  <tr>
    <td>Now</td>
    <td data-wide />
    <td>
      <span data-quiet>Reading the sheet</span>
    </td>
    <td data-wide />
    <td>
      <Status sign="busy" word="Syncing" />
    </td>
  </tr>
);

const took = { name: 'Took', wide: true, right: true };
const heads = ['When', { name: 'Started by', wide: true }, 'Changes', took, 'Result'];

interface HistoryTableProps {
  readonly runs: readonly SyncRun[];
  /** Whether a sync is running that was not started in this page. */
  readonly isSyncing: boolean;
}

/** The syncs, one per row; a row expands its details. */
function HistoryTable({ runs, isSyncing }: HistoryTableProps) {
  const email = useAppSelector(selectUser)?.email ?? 'You';
  const [open, setOpen] = useState<string>();
  return (
    <Table aria-labelledby="sync-history">
      <TableHead columns={heads} />
      <tbody>
        {isSyncing && <RunningRow />}
        {runs.map((run) => (
          <Fragment key={run.id}>
            <RunRow
              run={run}
              email={email}
              open={open === run.id}
              onToggle={() => setOpen(open === run.id ? undefined : run.id)}
            />
            {open === run.id && (
              <Details>
                <td colSpan={COLUMNS}>
                  <Unseen>Details: </Unseen>
                  <RunDetails run={run} email={email} />
                </td>
              </Details>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

const Lines = styled(Card)`
  overflow-x: auto;
`;

const Alone = styled(Spread)`
  gap: 8px 16px;
  min-height: 48px;
  padding: 14px 16px;
`;

const NOT_LOADED = 'The history did not load. Try again in a moment.';
const NOTHING = 'Nothing yet. The first sync starts when you press Sync now.';
const NO_VERSION = 'Nothing yet. A line is added when you upload a new version.';

const keptInWords = (days: number) => (days >= 365 ? '1 year' : `${days} days`);

function Content({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const history = useAppSelector(selectHistory, project.id);
  const isOwn = useAppSelector((state) => selectSync(state, project.id).phase !== 'idle');
  const isSyncing = project.status === 'syncing' && !isOwn;
  if (history === undefined) {
    return (
      <Alone aria-busy="true">
        <Skeleton $width={280} $height={20} />
      </Alone>
    );
  }
  if (history.phase === 'failed') {
    return (
      <Alone role="alert">
        <NotLoadedLine onRetry={() => dispatch(historyOpened({ projectId: project.id }))}>
          {failureText(history.failure, NOT_LOADED)}
        </NotLoadedLine>
      </Alone>
    );
  }
  if (history.runs.length === 0 && !isSyncing) {
    return (
      <Alone>
        <Small>{project.source === 'drive' ? NO_VERSION : NOTHING}</Small>
      </Alone>
    );
  }
  return <HistoryTable runs={history.runs} isSyncing={isSyncing} />;
}

/** The history of a project's syncs, newest first. */
export function SyncHistory({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const history = useAppSelector(selectHistory, project.id);
  const loaded = history?.phase === 'ready' ? history : undefined;
  return (
    <Block as="section" $top={8} $pad="0 0 8px" aria-labelledby="sync-history">
      <SmallTitle as="h2" id="sync-history" $bottom={14}>
        History
      </SmallTitle>
      <Lines>
        <Content project={project} />
      </Lines>
      <Row $gap="8px 16px" $top={12} $atLeast={32}>
        {loaded && <Hint>Kept {keptInWords(loaded.keptDays)}.</Hint>}
        {loaded?.next !== undefined && (
          <Button size="small" onClick={() => dispatch(olderAsked({ projectId: project.id }))}>
            Show older
          </Button>
        )}
      </Row>
    </Block>
  );
}
