import { call, put, type SagaGenerator } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { featureStopped } from './featuresSlice';

/** Maximum restarts of a feature's saga within a minute. */
export const RESTARTS_A_MINUTE = 3;
const MINUTE = 60_000;

const now = () => Date.now();

/**
 * Runs a feature's saga. If it throws, the error is reported and the saga is restarted, at most three times a minute;
 * then the state records that the feature has stopped. The other features go on.
 */
export function* supervised(name: string, saga: () => Generator): SagaGenerator<void> {
  const { report } = yield* getPorts();
  let restarts: readonly number[] = [];
  while (true) {
    try {
      yield* call(saga);
      return;
    } catch (error) {
      yield* call(report, name, error);
      const time = yield* call(now);
      restarts = restarts.filter((restart) => time - restart < MINUTE);
      if (restarts.length >= RESTARTS_A_MINUTE) break;
      restarts = [...restarts, time];
    }
  }
  yield* put(featureStopped(name));
}
