import { AccessPanel } from '../project/access/AccessPanel';
import { KeysSection } from '../keys/KeysSection';
import type { TabOfProject } from '../projects/projectsSelectors';

/** The Access view of a project: who may call it, and its keys. */
export default function AccessView({ project }: TabOfProject) {
  return <AccessPanel project={project} keys={<KeysSection key={project.id} project={project} />} />;
}
