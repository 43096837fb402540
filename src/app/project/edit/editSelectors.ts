import { createSelector } from '@reduxjs/toolkit';
import { ofColumn } from '../../columns/columnsSelectors';
import type { RootState } from '../../rootReducer';
import { type TabName, tabKey } from '../rows/endpointSlice';
import type { Draft, DraftState } from './draftMachine';
import { type EditState, noEdits } from './editSlice';
import { editText } from './values';

const NOTHING: EditState = {};

/** What is being edited in a tab. */
export const selectEdits = ({ edit = NOTHING }: RootState, name: TabName) => edit[tabKey(name)] ?? noEdits;

/** A draft that is not idle. */
export type LiveDraft = Exclude<DraftState, { phase: 'idle' }>;

/** A draft, where there is one. */
export function selectDraft(state: RootState, name: TabName, key: string): LiveDraft | undefined {
  const draft = selectEdits(state, name).drafts[key];
  return draft?.phase === 'idle' ? undefined : draft;
}

const isChanged = ({ texts, before }: Draft) =>
  Object.entries(texts).some(([column, text]) => text !== editText(ofColumn(before, column)));

/** Whether something is typed or being written that the server does not have yet. */
export const selectIsUnsaved = createSelector(
  selectEdits,
  ({ drafts, working }) =>
    working !== undefined ||
    Object.values(drafts).some(
      (state) => state.phase !== 'idle' && (isChanged(state.draft) || (state.phase === 'typing' && state.unsaved)),
    ),
);

/** A cell of the grid that is written. */
export interface CellDraft {
  readonly key: string;
  readonly state: LiveDraft;
  /** Whether its editor is open. */
  readonly open: boolean;
}

/** Of a row, by column. */
export type CellDrafts = ReadonlyMap<string, CellDraft>;

/** Cells of the grid that are written, by row and column. */
export const selectCellDrafts = createSelector(selectEdits, ({ drafts, open }) => {
  const rows = new Map<string, CellDrafts>();
  for (const [key, state] of Object.entries(drafts)) {
    const [rowId, column] = key.startsWith('[') ? (JSON.parse(key) as string[]) : [];
    if (rowId === undefined || column === undefined || state.phase === 'idle') continue;
    rows.set(rowId, new Map([...(rows.get(rowId) ?? []), [column, { key, state, open: open === key }]]));
  }
  return rows;
});
