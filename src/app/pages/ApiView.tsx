import type { PanelProps } from '../project/frame/projectViewTypes';
import { NewKeyDialog } from '../keys/NewKeyDialog';
import { ApiPanel } from '../tryIt/ApiPanel';

/** The API view of a tab, with the way of a new key, which its calls can ask for. */
export default function ApiView({ project, tab }: PanelProps) {
  return <ApiPanel project={project} tab={tab} newKey={<NewKeyDialog project={project} />} />;
}
