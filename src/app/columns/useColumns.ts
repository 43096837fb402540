import { useEffect } from 'react';
import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { selectColumnsOf } from './columnsSelectors';
import { columnsWanted, type KnownColumns } from './columnsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** The columns of a tab for a view that shows them, and a way to ask again when that failed. */
export function useColumns({ id, revision }: Project, sheetId: number): [KnownColumns, retry: () => void] {
  const dispatch = useAppDispatch();
  const name = { projectId: id, sheetId };
  useEffect(() => {
    dispatch(columnsWanted({ projectId: id, sheetId, revision }));
  }, [dispatch, id, sheetId, revision]);
  const known = useAppSelector((state: RootState) => selectColumnsOf(state, name));
  return [known, () => dispatch(columnsWanted({ ...name, revision }))];
}
