import { useState } from 'react';
import styled from 'styled-components';
import { apiPaths } from '../../contract/paths';
import type { Project } from '../../contract/projects';
import type { DriveVersion } from '../../contract/versions';
import { failureText } from '../http/apiError';
import { Button, ButtonAnchor } from '../ui/forms/Button';
import { counted } from '../ui/display/numbers';
import { fullTime } from '../ui/display/Ago';
import { NotLoadedLine } from '../ui/layout/EmptyState';
import { Skeleton } from '../ui/layout/Skeleton';
import { Card, Row, Spread, Stack } from '../ui/layout/spacing';
import { SplitSection } from '../ui/layout/Split';
import { Fine, Small, Unseen } from '../ui/display/text';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog';
import { selectUploadLimit } from '../about/aboutSlice';
import { FieldError } from '../ui/forms/Field';
import { Meter } from '../ui/display/Meter';
import { refusalOf, useFileInput } from '../ui/forms/useFileInput';
import { selectVersion, selectVersionList, selectVersionWaiting } from './syncSelectors';
import { dayAndTime } from './syncWords';
import { VersionDialog } from './VersionDialog';
import {
  type OfWorkbook,
  restoreAsked,
  versionCancelled,
  versionChosen,
  versionRefused,
  versionsLeft,
  versionsOpened,
  type VersionState,
} from './versionsSlice';

/**
 * Returns the event of choosing a file: it is compared, or refused before the upload.
 *
 * @param limit maximum size of an upload in bytes
 */
export function versionEventFor({ projectId, sheetId }: OfWorkbook, file: File, limit: number) {
  const message = refusalOf(file, limit);
  if (message !== undefined) return versionRefused({ projectId, sheetId, message });
  return versionChosen(projectId, sheetId, file);
}

const UploadStatus = styled.div`
  display: grid;
  flex: 1 1 220px;
  gap: 6px;
  min-width: 0;
`;

function Comparing({ change }: { readonly change: Extract<VersionState, { phase: 'comparing' }> }) {
  const dispatch = useAppDispatch();
  const { fileName, percent } = change;
  return (
    <>
      <UploadStatus>
        <Small>{percent < 100 ? `Uploading ${fileName}, ${percent}%` : `Comparing ${fileName}`}</Small>
        <Meter label={`Uploading ${fileName}`} percent={percent} />
      </UploadStatus>
      <Button size="small" onClick={() => dispatch(versionCancelled())}>
        Cancel
      </Button>
    </>
  );
}

