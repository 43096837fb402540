import { call, put, race, type SagaGenerator, take } from 'typed-redux-saga';
import { type ApiFailure } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { rememberedPath } from '../paths';
import { getPorts } from '../ports';
import { authRefused } from './authFormSlice';
import { sessionArrived, sessionEnded, sessionMissing, sessionUnavailable } from './sessionSlice';

/** Said when signing in worked but the session could not be read. */
export const SESSION_NOT_READ = 'You are signed in, but your session could not be read. Reload the page.';

/**
 * Goes where the person was going, as soon as the refreshed session is there.
 *
 * @param authenticate answers whether somebody is signed in by it; where a code has to follow, nobody is yet
 * @param refuse says why it was refused
 */
export function* enter(authenticate: () => SagaGenerator<boolean>, refuse: (failure: ApiFailure) => Generator) {
  const { navigate, location } = yield* getPorts();
  try {
    if (!(yield* call(authenticate))) return;
    const { arrived } = yield* race({
      arrived: take(sessionArrived),
      lacking: take([sessionMissing, sessionUnavailable, sessionEnded]),
    });
    if (arrived) yield* call(navigate, rememberedPath(yield* call(location)), { replace: true });
    else yield* put(authRefused({ message: SESSION_NOT_READ }));
  } catch (error) {
    yield* call(refuse, failureOf(error));
  }
}
