import { useRef, type ChangeEvent } from 'react';
import styled from 'styled-components';
import { workbookEndings } from '../../contract/limits';
import type { Project } from '../../contract/projects';
import { selectUploadLimit } from '../about/aboutSelectors';
import { Button } from '../parts/Button';
import { FieldError } from '../parts/Field';
import { Meter } from '../parts/Meter';
import { Small } from '../parts/text';
import type { RootState } from '../rootReducer';
import { judgeVersion } from './newVersionFile';
import { selectVersion } from './versionsSelectors';
import { versionCancelled } from './versionsSlice';
import type { VersionState } from './versionMachine';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  min-height: var(--control);
`;

const Way = styled.div`
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
      <Way>
        <Small>{percent < 100 ? `Uploading ${fileName}, ${percent}%` : `Comparing ${fileName}`}</Small>
        <Meter label={`Uploading ${fileName}`} percent={percent} />
      </Way>
      <Button size="small" onClick={() => dispatch(versionCancelled())}>
        Cancel
      </Button>
    </>
  );
}

/** "Upload a new version": a file is chosen, sent and compared; nothing is applied by it. */
export function NewVersion({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const input = useRef<HTMLInputElement>(null);
  const limit = useAppSelector(selectUploadLimit);
  const change = useAppSelector((state: RootState) => selectVersion(state, project.id));
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) dispatch(judgeVersion({ projectId: project.id, sheetId: project.sheetId }, file, limit));
    target.value = '';
  };
  const isPaused = project.status === 'paused';
  return (
    <div>
      <Line>
        {change.phase === 'comparing' ? (
          <Comparing change={change} />
        ) : (
          <>
            <Button
              icon="upload"
              disabled={isPaused}
              loading={change.phase === 'applying'}
              onClick={() => input.current?.click()}
            >
              Upload a new version
            </Button>
            {isPaused && <Small>The project is paused. Resume it in Settings first.</Small>}
          </>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={workbookEndings.join(',')}
          aria-label="New version"
          onChange={choose}
        />
      </Line>
      <div role="status">{change.phase === 'refused' && <FieldError>{change.message}</FieldError>}</div>
    </div>
  );
}
