import { useId, useState } from 'react';
import styled from 'styled-components';
import { limits } from '../../contract/limits';
import { endpointPath } from '../../contract/paths';
import type { Project } from '../../contract/projects';
import { Button } from '../ui/forms/Button';
import { Row, Line } from '../ui/layout/spacing';
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog';
import { LineField, LineForm } from '../ui/forms/Field';
import { useCommandKey } from '../ui/forms/useShortcuts';
import { useUnsavedWarning } from '../ui/forms/useWindowEvent';
import { RefusalBanner } from '../ui/layout/Banner';
import { SplitSection } from '../ui/layout/Split';
import { Switch } from '../ui/forms/Switch';
import { InlineCode, Small } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { useSettings } from './useSettings';
import { selectMoving, selectPaused, selectSettings, selectSwitchWaiting } from './settingsSelectors';
import { switched } from './settingsEvents';
import { newAddressAsked, saveAsked } from './settingsSlice';
import { SheetsSection } from './SheetsSection';

const CachingForm = styled(LineForm)`
  align-items: center;
`;

/** Cache lifetime of a public project's responses in browsers and shared caches. */
function CachingSection({ project }: { readonly project: Project }) {
  const id = useId();
  const { props, field, isChanged, working } = useSettings(project, ['maxAgeSeconds']);
  return (
    <SplitSection
      id={id}
      title="Caching"
      about="How long browsers and caches keep public answers, also after a change. Empty: they ask each time."
    >
      <CachingForm {...props} $flex="0 1 120px">
        <LineField
          aria-label="Keep answers for so many seconds"
          aria-describedby={`${id}-about`}
          inputMode="numeric"
          autoComplete="off"
          readOnly={working}
          {...field('maxAgeSeconds')}
        >
          <Small as="span">seconds</Small>
          <Button type="submit" aria-label="Save caching" disabled={!isChanged} loading={working && isChanged}>
            Save
          </Button>
        </LineField>
      </CachingForm>
    </SplitSection>
  );
}

/** The form of a project's name; "Save" is enabled once the name is changed. */
function NameSection({ project }: { readonly project: Project }) {
  const id = useId();
  const { props, field, isChanged, working } = useSettings(project, ['title']);
  return (
    <SplitSection id={id} title="Name" about="Shown in your project list.">
      <LineForm {...props}>
        <LineField
          aria-labelledby={id}
          maxLength={limits.titleCharacters}
          autoComplete="off"
          readOnly={working}
          {...field('title')}
        >
          <Button type="submit" disabled={!isChanged} loading={working && isChanged}>
            Save
          </Button>
        </LineField>
      </LineForm>
    </SplitSection>
  );
}

const Address = styled.span`
  color: var(--ink-3);
  font: 450 13px / 20px var(--font-mono);
  font-variant-ligatures: none;
  letter-spacing: -0.01em;
  user-select: all;

  & > span {
    color: var(--ink);
  }
`;

interface NewAddressDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Confirms a new address. The dialog stays open until the request ends; a toast shows the result. */
function NewAddressDialog({ projectId, onClose }: NewAddressDialogProps) {
  const dispatch = useAppDispatch();
  const working = useAppSelector(selectMoving, projectId);
  return (
    <ConfirmDialog
      working={working}
      onClose={onClose}
      keep="Keep address"
      go="Make new address"
      look="danger"
      title="Make a new address?"
      onConfirm={() => dispatch(newAddressAsked({ projectId }))}
    >
      <InlineCode>{endpointPath(projectId)}</InlineCode> stops at once, in every page and app that calls it. The keys
      stay.
    </ConfirmDialog>
  );
}

/** The project's part of its endpoints' URLs, which can be regenerated but not edited. */
function AddressSection({ project }: { readonly project: Project }) {
  const [asking, setAsking] = useState(false);
  const base = project.url.slice(0, project.url.length - project.id.length);
  return (
    <SplitSection
      title="Address"
      about="Part of every endpoint URL. A new address stops the old one at once, in everything that calls it."
    >
      <Row $gap={12}>
        <Address>
          {base}
          <wbr />
          <span>{project.id}</span>
        </Address>
        <Button icon="refresh" onClick={() => setAsking(true)}>
          New address
        </Button>
      </Row>
      {asking && <NewAddressDialog projectId={project.id} onClose={() => setAsking(false)} />}
    </SplitSection>
  );
}

/** The switch that pauses a project: only reading goes on. */
function PauseSection({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const paused = useAppSelector(selectPaused, project);
  const waiting = useAppSelector(selectSwitchWaiting, project.id);
  return (
    <SplitSection
      id="pause-project"
      title="Pause project"
      about="The last rows answer, writing answers 503, nothing refreshes."
    >
      <Line $gap={12} $atLeast={24}>
        <Switch
          checked={paused}
          disabled={waiting}
          labelledBy="pause-project"
          describedBy="pause-project-about"
          onChange={(on) => dispatch(switched({ projectId: project.id, on }))}
        />
        <Small>{paused ? 'Paused' : 'Not paused'}</Small>
      </Line>
    </SplitSection>
  );
}

/** The settings of a project: name, address, caching, sheets, pause. */
export function SettingsPanel({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectSettings, project.id);
  // Replaces the browser's shortcut that saves the page.
  useCommandKey('s', () => dispatch(saveAsked({ projectId: project.id })));
  // Only for leaving the app: inside the app the draft survives navigation.
  useUnsavedWarning(form.phase !== 'clean');
  return (
    <>
      <RefusalBanner>{form.phase === 'changed' && form.message}</RefusalBanner>
      <NameSection project={project} />
      <AddressSection project={project} />
      <CachingSection project={project} />
      <SheetsSection project={project} />
      <PauseSection project={project} />
    </>
  );
}
