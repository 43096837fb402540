import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { Button, ButtonLink } from '../parts/Button';
import { TroubleSign } from '../parts/EmptyState';
import { Icon } from '../parts/Icon';
import { Card, Row } from '../parts/spacing';
import { Small, SmallTitle } from '../parts/text';
import { guidePath } from '../paths';
import type { RootState } from '../rootReducer';
import { selectSync } from './syncSelectors';
import { syncAsked } from './syncSlice';
import { clockTime } from './syncWords';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Box = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 16px;
  margin-top: 24px;
  padding: 20px 24px;

  & > :nth-child(2) {
    flex: 1 1 260px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

const rowsOf = (syncedAt: string | null) =>
  syncedAt === null ? '' : ` Your endpoints answer with the rows of ${clockTime(syncedAt)}.`;

/** Why the sheet could not be read, and what to do; nothing while it can. */
export function SyncFailure({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const sync = useAppSelector((state: RootState) => selectSync(state, project.id));
  const isWaiting = sync.phase === 'asking' || sync.phase === 'running';
  const isOld = project.status === 'stale' || project.status === 'needsAccess';
  const reason = sync.phase === 'failed' ? sync.failure.message : isOld ? (project.statusReason ?? '') : undefined;
  if (reason === undefined || isWaiting) return null;
  return (
    <Box as="section" role="alert">
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
        {project.status === 'needsAccess' && <ButtonLink to={guidePath('google')}>How to share</ButtonLink>}
        <Button look="primary" icon="refresh" onClick={() => dispatch(syncAsked({ projectId: project.id }))}>
          Try again
        </Button>
      </Row>
    </Box>
  );
}
