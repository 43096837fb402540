import type { Project } from '../../contract/projects';
import { selectKeysPhase, selectMethodRights } from '../keys/keysSelectors';
import type { RootState } from '../rootReducer';
import { type FirstCallState, noFirstCall } from './firstCallSlice';

const firstCallOf = ({ firstCall = noFirstCall }: RootState) => firstCall;

/** How far the first call of a project is. */
export function selectFirstCall(state: RootState, projectId: string): FirstCallState {
  const { way } = firstCallOf(state);
  return way.phase === 'idle' || way.projectId === projectId ? way : { phase: 'idle' };
}

/** The key that was made for the first call; it is there while it is shown. */
export function selectFirstKey(state: RootState, projectId: string): string | undefined {
  const { way } = firstCallOf(state);
  return way.phase === 'keyed' && way.projectId === projectId ? way.secret : undefined;
}

/** Whether it is not known yet if the panel is shown: keys of a private project are on their way. */
export const selectFirstCallUnknown = (state: RootState, project: Project): boolean =>
  project.access === 'private' &&
  selectKeysPhase(state, project.id) === 'loading' &&
  !firstCallOf(state).putAside.includes(project.id);

/** Whether the panel is shown: only the owner can read the project, or reading is being opened just now. */
export function selectFirstCallShown(state: RootState, project: Project): boolean {
  const { way, putAside } = firstCallOf(state);
  if (way.phase !== 'idle' && way.projectId === project.id) return true;
  if (putAside.includes(project.id) || selectKeysPhase(state, project.id) !== 'ready') return false;
  return selectMethodRights(state, project).some(({ method, isOwners }) => method === 'GET' && isOwners);
}
