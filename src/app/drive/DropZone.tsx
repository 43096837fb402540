import { useState } from 'react';
import styled, { css } from 'styled-components';
import { selectAbout, selectUploadLimit } from '../about/aboutSlice';
import { workbookEndings } from '../../contract/limits';
import { selectInputDisabled } from '../createFlow/createFlowSelectors';
import { Button } from '../ui/forms/Button';
import { FieldError } from '../ui/forms/Field';
import { useWindowEvent } from '../ui/forms/useWindowEvent';
import { Icon } from '../ui/display/Icon';
import { counted, shown } from '../ui/display/numbers';
import { Hint, TextLink } from '../ui/display/text';
import { paths } from '../paths';
import { plansWanted } from '../plans/plansEvents';
import { selectOwnProjects, selectPlanLimits } from '../plans/plansSelectors';
import { selectUpload, selectUploadLine, uploadCancelled, uploadRefused, uploadStarted } from './driveSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { Meter } from '../ui/display/Meter';
import { refusalOf, useFileInput } from '../ui/forms/useFileInput';

const zone = css`
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
  ${zone}
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
  ${zone}
  justify-content: space-between;
  padding-block: 12px;

  & > div {
    display: grid;
    flex: 1 1 220px;
    gap: 6px;
    min-width: 0;
    overflow-wrap: anywhere;
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
 * Makes the whole page the target of a dragged file.
 *
 * @param take called with the first file that is dropped
 * @param enabled otherwise a dropped file does nothing, and is not opened by the browser either
 * @returns whether a file is being dragged over the page
 */
function useFileDrag(take: (file: File) => void, enabled: boolean): boolean {
  const [dragged, setDragged] = useState(false);
  useWindowEvent('drop', (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    setDragged(false);
    const file = event.dataTransfer?.files[0];
    if (enabled && file) take(file);
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

/** Bytes that the person may upload, and what else their plan has to say to a workbook, before one is chosen. */
function useRoom() {
  const isTiered = useAppSelector(selectAbout)?.plans === 'tiered';
  const most = useAppSelector(selectUploadLimit);
  const plan = useAppSelector(selectPlanLimits);
  const projects = useAppSelector(selectOwnProjects) ?? 0;
  useOnScreen(isTiered ? plansWanted() : undefined);
  const limit = Math.min(most, plan?.uploadBytes ?? most);
  const size = `Up to ${shown(Math.floor(limit / MEBIBYTE))} MB`;
  return {
    limit,
    full:
      plan !== undefined && projects >= plan.projects
        ? `You have ${counted(projects, 'project')}; ${plan.name} has room for ${shown(plan.projects)}.`
        : undefined,
    words: plan === undefined ? `${size}.` : `${size} and ${shown(plan.rowsPerTab)} rows a sheet on ${plan.name}.`,
  };
}

/**
 * Which event choosing or dropping a file is: the upload starts, or is refused before anything is sent.
 *
 * @param limit bytes of the largest upload, see `selectUploadLimit`
 */
export function uploadEventFor(file: File, limit: number) {
  const refusal = refusalOf(file, limit);
  return refusal === undefined ? uploadStarted(file) : uploadRefused(refusal);
}

const WORDS = `or upload a workbook (${workbookEndings.join(', ')})`;

interface ChooserProps {
  readonly take: (file: File) => void;
  readonly disabled: boolean;
  /** Whether the button has the focus when it appears. */
  readonly focused: boolean;
}

function Chooser({ take, disabled, focused }: ChooserProps) {
  const { input, choose } = useFileInput('Workbook', take);
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

/** Where a workbook is chosen or dropped; while a file is dragged over the page, all of the page is the target. */
export function DropZone() {
  const upload = useAppSelector(selectUpload);
  const disabled = useAppSelector(selectInputDisabled) || upload.phase === 'uploading';
  const { limit, words, full } = useRoom();
  const dispatch = useAppDispatch();
  const [cancelled, setCancelled] = useState(false);
  const take = (file: File) => {
    setCancelled(false);
    dispatch(uploadEventFor(file, limit));
  };
  const dragged = useFileDrag(take, !disabled);
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
          <Chooser take={take} disabled={disabled} focused={cancelled} />
          {/* What fits, said before a file is chosen. */}
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
