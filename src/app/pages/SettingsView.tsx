import { useState } from 'react';
import { selectKeys } from '../keys/keysSelectors';
import { DeleteProjectDialog } from '../projects/DeleteProjectDialog';
import type { TabOfProject } from '../projects/projectsSelectors';
import { rootReducer } from '../rootReducer';
import { SettingsPanel } from '../settings/SettingsPanel';
import { settingsSlice } from '../settings/settingsSlice';
import { useAppSelector } from '../storeHooks';
import { Button } from '../ui/forms/Button';
import { SplitSection } from '../ui/layout/Split';

settingsSlice.injectInto(rootReducer);

/** The Settings view of a project, with the delete dialog of the projects list. */
export default function SettingsView({ project }: TabOfProject) {
  const keys = useAppSelector((state) => selectKeys(state, project.id).length);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <SettingsPanel project={project} />
      <SplitSection title="Delete project" about="Endpoints stop at once. The spreadsheet itself is not touched.">
        <div>
          <Button look="dangerQuiet" icon="trash" onClick={() => setAsking(true)}>
            Delete project
          </Button>
        </div>
        {asking && <DeleteProjectDialog projectId={project.id} keys={keys} onClose={() => setAsking(false)} />}
      </SplitSection>
    </>
  );
}
