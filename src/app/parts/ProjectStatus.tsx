import type { Project } from '../../contract/projects';
import { Status, type StatusSign } from './Status';

const words: Record<Project['status'], { sign: StatusSign; word: string }> = {
  live: { sign: 'ok', word: 'Live' },
  syncing: { sign: 'busy', word: 'Syncing' },
  stale: { sign: 'warning', word: 'Stale' },
  needsAccess: { sign: 'bad', word: 'Needs access' },
  paused: { sign: 'off', word: 'Paused' },
};

/** How a project is, as sign and word; the reason is in the tooltip. */
export const ProjectStatus = ({ project }: { readonly project: Pick<Project, 'status' | 'statusReason'> }) => (
  <Status {...words[project.status]} title={project.statusReason} />
);
