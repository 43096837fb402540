import { createSelector } from '@reduxjs/toolkit';
import { valueOfColumn } from '../../columns/columnsSelectors';
import { selectProject } from '../../projects/projectsSelectors';
import type { RootState } from '../../rootReducer';
import { selectColumns } from '../rows/endpointSelectors';
import { type TabName, tabKey } from '../rows/endpointSlice';
import type { Draft, DraftState } from './draftMachine';
import { type EditState, noEdits } from './editSlice';
import { editText } from './values';

const NOTHING: EditState = {};

/** Returns the drafts and undo steps of a tab. */
export const selectEdits = ({ edit = NOTHING }: RootState, name: TabName) => edit[tabKey(name)] ?? noEdits;

/** Returns the column with a unique value in every row; undefined if there is none. */
export const selectKeyColumn = (state: RootState, { projectId, sheetId }: TabName) =>
  selectProject(state, projectId)?.tabs.find((tab) => tab.sheetId === sheetId)?.keyColumn;

/** A draft that is not idle. */
export type LiveDraft = Exclude<DraftState, { phase: 'idle' }>;

/** Returns a draft; undefined if there is none or it is idle. */
export function selectDraft(state: RootState, name: TabName, key: string): LiveDraft | undefined {
  const draft = selectEdits(state, name).drafts[key];
  return draft?.phase === 'idle' ? undefined : draft;
}

const isChanged = ({ texts, before }: Draft) =>
  Object.entries(texts).some(([column, text]) => text !== editText(valueOfColumn(before, column)));

/** Whether there are unsaved texts or a pending write. */
export const selectIsUnsaved = createSelector(
  selectEdits,
  ({ drafts, working }) =>
    working !== undefined ||
    Object.values(drafts).some(
      (state) => state.phase !== 'idle' && (isChanged(state.draft) || (state.phase === 'typing' && state.unsaved)),
    ),
);

/** The draft of a cell of the grid. */
export interface CellDraft {
  readonly key: string;
  readonly state: LiveDraft;
  /** Whether its editor is open. */
  readonly open: boolean;
}

/** Drafts of the cells of a row, by column. */
export type CellDrafts = ReadonlyMap<string, CellDraft>;

/** Returns the drafts of cells by row id and column. */
export const selectCellDrafts = createSelector(selectEdits, ({ drafts, open }) => {
  const rows = new Map<string, CellDrafts>();
  for (const [key, state] of Object.entries(drafts)) {
    const [rowId, column] = key.startsWith('[') ? (JSON.parse(key) as string[]) : [];
    if (rowId === undefined || column === undefined || state.phase === 'idle') continue;
    rows.set(rowId, new Map([...(rows.get(rowId) ?? []), [column, { key, state, open: open === key }]]));
  }
  return rows;
});

/** A text of a cell that has no place in the grid any more. */
interface LostText {
  /** Key of its draft. */
  readonly key: string;
  readonly text: string;
  /** What has become of the cell. */
  readonly why: string;
}

/** Returns the texts of cells whose column was renamed or removed, or whose row was found removed. */
export const selectLostTexts = createSelector(
  selectCellDrafts,
  selectColumns,
  (drafts, columns): readonly LostText[] => {
    const known = new Set(columns.map(({ key }) => key));
    return [...drafts].flatMap(([rowId, cells]) =>
      [...cells].flatMap(([column, { key, state }]) => {
        const text = state.draft.texts[column] ?? '';
        if (columns.length > 0 && !known.has(column))
          return [{ key, text, why: `The column “${column}” of row ${rowId} was renamed or removed.` }];
        const isGone = state.phase === 'refused' && state.isGone === true;
        return isGone ? [{ key, text, why: `Row ${rowId} was removed.` }] : [];
      }),
    );
  },
);
