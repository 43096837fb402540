import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { failureText } from '../http/apiError';
import { Button } from '../parts/Button';
import { Skeleton } from '../parts/Skeleton';
import { Card } from '../parts/spacing';
import { Hint, Small, SmallTitle } from '../parts/text';
import type { RootState } from '../rootReducer';
import { HistoryTable } from './HistoryTable';
import { selectHistory, selectSync } from './syncSelectors';
import { historyOpened, olderAsked } from './syncSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Section = styled.section`
  margin-top: 8px;
  padding-bottom: 8px;

  & > h2 {
    margin-bottom: 14px;
  }
`;

const Lines = styled(Card)`
  overflow-x: auto;
`;

const Alone = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  min-height: 48px;
  padding: 14px 16px;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  min-height: 32px;
  margin-top: 12px;
`;

const NOT_LOADED = 'The history did not load. Try again in a moment.';
const NOTHING = 'Nothing yet. The first sync starts when you press Sync now.';

const keptInWords = (days: number) => (days >= 365 ? '1 year' : `${days} days`);

function Content({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const history = useAppSelector((state: RootState) => selectHistory(state, project.id));
  const isOurs = useAppSelector((state: RootState) => selectSync(state, project.id).phase !== 'idle');
  const isSyncing = project.status === 'syncing' && !isOurs;
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
        <Small>{failureText(history.failure, NOT_LOADED)}</Small>
        <Button size="small" onClick={() => dispatch(historyOpened({ projectId: project.id }))}>
          Try again
        </Button>
      </Alone>
    );
  }
  if (history.runs.length === 0 && !isSyncing) {
    return (
      <Alone>
        <Small>{NOTHING}</Small>
      </Alone>
    );
  }
  return <HistoryTable runs={history.runs} isSyncing={isSyncing} />;
}

/** What syncs have done to a project, the newest first. */
export function SyncHistory({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const history = useAppSelector((state: RootState) => selectHistory(state, project.id));
  const known = history?.phase === 'ready' ? history : undefined;
  return (
    <Section aria-labelledby="sync-history">
      <SmallTitle as="h2" id="sync-history">
        History
      </SmallTitle>
      <Lines>
        <Content project={project} />
      </Lines>
      <Foot>
        {known && <Hint>Kept {keptInWords(known.keptDays)}.</Hint>}
        {known?.next !== undefined && (
          <Button size="small" onClick={() => dispatch(olderAsked({ projectId: project.id }))}>
            Show older
          </Button>
        )}
      </Foot>
    </Section>
  );
}
