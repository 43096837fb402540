import { call, put, race, select, take, takeLatest } from 'typed-redux-saga';
import { failureOf } from '../http/failureOf';
import { getPorts } from '../ports';
import { projectListWanted } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { usageOpened } from './usageEvents';
import { selectUsageQuestion } from './usageSelectors';
import { questionChosen, usageArrived, usageFailed, usageLeft, usageRetried } from './usageSlice';

function* askUsage() {
  const { usage } = yield* getPorts();
  try {
    const question = yield* select(selectUsageQuestion);
    yield* put(usageArrived(yield* abortable(usage.read, question)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(usageFailed(failure));
  }
}

/** Asks what is looked at; an answer to an earlier question, or that comes after the page was left, is not heard. */
export function* showUsage() {
  yield* race({ asked: call(askUsage), left: take([usageLeft, sessionEnded]) });
}

/** The list of projects is what one can choose from. */
export function* openUsage() {
  yield* put(projectListWanted());
}

export function* usageSaga() {
  yield* takeLatest(usageOpened, openUsage);
  yield* takeLatest([usageOpened, questionChosen, usageRetried], showUsage);
}
