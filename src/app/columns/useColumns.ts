import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { selectColumnsOf } from './columnsSelectors';
import { columnsWanted, type KnownColumns } from './columnsSlice';

/** The columns of a tab for a view that shows them, and a way to ask again when that failed. */
export function useColumns({ id, revision }: Project, sheetId: number): [KnownColumns, retry: () => void] {
  const dispatch = useDispatch();
  const name = { projectId: id, sheetId };
  useEffect(() => {
    dispatch(columnsWanted({ projectId: id, sheetId, revision }));
  }, [dispatch, id, sheetId, revision]);
  const known = useSelector((state: RootState) => selectColumnsOf(state, name));
  return [known, () => dispatch(columnsWanted({ ...name, revision }))];
}
