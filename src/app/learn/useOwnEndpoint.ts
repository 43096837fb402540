import { useEffect, useMemo } from 'react';
import { selectColumnsOf } from '../columns/columnsSelectors';
import { columnsWanted } from '../columns/columnsSlice';
import { selectProjectListPhase } from '../projects/projectsSelectors';
import { projectListWanted } from '../projects/projectsSlice';
import type { RootState } from '../rootReducer';
import type { KnownEndpoint } from './endpointContext';
import { type OwnEndpoint, selectOwnEndpoint } from './learnSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** No sheet has this number: nothing is known of its columns. */
const NO_SHEET = { projectId: '', sheetId: -1 };

const nameOf = ({ project, tab }: OwnEndpoint) => ({ projectId: project.id, sheetId: tab.sheetId });

/** Asks for the projects, and for the columns of the endpoint that is found among them. */
function useQuestions(own: OwnEndpoint | undefined) {
  const dispatch = useAppDispatch();
  const { projectId, sheetId } = own ? nameOf(own) : NO_SHEET;
  const revision = own?.project.revision;
  useEffect(() => {
    dispatch(projectListWanted());
  }, [dispatch]);
  useEffect(() => {
    if (revision !== undefined) dispatch(columnsWanted({ projectId, sheetId, revision }));
  }, [dispatch, projectId, sheetId, revision]);
}

interface Settled {
  /** Whether it is known by now if there is one: what is shown before would have to change under the reader's eyes. */
  readonly isSettled: boolean;
  readonly endpoint?: KnownEndpoint;
}

/** The person's own endpoint, which snippets ask. */
export function useOwnEndpoint(): Settled {
  const own = useAppSelector(selectOwnEndpoint);
  useQuestions(own);
  const listPhase = useAppSelector(selectProjectListPhase);
  const columns = useAppSelector((state: RootState) => selectColumnsOf(state, own ? nameOf(own) : NO_SHEET));
  return useMemo(() => {
    if (own === undefined) return { isSettled: listPhase !== 'loading' };
    const endpoint = { ...own, ...(columns.phase === 'ready' && { known: columns }) };
    return { isSettled: columns.phase !== 'loading', endpoint };
  }, [own, listPhase, columns]);
}
