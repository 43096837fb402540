import { createSelector } from '@reduxjs/toolkit';
import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { holdersInWords, isOwners, methodRights } from './methodRights';
import { noKeys } from './keysSlice';

const NO_KEYS: readonly ApiKey[] = [];

const keysOf = ({ keys = noKeys }: RootState) => keys;

/** The keys of a project as they were asked for; undefined until they have come or failed. */
export const selectKeyList = (state: RootState, projectId: string) => keysOf(state).lists[projectId];

/** loading until the keys of a project have come or failed. */
export const selectKeysPhase = (state: RootState, projectId: string) =>
  selectKeyList(state, projectId)?.phase ?? 'loading';

/** The keys of a project, newest first; none while they are not known. */
export function selectKeys(state: RootState, projectId: string): readonly ApiKey[] {
  const list = selectKeyList(state, projectId);
  return list?.phase === 'ready' ? list.keys : NO_KEYS;
}

export const selectKey = (state: RootState, projectId: string, keyId: string): ApiKey | undefined =>
  selectKeys(state, projectId).find(({ id }) => id === keyId);

/** Where making a key is. */
export const selectNewKey = (state: RootState) => keysOf(state).newKey;

/** The origin of a key that is being added or removed: its list waits. */
export const selectOriginChange = (state: RootState) => keysOf(state).originChange;

/** The key being revoked: its dialog's button loads. */
export const selectRevokingId = (state: RootState) => keysOf(state).revokingId;

/**
 * For each method who may use it, in words; whether the sheet does not take it at all; and whether only the owner may.
 * Of a tab, or of the project as a whole. While the keys are not known, nothing is said of who may.
 */
export const selectMethodRights = createSelector(
  (state: RootState, project: Project) => selectKeys(state, project.id),
  (state: RootState, project: Project) => selectKeysPhase(state, project.id) === 'ready',
  (_state: RootState, project: Project) => project,
  (_state: RootState, _project: Project, sheetId?: number) => sheetId,
  (keys, isKnown, project, sheetId) =>
    methodRights(project, keys, Date.now(), sheetId).map((right) => ({
      method: right.method,
      who: isKnown || right.anyone || !right.possible ? holdersInWords(right) : '',
      off: !right.possible,
      isOwners: isKnown && right.possible && isOwners(right),
    })),
);
