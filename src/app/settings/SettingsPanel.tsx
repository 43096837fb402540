import type { Project } from '../../contract/projects';
import { useUnsavedWarning } from '../ui/forms/useWindowEvent';
import { RefusalBanner } from '../ui/layout/Banner';
import {
  AddressSection,
  type AskDeletion,
  DeleteSection,
  NameSection,
  PauseSection,
  CachingSection,
} from './ProjectSections';
import { selectSettings } from './settingsSelectors';
import { saveAsked } from './settingsSlice';
import { SheetsSection } from './SheetsSection';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { useCommandKey } from '../ui/forms/useShortcuts';

interface SettingsPanelProps {
  readonly project: Project;
  readonly askDeletion: AskDeletion;
}

/** The Settings view of a project: its name, its address, how its answers are cached, its sheets, pausing and deleting it. */
export function SettingsPanel({ project, askDeletion }: SettingsPanelProps) {
  const dispatch = useAppDispatch();
  const form = useAppSelector(selectSettings, project.id);
  // The browser's own way to save the page is of no use here.
  useCommandKey('s', () => dispatch(saveAsked({ projectId: project.id })));
  // Inside the app it stays in the form.
  useUnsavedWarning(form.phase !== 'clean');
  return (
    <>
      <RefusalBanner>{form.phase === 'changed' && form.message}</RefusalBanner>
      <NameSection project={project} />
      <AddressSection project={project} />
      <CachingSection project={project} />
      <SheetsSection project={project} />
      <PauseSection project={project} />
      <DeleteSection ask={askDeletion} />
    </>
  );
}
