import type { Project, ProjectTab } from '../../contract/projects';
import { EmptyState } from '../parts/EmptyState';

const NO_HEADER = 'This sheet has no header row. Put column names above your rows.';
const NO_ROWS = 'Add a row under the header in your sheet.';

/** Instead of the grid where there is nothing to show in it. */
export const EmptyRows = ({ project, tab }: { readonly project: Project; readonly tab: ProjectTab }) => (
  <EmptyState
    title={project.status === 'syncing' ? `Reading ${tab.title}` : `No rows in ${tab.title} yet`}
    lead={
      project.status === 'syncing'
        ? 'The rows are here as soon as they are read.'
        : tab.columns === 0
          ? NO_HEADER
          : NO_ROWS
    }
  />
);
