import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import type { TabName } from '../project/rows/endpointSlice';
import { columnsKey, columnsWanted, type KnownColumns } from './columnsSlice';

const LOADING: KnownColumns = { phase: 'loading' };

/** What is known of a tab's columns; `loading` before they were wanted. */
export const selectColumnsOf = (state: RootState, name: TabName): KnownColumns =>
  state.columns[columnsKey(name)] ?? LOADING;

/** What is kept of a column among others, which may be called like what every object has: `constructor`. */
export const ofColumn = <V>(values: Readonly<Record<string, V>>, column: string): V | undefined =>
  Object.hasOwn(values, column) ? values[column] : undefined;

/** The columns of a tab for a view that shows them, and a way to ask again when that failed. */
export function useColumns({ id, revision }: Project, sheetId: number): [KnownColumns, retry: () => void] {
  const dispatch = useAppDispatch();
  const wanted = columnsWanted({ projectId: id, sheetId, revision });
  useOnScreen(wanted);
  return [useAppSelector(selectColumnsOf, wanted.payload), () => dispatch(wanted)];
}
