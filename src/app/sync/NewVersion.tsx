import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { selectUploadLimit } from '../about/aboutSlice';
import { Button } from '../ui/forms/Button';
import { FieldError } from '../ui/forms/Field';
import { Meter } from '../ui/display/Meter';
import { Small } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { Row } from '../ui/layout/spacing';
import { selectVersion } from './syncSelectors';
import { type OfWorkbook, versionCancelled, versionChosen, versionRefused, type VersionState } from './versionsSlice';
import { refusalOf, useFileInput } from '../ui/forms/useFileInput';

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
  overflow-wrap: anywhere;
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
export function NewVersion({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const limit = useAppSelector(selectUploadLimit);
  const change = useAppSelector(selectVersion, project.id);
  const take = (file: File) =>
    dispatch(versionEventFor({ projectId: project.id, sheetId: project.sheetId }, file, limit));
  const { input, choose } = useFileInput('New version', take);
  const isPaused = project.status === 'paused';
  return (
    <div>
      <Row $gap="8px 16px" $atLeast="var(--control)">
        {change.phase === 'comparing' ? (
          <Comparing change={change} />
        ) : (
          <>
            <Button icon="upload" disabled={isPaused} loading={change.phase === 'applying'} onClick={choose}>
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
