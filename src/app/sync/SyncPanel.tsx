import { useEffect } from 'react';
import type { Project } from '../../contract/projects';
import { AutoRefresh } from './AutoRefresh';
import { SyncFailure } from './SyncFailure';
import { SyncHistory } from './SyncHistory';
import { SyncProgressCard } from './SyncProgressCard';
import { historyLeft, historyOpened } from './syncSlice';
import { WorkbookVersions } from './WorkbookVersions';
import { useAppDispatch } from '../storeHooks';

/** Says which project's history is on the screen, and when it no longer is. */
function useHistoryOnScreen(projectId: string) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(historyOpened({ projectId }));
    return () => {
      dispatch(historyLeft());
    };
  }, [dispatch, projectId]);
}

/** The Sync view of a project: what is being read, how often it is looked at, what has happened. */
export default function SyncPanel({ project }: { readonly project: Project }) {
  useHistoryOnScreen(project.id);
  return (
    <>
      <SyncProgressCard projectId={project.id} />
      <SyncFailure project={project} />
      {project.source === 'drive' ? <WorkbookVersions project={project} /> : <AutoRefresh project={project} />}
      <SyncHistory project={project} />
    </>
  );
}
