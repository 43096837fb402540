import { getContext, type SagaGenerator } from 'typed-redux-saga';
import type { AboutApi } from './about/aboutApi';
import type { CreateFlowApi } from './createFlow/createFlowApi';
import type { DriveApi } from './drive/driveApi';
import type { EndpointApi } from './endpoint/endpointApi';
import type { SessionLosses } from './http/sessionLoss';
import type { KeysApi } from './keys/keysApi';
import type { ProjectsApi } from './projects/projectsApi';
import type { SessionApi } from './session/sessionApi';

/** What sagas need of the page they run in. */
export interface Page {
  readonly navigate: (to: string, options?: { readonly replace?: boolean }) => void;
  /** Path, search and hash of the place the person is at. */
  readonly location: () => string;
  /** Small things remembered in this browser. */
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  /** Told of errors that nobody expected. */
  readonly report: (feature: string, error: unknown) => void;
}

/** Everything outside the state that sagas may touch. Tests give their own. */
export interface Ports extends Page {
  /** Origin of the app API. */
  readonly apiOrigin: string;
  readonly about: AboutApi;
  readonly session: SessionApi;
  readonly createFlow: CreateFlowApi;
  readonly projects: ProjectsApi;
  readonly endpoint: EndpointApi;
  readonly keys: KeysApi;
  readonly drive: DriveApi;
  readonly sessionLosses: SessionLosses;
}

/** The ports, for a saga. */
export function* getPorts(): SagaGenerator<Ports> {
  return yield* getContext<Ports>('ports');
}
