import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import { limits } from '../../contract/limits';
import { endpointPath } from '../../contract/paths';
import type { Project } from '../../contract/projects';
import { Button } from '../ui/forms/Button';
import { Dialog, DialogActions, DialogText } from '../ui/overlays/Dialog';
import { FieldError, TextInput } from '../ui/forms/Field';
import { Split, SplitHeading } from '../ui/layout/Split';
import { Switch } from '../ui/forms/Switch';
import { InlineCode, Small } from '../ui/display/text';
import type { RootState } from '../rootReducer';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { useSettingsForm } from './settingsDraft';
import { selectMoving, selectPaused, selectSwitchWaiting } from './settingsSelectors';
import { newAddressAsked, switched } from './settingsSlice';

const Form = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  & > input {
    flex: 1 1 220px;
    max-width: 400px;
  }
  & > p {
    flex-basis: 100%;
  }
`;

/** The name of a project; its Save wakes with a change. */
export function NameSection({ project }: { readonly project: Project }) {
  const id = useId();
  const { draft, errors, saving, change, submit } = useSettingsForm(project);
  const { title: error } = errors;
  return (
    <Split>
      <div>
        <SplitHeading id={id}>Name</SplitHeading>
        <Small>Shown in your project list.</Small>
      </div>
      <Form onSubmit={submit} noValidate>
        <TextInput
          aria-labelledby={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          maxLength={limits.titleCharacters}
          autoComplete="off"
          readOnly={saving}
          value={draft.title ?? project.title}
          onChange={({ target }) => change({ ...draft, title: target.value })}
        />
        <Button type="submit" disabled={draft.title === undefined} loading={saving && draft.title !== undefined}>
          Save
        </Button>
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </Form>
    </Split>
  );
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
`;

const Address = styled.span`
  color: var(--ink-3);
  font: 450 13px / 20px var(--font-mono);
  font-variant-ligatures: none;
  letter-spacing: -0.01em;
  overflow-wrap: anywhere;
  user-select: all;

  & > span {
    color: var(--ink);
  }
`;

interface NewAddressDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Asks before the address changes. Once pressed it stays as long as that takes: a toast tells how it went. */
function NewAddressDialog({ projectId, onClose }: NewAddressDialogProps) {
  const dispatch = useAppDispatch();
  const working = useAppSelector((state: RootState) => selectMoving(state, projectId));
  const [pressed, setPressed] = useState(false);
  if (pressed && !working) return null;
  const make = () => {
    dispatch(newAddressAsked({ projectId }));
    setPressed(true);
  };
  return (
    <Dialog title="Make a new address?" working={working} onClose={onClose}>
      <DialogText>
        <InlineCode>{endpointPath(projectId)}</InlineCode> stops at once, in every page and app that calls it. The keys
        stay.
      </DialogText>
      <DialogActions>
        <Button onClick={onClose}>Keep address</Button>
        <Button look="danger" loading={working} onClick={make}>
          Make new address
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The project's part of its endpoints' URLs: not to be edited, only to be made anew. */
export function AddressSection({ project }: { readonly project: Project }) {
  const [asking, setAsking] = useState(false);
  const before = project.url.slice(0, project.url.length - project.id.length);
  return (
    <Split>
      <div>
        <SplitHeading>Address</SplitHeading>
        <Small>Part of every endpoint URL. A new address stops the old one at once, in everything that calls it.</Small>
      </div>
      <Line>
        <Address>
          {before}
          <wbr />
          <span>{project.id}</span>
        </Address>
        <Button icon="refresh" onClick={() => setAsking(true)}>
          New address
        </Button>
      </Line>
      {asking && <NewAddressDialog projectId={project.id} onClose={() => setAsking(false)} />}
    </Split>
  );
}

const SwitchLine = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 24px;
`;

/** Stops everything but reading. */
export function PauseSection({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const paused = useAppSelector((state: RootState) => selectPaused(state, project));
  const waiting = useAppSelector(selectSwitchWaiting);
  return (
    <Split>
      <div>
        <SplitHeading id="pause-project">Pause project</SplitHeading>
        <Small id="pause-project-means">The last rows answer, writing answers 503, nothing refreshes.</Small>
      </div>
      <SwitchLine>
        <Switch
          checked={paused}
          disabled={waiting}
          labelledBy="pause-project"
          describedBy="pause-project-means"
          onChange={(on) => dispatch(switched({ projectId: project.id, on }))}
        />
        <Small>{paused ? 'Paused' : 'Not paused'}</Small>
      </SwitchLine>
    </Split>
  );
}

/** The question whether the project is to go; `onClose` when it is answered. */
export type AskDeletion = (onClose: () => void) => ReactNode;

/** The way to delete the project. */
export function DeleteSection({ ask }: { readonly ask: AskDeletion }) {
  const [asking, setAsking] = useState(false);
  return (
    <Split>
      <div>
        <SplitHeading>Delete project</SplitHeading>
        <Small>Endpoints stop at once. The spreadsheet itself is not touched.</Small>
      </div>
      <div>
        <Button look="dangerQuiet" icon="trash" onClick={() => setAsking(true)}>
          Delete project
        </Button>
      </div>
      {asking && ask(() => setAsking(false))}
    </Split>
  );
}