/** "Upload a new version": chooses a file, which is uploaded and compared but not yet applied. */
function NewVersion({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const limit = useAppSelector(selectUploadLimit);
  const change = useAppSelector(selectVersion, project.id);
  const take = (file: File) =>
    dispatch(versionEventFor({ projectId: project.id, sheetId: project.sheetId }, file, limit));
  const { input, choose } = useFileInput('New version', take);
  const isApplying = change.phase === 'applying';
  const isWaiting = useAppSelector(selectVersionWaiting) && !isApplying;
  const isPaused = project.status === 'paused';
  return (
    <div>
      <Row $gap="8px 16px" $atLeast="var(--control)">
        {change.phase === 'comparing' ? (
          <Comparing change={change} />
        ) : (
          <>
            <Button icon="upload" disabled={isPaused || isWaiting} loading={isApplying} onClick={choose}>
              Upload a new version
            </Button>
            {isPaused && <Small>The project is paused. Resume it in Settings first.</Small>}
          </>
        )}
        {input}
      </Row>
      <div role="status">{change.phase === 'refused' && <FieldError>{change.message}</FieldError>}</div>
    </div>
  );
}

const Line = styled(Row).attrs({ as: 'li' })`
  gap: 8px 12px;
  padding: 12px 16px;

  & + & {
    border-top: 1px solid var(--line);
  }
  & > :first-child {
    flex: 1 1 220px;
    min-width: 0;
  }
`;

const Name = styled.p`
  font-size: var(--text-sm);
  font-weight: var(--weight-medium);
  line-height: 20px;

  & > span {
    margin-left: 8px;
    padding: 1px 8px;
    border-radius: var(--r-full);
    color: var(--accent-text);
    background: var(--accent-soft);
    font-size: var(--text-xs);
  }
`;

const factsOf = ({ fileName, tabs, restoredFrom }: DriveVersion) => {
  const rows = tabs.reduce((sum, tab) => sum + tab.rows, 0);
  const from = restoredFrom === undefined ? '' : `, restored from version ${restoredFrom}`;
  return `${fileName}, ${counted(tabs.length, 'sheet')}, ${counted(rows, 'row')}${from}`;
};

interface VersionRowProps {
  readonly sheetId: string;
  readonly version: DriveVersion;
  readonly restoring: boolean;
  readonly disabled: boolean;
  readonly onRestore: () => void;
}

const VersionRow = ({ sheetId, version, restoring, disabled, onRestore }: VersionRowProps) => {
  const apiOrigin = useAppSelector(({ about }) => about.apiOrigin);
  return (
    <Line>
      <div>
        <Name>
          Version {version.n},{' '}
          <time dateTime={version.createdAt} title={fullTime(version.createdAt)}>
            {dayAndTime(version.createdAt)}
          </time>
          {version.current && <span>Current</span>}
        </Name>
        <Fine>{factsOf(version)}</Fine>
      </div>
      <Row>
        <ButtonAnchor
          look="ghost"
          size="small"
          icon="download"
          href={apiOrigin + apiPaths.driveVersionFile(sheetId, version.n)}
          download
          label={`Download version ${version.n}`}
        >
          File
        </ButtonAnchor>
        {!version.current && (
          <Button size="small" loading={restoring} disabled={disabled} onClick={onRestore}>
            Restore<Unseen> version {version.n}</Unseen>
          </Button>
        )}
      </Row>
    </Line>
  );
};

interface VersionRowsProps {
  readonly project: Project;
  /** Versions, newest first. */
  readonly versions: readonly DriveVersion[];
}

/** The versions of a workbook, each with a download and "Restore". */
function VersionRows({ project, versions }: VersionRowsProps) {
  const dispatch = useAppDispatch();
  const change = useAppSelector(selectVersion, project.id);
  const [asking, setAsking] = useState<number>();
  const restoring = change.phase === 'restoring' ? change.n : undefined;
  const isWaiting = useAppSelector(selectVersionWaiting);
  const isBusy = isWaiting || (change.phase !== 'idle' && change.phase !== 'refused');
  const restore = (n: number) => {
    setAsking(undefined);
    dispatch(restoreAsked({ projectId: project.id, sheetId: project.sheetId, n }));
  };
  return (
    <>
      <ul aria-label="Versions">
        {versions.map((version) => (
          <VersionRow
            key={version.n}
            sheetId={project.sheetId}
            version={version}
            restoring={restoring === version.n}
            disabled={(isBusy && restoring !== version.n) || project.status === 'paused'}
            onRestore={() => setAsking(version.n)}
          />
        ))}
      </ul>
      {asking !== undefined && (
        <ConfirmDialog
          keep="Keep current version"
          go="Restore version"
          onConfirm={() => restore(asking)}
          title={`Restore version ${asking}?`}
          onClose={() => setAsking(undefined)}
        >
          The sheet becomes what it was when another version took its place. Rows added by the API stay, and the version
          that is there now is kept.
        </ConfirmDialog>
      )}
    </>
  );
}

const Alone = styled(Spread)`
  gap: 8px 16px;
  min-height: 60px;
  padding: 12px 16px;
`;

const NOT_LOADED = 'The versions did not load. They are kept. Try again in a moment.';

function Workbooks({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(selectVersionList, project.sheetId);
  if (list === undefined)
    return (
      <Alone aria-busy="true">
        <Skeleton $width={240} $height={20} />
      </Alone>
    );
  if (list.phase === 'failed')
    return (
      <Alone role="alert">
        <NotLoadedLine onRetry={() => dispatch(versionsOpened({ sheetId: project.sheetId }))}>
          {failureText(list.failure, NOT_LOADED)}
        </NotLoadedLine>
      </Alone>
    );
  return <VersionRows project={project} versions={list.versions} />;
}

/** The versions of a workbook. A workbook has no refresh interval: the user uploads new versions, and every version is stored. */
export function WorkbookVersions({ project }: { readonly project: Project }) {
  useOnScreen(versionsOpened({ sheetId: project.sheetId }), versionsLeft);
  return (
    <SplitSection
      title="Workbook"
      about="Upload the file again when it has changed. You see what differs before it applies. Every version is kept."
    >
      <Stack $gap={16}>
        <NewVersion project={project} />
        <Card>
          <Workbooks project={project} />
        </Card>
      </Stack>
      <VersionDialog projectId={project.id} />
    </SplitSection>
  );
}
