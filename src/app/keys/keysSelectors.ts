import { createSelector } from '@reduxjs/toolkit';
import type { ApiKey } from '../../contract/keys';
import type { Project } from '../../contract/projects';
import type { RootState } from '../rootReducer';
import { methodRights } from './methodRights';
import { noKeys } from './keysSlice';

const NO_KEYS: readonly ApiKey[] = [];

const keysOf = ({ keys = noKeys }: RootState) => keys;

/** Returns the result of the request for a project's keys; undefined until the first response. */
export const selectKeyList = (state: RootState, projectId: string) => keysOf(state).lists[projectId];

/** Returns the phase of that result; `loading` until the first response. */
export const selectKeysPhase = (state: RootState, projectId: string) =>
  selectKeyList(state, projectId)?.phase ?? 'loading';

/** Returns the keys of a project, newest first; empty until they are loaded. */
export function selectKeys(state: RootState, projectId: string): readonly ApiKey[] {
  const list = selectKeyList(state, projectId);
  return list?.phase === 'ready' ? list.keys : NO_KEYS;
}

export const selectKey = (state: RootState, projectId: string, keyId: string): ApiKey | undefined =>
  selectKeys(state, projectId).find(({ id }) => id === keyId);

/** Returns the state of the new key. */
export const selectNewKey = (state: RootState) => keysOf(state).newKey;

/** Returns the origin being added or removed; the list accepts no other change meanwhile. */
export const selectOriginChange = (state: RootState) => keysOf(state).originChange;

/** Returns the id of the key being revoked: the dialog's button is then loading. */
export const selectRevokingId = (state: RootState) => keysOf(state).revokingId;

/** Returns who may use each method of a tab, or of the whole project. */
export const selectMethodRights = createSelector(
  (state: RootState, project: Project) => selectKeyList(state, project.id),
  (_state: RootState, project: Project) => project,
  (_state: RootState, _project: Project, sheetId?: number) => sheetId,
  (list, project, sheetId) =>
    methodRights(project, list?.phase === 'ready' ? list.keys : undefined, Date.now(), sheetId),
);
