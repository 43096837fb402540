import type { RootState } from '../rootReducer';
import { type ColumnsName, columnsKey, type KnownColumns } from './columnsSlice';

const LOADING: KnownColumns = { phase: 'loading' };

/** What is known of a tab's columns; `loading` before they were wanted. */
export const selectColumnsOf = (state: RootState, name: ColumnsName): KnownColumns =>
  state.columns[columnsKey(name)] ?? LOADING;
