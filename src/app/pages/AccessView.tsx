import { AccessPanel } from '../project/access/AccessPanel';
import type { PanelProps } from '../project/frame/projectViewTypes';
import { KeysSection } from '../keys/KeysSection';

/** The Access view of a project: who may call it, and its keys. */
export default function AccessView({ project }: PanelProps) {
  return <AccessPanel project={project} keys={<KeysSection key={project.id} project={project} />} />;
}
