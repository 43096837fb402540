import { selectKeys } from '../keys/keysSelectors';
import { DeleteProjectDialog } from '../projects/DeleteProjectDialog';
import type { TabOfProject } from '../projects/projectsSelectors';
import { SettingsPanel } from '../settings/SettingsPanel';
import { useAppSelector } from '../storeHooks';

/** The Settings view of a project, with the delete dialog of the projects list. */
export default function SettingsView({ project }: TabOfProject) {
  const keys = useAppSelector((state) => selectKeys(state, project.id).length);
  return (
    <SettingsPanel
      project={project}
      askDeletion={(onClose) => <DeleteProjectDialog projectId={project.id} keys={keys} onClose={onClose} />}
    />
  );
}
