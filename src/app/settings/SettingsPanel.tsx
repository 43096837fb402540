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

/** The Settings view of a project: name, address, caching, sheets, pause, deletion. */
export function SettingsPanel({ project, askDeletion }: SettingsPanelProps) {
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
      <DeleteSection ask={askDeletion} />
    </>
  );
}
