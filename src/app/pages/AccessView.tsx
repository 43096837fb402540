import { WhoMayCall } from '../project/access/WhoMayCall';
import { KeysSection } from '../keys/KeysSection';
import type { TabOfProject } from '../projects/projectsSelectors';

/** The Access view of a project: who may call it, and its keys. */
export default function AccessView({ project }: TabOfProject) {
  return (
    <>
      <WhoMayCall project={project} />
      <KeysSection key={project.id} project={project} />
    </>
  );
}
