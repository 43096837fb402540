import { useId, useState } from 'react';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { failureText } from '../http/apiError';
import { Button } from '../ui/forms/Button';
import { ConfirmDialog, useConfirmed } from '../ui/overlays/ConfirmDialog';
import { NotLoadedLine } from '../ui/layout/NotLoaded';
import { Skeleton } from '../ui/layout/Skeleton';
import { Block, Card, Spread } from '../ui/layout/spacing';
import { SplitSection } from '../ui/layout/Split';
import { Small } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { KeyDetails } from './KeyDetails';
import { selectKey, selectKeys, selectKeysFailure, selectKeysPhase, selectRevokingId } from './keysSelectors';
import { keysRetried, newKeyOpened, revokeRequested } from './keysSlice';
import { KeysTable } from './KeysTable';
import { NewKeyDialog } from './NewKeyDialog';

interface RevokeDialogProps {
  readonly projectId: string;
  readonly keyId: string;
  readonly onClose: () => void;
}

/** Asks before a key is revoked. Once pressed it stays as long as that takes: a toast tells how it went. */
function RevokeDialog({ projectId, keyId, onClose }: RevokeDialogProps) {
  const dispatch = useAppDispatch();
  const key = useAppSelector(selectKey, projectId, keyId);
  const working = useAppSelector(selectRevokingId) === keyId;
  const [over, revoke] = useConfirmed(working, () => dispatch(revokeRequested({ projectId, keyId })));
  if (key === undefined || over) return null;
  return (
    <ConfirmDialog
      {...{ working, onClose, keep: 'Keep key', go: 'Revoke key', look: 'danger', onConfirm: revoke }}
      title={`Revoke ${key.name}?`}
    >
      Calls with this key answer 401 from now on.
    </ConfirmDialog>
  );
}

const Lines = styled(Card)`
  overflow-x: auto;

  & > p,
  & > span,
  & > div {
    margin: 14px 16px;
  }
`;

const emptyTexts = {
  public: 'No keys yet. Writing answers 401 until you make one.',
  private: 'No keys yet. Every call answers 401 until you make one.',
} as const;

const LIST_FAILED = 'The keys did not load. They still work. Try again in a moment.';

const ABOUT =
  'A publishable key is safe in a web page that anybody can see: it reads, or only adds rows to one sheet. Keep a secret key on your server. You see a key once, when you make it.';

interface KeysProps {
  readonly project: Project;
  readonly chosenId: string | undefined;
  readonly detailsId: string;
  readonly onChoose: (keyId: string) => void;
  readonly onRevoke: (keyId: string) => void;
}

function Keys({ project, ...table }: KeysProps) {
  const dispatch = useAppDispatch();
  const phase = useAppSelector(selectKeysPhase, project.id);
  const keys = useAppSelector(selectKeys, project.id);
  const failure = useAppSelector(selectKeysFailure, project.id);
  if (phase === 'loading') return <Skeleton $width={280} $height={20} />;
  if (failure !== undefined) {
    return (
      <Spread $gap="8px 16px" role="alert">
        <NotLoadedLine onRetry={() => dispatch(keysRetried({ projectId: project.id }))}>
          {failureText(failure, LIST_FAILED)}
        </NotLoadedLine>
      </Spread>
    );
  }
  if (keys.length === 0) return <Small>{emptyTexts[project.access]}</Small>;
  return <KeysTable keys={keys} tabs={project.tabs} {...table} />;
}

/** The keys of a project: which there are, making and revoking them. */
export function KeysSection({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const loading = useAppSelector(selectKeysPhase, project.id) === 'loading';
  const keys = useAppSelector(selectKeys, project.id);
  const [revoking, setRevoking] = useState<string>();
  const [wanted, setWanted] = useState<string>();
  const detailsId = useId();
  const chosen = keys.find(({ id }) => id === wanted) ?? keys[0];
  return (
    <>
      <SplitSection title="API keys" about={ABOUT}>
        <div>
          <Lines aria-busy={loading}>
            <Keys {...{ project, detailsId, chosenId: chosen?.id }} onChoose={setWanted} onRevoke={setRevoking} />
          </Lines>
          <Block $top={12}>
            <Button icon="plus" onClick={() => dispatch(newKeyOpened({ projectId: project.id }))}>
              New key
            </Button>
          </Block>
        </div>
        <NewKeyDialog project={project} />
        {revoking !== undefined && (
          <RevokeDialog key={revoking} projectId={project.id} keyId={revoking} onClose={() => setRevoking(undefined)} />
        )}
      </SplitSection>
      {chosen && <KeyDetails id={detailsId} project={project} apiKey={chosen} />}
    </>
  );
}
