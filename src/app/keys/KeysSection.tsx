import { useId, useState } from 'react';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { failureText } from '../http/apiError';
import { Button } from '../ui/forms/Button';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog';
import { NotLoadedLine } from '../ui/layout/EmptyState';
import { Skeleton } from '../ui/layout/Skeleton';
import { Card, below, Block, Spread } from '../ui/layout/spacing';
import { SplitSection } from '../ui/layout/Split';
import { Small, Unseen } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { KeyDetails } from './KeyDetails';
import { selectKeyList, selectKeys, selectRevokingId } from './keysSelectors';
import { keysRetried, newKeyOpened, revokeRequested } from './keysSlice';
import { NewKeyDialog } from './NewKeyDialog';
import type { ApiKey } from '../../contract/keys';
import { Ago } from '../ui/display/Ago';
import { ACTIONS, TableHead, listTable } from '../ui/layout/Table';
import { kindInWords, rightsInWords } from './keyRights';

/** Only names may break inside a word, so that the other columns keep their width. */
const Table = styled.table`
  ${listTable}
  overflow-wrap: normal;

  td {
    padding-block: 11px;
  }
  td:first-child {
    min-width: 144px;
  }
  td:nth-child(4) {
    white-space: nowrap;
  }
  code {
    font: 450 12px / 20px var(--font-mono);
    white-space: nowrap;
  }
  ${below.lists} {
    td,
    th {
      padding-inline: 12px;
    }
    td:first-child {
      min-width: 112px;
    }
  }
`;

const Row = styled.tr`
  cursor: pointer;

  &:hover,
  &[data-chosen='true'] {
    background: var(--subtle);
  }
`;

/** The button that selects a row by keyboard; a click anywhere in the row selects it too. */
const Name = styled.button`
  min-height: 24px;
  padding: 2px 4px;
  margin: -2px -4px;
  border-radius: var(--r-xs);
  color: var(--ink);
  font-weight: var(--weight-medium);
  overflow-wrap: anywhere;
`;

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly tabs: Project['tabs'];
  readonly chosen: boolean;
  /** Id of the element with the chosen key's details. */
  readonly detailsId: string;
  readonly onChoose: (keyId: string) => void;
  readonly onRevoke: (apiKey: ApiKey) => void;
}

const KeyRow = ({ apiKey, tabs, chosen, detailsId, onChoose, onRevoke }: KeyRowProps) => (
  <Row data-chosen={chosen} onClick={() => onChoose(apiKey.id)}>
    <td>
      <Name type="button" aria-expanded={chosen} aria-controls={chosen ? detailsId : undefined}>
        {apiKey.name}
      </Name>
    </td>
    <td>
      <code>
        {apiKey.prefix}…{apiKey.suffix}
      </code>
      <small>{kindInWords(apiKey)}</small>
    </td>
    <td data-wide>{rightsInWords(apiKey, tabs)}</td>
    <td data-wide>
      <Ago time={apiKey.lastUsedAt} never="Never" />
    </td>
    <td>
      <Button
        look="ghost"
        size="small"
        onClick={(event) => {
          event.stopPropagation();
          onRevoke(apiKey);
        }}
      >
        Revoke<Unseen> {apiKey.name}</Unseen>
      </Button>
    </td>
  </Row>
);

interface RevokeDialogProps {
  readonly projectId: string;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** Confirms the revocation of a key. The dialog stays open until the request ends; a toast shows the result. */
function RevokeDialog({ projectId, apiKey: { id: keyId, name }, onClose }: RevokeDialogProps) {
  const dispatch = useAppDispatch();
  const working = useAppSelector(selectRevokingId) === keyId;
  return (
    <ConfirmDialog
      working={working}
      onClose={onClose}
      keep="Keep key"
      go="Revoke key"
      look="danger"
      title={`Revoke ${name}?`}
      onConfirm={() => dispatch(revokeRequested({ projectId, keyId }))}
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

const heads = ['Name', 'Key', { name: 'Can', wide: true }, { name: 'Last used', wide: true }, ACTIONS];

interface KeysProps extends Pick<KeyRowProps, 'detailsId' | 'onChoose' | 'onRevoke'> {
  readonly project: Project;
  readonly chosenId: string | undefined;
}

/** The keys of a project, one per row; the details of the chosen key are below. */
function Keys({ project, chosenId, ...row }: KeysProps) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectKeyList, project.id);
  if (list === undefined) return <Skeleton $width={280} $height={20} />;
  if (list.phase === 'failed') {
    return (
      <Spread $gap="8px 16px" role="alert">
        <NotLoadedLine onRetry={() => dispatch(keysRetried({ projectId: project.id }))}>
          {failureText(list.failure, LIST_FAILED)}
        </NotLoadedLine>
      </Spread>
    );
  }
  if (list.keys.length === 0) return <Small>{emptyTexts[project.access]}</Small>;
  return (
    <Table aria-label="API keys">
      <TableHead columns={heads} />
      <tbody>
        {list.keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} tabs={project.tabs} chosen={key.id === chosenId} {...row} />
        ))}
      </tbody>
    </Table>
  );
}

/** The keys of a project: the list, "New key" and "Revoke". */
export function KeysSection({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const loading = useAppSelector(selectKeyList, project.id) === undefined;
  const keys = useAppSelector(selectKeys, project.id);
  const [revoking, setRevoking] = useState<ApiKey>();
  const [chosenId, setChosenId] = useState<string>();
  const detailsId = useId();
  const chosen = keys.find(({ id }) => id === chosenId) ?? keys[0];
  return (
    <>
      <SplitSection title="API keys" about={ABOUT}>
        <div>
          <Lines aria-busy={loading}>
            <Keys
              project={project}
              detailsId={detailsId}
              chosenId={chosen?.id}
              onChoose={setChosenId}
              onRevoke={setRevoking}
            />
          </Lines>
          <Block $top={12}>
            <Button icon="plus" onClick={() => dispatch(newKeyOpened({ projectId: project.id }))}>
              New key
            </Button>
          </Block>
        </div>
        <NewKeyDialog project={project} />
        {revoking && (
          <RevokeDialog
            key={revoking.id}
            projectId={project.id}
            apiKey={revoking}
            onClose={() => setRevoking(undefined)}
          />
        )}
      </SplitSection>
      {chosen && <KeyDetails id={detailsId} project={project} apiKey={chosen} />}
    </>
  );
}
