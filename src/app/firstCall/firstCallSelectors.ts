import type { Project } from '../../contract/projects';
import { selectKeysPhase, selectMethodRights } from '../keys/keysSelectors';
import type { RootState } from '../rootReducer';
import { type FirstCallState, noFirstCall } from './firstCallSlice';

const firstCallOf = ({ firstCall = noFirstCall }: RootState) => firstCall;

/** Returns the state of a project's first call. */
export function selectFirstCall(state: RootState, projectId: string): FirstCallState {
  const { way } = firstCallOf(state);
  return way.phase === 'idle' || way.projectId === projectId ? way : { phase: 'idle' };
}

/** Returns the key created for the first call, while it is shown. */
export function selectFirstKey(state: RootState, projectId: string): string | undefined {
  const { way } = firstCallOf(state);
  return way.phase === 'keyed' && way.projectId === projectId ? way.secret : undefined;
}

/** Returns whether it is still unknown if the panel is shown, because the keys of a private project are loading. */
export const selectFirstCallUnknown = (state: RootState, project: Project): boolean =>
  project.access === 'private' &&
  selectKeysPhase(state, project.id) === 'loading' &&
  !firstCallOf(state).putAside.includes(project.id);

/** Returns whether the panel is shown: only the owner can read the project, or the panel is in use. */
export function selectFirstCallShown(state: RootState, project: Project): boolean {
  const { way, putAside } = firstCallOf(state);
  if (way.phase !== 'idle' && way.projectId === project.id) return true;
  if (putAside.includes(project.id) || selectKeysPhase(state, project.id) !== 'ready') return false;
  return selectMethodRights(state, project).some(({ method, isOwners }) => method === 'GET' && isOwners);
}
