import { call, put, type SagaGenerator } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { featureStopped } from './featuresSlice';

/** A feature that fails more often than this within a minute stays stopped. */
export const RESTARTS_A_MINUTE = 3;
const MINUTE = 60_000;

const now = () => Date.now();

/**
 * Runs a feature's saga. When it fails, the error is reported and the saga is started again, at most three times a minute;
 * then the state says that the feature has stopped. The other features never notice.
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
