import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import type { TabName } from '../project/rows/endpointSlice';
import { columnsKey, columnsWanted, type KnownColumns } from './columnsSlice';

const LOADING: KnownColumns = { phase: 'loading' };

/** Returns the state of a tab's columns; `loading` if they were not requested yet. */
export const selectColumnsOf = (state: RootState, name: TabName): KnownColumns =>
  state.columns[columnsKey(name)] ?? LOADING;

/** Returns the value of a column in a record. Column names may be those of inherited properties, such as `constructor`. */
export const valueOfColumn = <V>(values: Readonly<Record<string, V>>, column: string): V | undefined =>
  Object.hasOwn(values, column) ? values[column] : undefined;

/** Loads and returns the columns of a tab, with a function that retries after a failure. */
export function useColumns({ id, revision }: Project, sheetId: number): [KnownColumns, retry: () => void] {
  const dispatch = useAppDispatch();
  const wanted = columnsWanted({ projectId: id, sheetId, revision });
  useOnScreen(wanted);
  return [useAppSelector(selectColumnsOf, wanted.payload), () => dispatch(wanted)];
}
