import { useState } from 'react';
import styled, { css } from 'styled-components';
import { selectAbout, selectUploadLimit } from '../about/aboutSlice';
import { workbookEndings } from '../../contract/limits';
import { selectInputDisabled } from '../createFlow/createFlowSelectors';
import { Button } from '../ui/forms/Button';
import { FieldError } from '../ui/forms/Field';
import { useWindowEvent } from '../ui/forms/useWindowEvent';
import { Icon } from '../ui/display/Icon';
import { counted, formatNumber } from '../ui/display/numbers';
import { Hint, TextLink } from '../ui/display/text';
import { paths } from '../paths';
import { plansWanted } from '../plans/plansEvents';
import { selectOwnProjects, selectPlanLimits } from '../plans/plansSelectors';
import { selectUpload, selectUploadLine, uploadCancelled, uploadRefused, uploadStarted } from './driveSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { Meter } from '../ui/display/Meter';
import { refusalOf, useFileInput } from '../ui/forms/useFileInput';

const zoneStyles = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 10px;
  width: 100%;
  min-height: 56px;
  padding: 16px;
  border: 1.5px dashed var(--line-control);
  border-radius: 14px;
  color: var(--ink-2);
  background: none;
`;

const Choose = styled.button`
  ${zoneStyles}
  text-align: center;

  & > svg {
    color: var(--ink-3);
  }
  &:hover:enabled {
    border-color: var(--accent);
    color: var(--ink);
    background: var(--accent-soft);
  }
  &:disabled {
    border-color: var(--line-strong);
    opacity: 0.6;
    cursor: default;
  }
`;

const Refused = styled.div`
  & > p {
    margin-top: 8px;
  }
`;

const Uploading = styled.div`
  ${zoneStyles}
  justify-content: space-between;
  padding-block: 12px;

  & > div {
    display: grid;
    flex: 1 1 220px;
    gap: 6px;
    min-width: 0;
  }
`;

const WholePage = styled.div`
  position: fixed;
  z-index: var(--z-dialog);
  inset: 0;
  display: grid;
  place-items: center;
  border: 3px dashed var(--accent);
  color: var(--accent-text);
  background: var(--accent-soft);
  background: color-mix(in srgb, var(--accent-soft) 92%, transparent);
  font-size: var(--text-xl);
  font-weight: var(--weight-semibold);
  pointer-events: none;
`;

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Makes the whole page a drop target for files.
 *
 * @param onFile called with the first dropped file
 * @param enabled if false, dropped files are ignored, and not opened by the browser either
 * @returns whether a file is being dragged over the page
 */
function useFileDrag(onFile: (file: File) => void, enabled: boolean): boolean {
  const [dragged, setDragged] = useState(false);
  useWindowEvent('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setDragged(false);
    const file = event.dataTransfer?.files[0];
    if (enabled && file) onFile(file);
  });
  useWindowEvent('dragover', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setDragged(true);
  });
  useWindowEvent('dragleave', (event) => {
    if (event.relatedTarget === null) setDragged(false);
  });
  return dragged && enabled;
}

const MEBIBYTE = 1024 * 1024;

/** Returns the maximum upload in bytes, and texts about the limits of the person's plan. */
function useUploadLimits() {
  const isTiered = useAppSelector(selectAbout)?.plans === 'tiered';
  const maxBytes = useAppSelector(selectUploadLimit);
  const plan = useAppSelector(selectPlanLimits);
  const projects = useAppSelector(selectOwnProjects) ?? 0;
  useOnScreen(isTiered ? plansWanted() : undefined);
  const limit = Math.min(maxBytes, plan?.uploadBytes ?? maxBytes);
  const size = `Up to ${formatNumber(Math.floor(limit / MEBIBYTE))} MB`;
  return {
    limit,
    full:
      plan !== undefined && projects >= plan.projects
        ? `You have ${counted(projects, 'project')}; ${plan.name} has room for ${formatNumber(plan.projects)}.`
        : undefined,
    words:
      plan === undefined ? `${size}.` : `${size} and ${formatNumber(plan.rowsPerTab)} rows a sheet on ${plan.name}.`,
  };
}

const WORDS = `or upload a workbook (${workbookEndings.join(', ')})`;

interface ChooserProps {
  readonly onFile: (file: File) => void;
  readonly disabled: boolean;
  /** Whether to focus the button on mount. */
  readonly focused: boolean;
}

function Chooser({ onFile, disabled, focused }: ChooserProps) {
  const { input, choose } = useFileInput('Workbook', onFile);
  return (
    <>
      <Choose type="button" autoFocus={focused} disabled={disabled} onClick={choose}>
        <Icon name="upload" size={18} />
        <span>{WORDS}</span>
      </Choose>
      {input}
    </>
  );
}

function Progress({ percent, onCancel }: { readonly percent: number; readonly onCancel: () => void }) {
  const line = useAppSelector(selectUploadLine);
  return (
    <Uploading>
      <div>
        <span role="status">{line}</span>
        <Meter label="Upload" percent={percent} />
      </div>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </Uploading>
  );
}

/** Lets the person choose or drop a workbook; a file can be dropped anywhere on the page. */
export function DropZone() {
  const upload = useAppSelector(selectUpload);
  const disabled = useAppSelector(selectInputDisabled) || upload.phase === 'uploading';
  const { limit, words, full } = useUploadLimits();
  const dispatch = useAppDispatch();
  const [cancelled, setCancelled] = useState(false);
  const onFile = (file: File) => {
    setCancelled(false);
    const refusal = refusalOf(file, limit);
    dispatch(refusal === undefined ? uploadStarted(file) : uploadRefused(refusal));
  };
  const dragged = useFileDrag(onFile, !disabled);
  const cancel = () => {
    setCancelled(true);
    dispatch(uploadCancelled());
  };
  return (
    <div>
      {upload.phase === 'uploading' ? (
        <Progress percent={upload.percent} onCancel={cancel} />
      ) : (
        <>
          <Chooser onFile={onFile} disabled={disabled} focused={cancelled} />
          {/* The limits, shown before a file is chosen. */}
          <Hint $top={6}>{words}</Hint>
          {full !== undefined && (
            <Hint $top={6}>
              {full} <TextLink to={paths.upgrade}>See plans</TextLink>
            </Hint>
          )}
        </>
      )}
      <Refused role="status">{upload.phase === 'failed' && <FieldError>{upload.message}</FieldError>}</Refused>
      {dragged && <WholePage>Drop to upload</WholePage>}
    </div>
  );
}
