import { NewKeyDialog } from '../keys/NewKeyDialog';
import type { TabOfProject } from '../projects/projectsSelectors';
import { rootReducer } from '../rootReducer';
import { ApiPanel } from '../tryIt/ApiPanel';
import { tryItSlice } from '../tryIt/tryItSlice';

tryItSlice.injectInto(rootReducer);

/** The API view of a tab, with the dialog of a new key, which its calls can open. */
export default function ApiView({ project, tab }: TabOfProject) {
  return <ApiPanel project={project} tab={tab} newKey={<NewKeyDialog project={project} />} />;
}
