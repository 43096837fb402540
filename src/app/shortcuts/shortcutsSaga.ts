import { call, put, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { singleKeysSwitched } from './shortcutsSlice';

const KEY = 'tabpoint.singleKeys';
const OFF = 'off';

/** A browser may refuse to remember anything; single keys are then on. */
function recall(memory: Pick<Storage, 'getItem'>) {
  try {
    return memory.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(memory: Pick<Storage, 'setItem'>, on: boolean) {
  try {
    memory.setItem(KEY, on ? 'on' : OFF);
  } catch {
    // The choice still holds until the page is closed.
  }
}

/** Remembers in this browser whether single keys are shortcuts. */
export function* rememberSingleKeys({ payload }: ReturnType<typeof singleKeysSwitched>) {
  const { memory } = yield* getPorts();
  yield* call(remember, memory, payload);
}

export function* shortcutsSaga() {
  const { memory } = yield* getPorts();
  if ((yield* call(recall, memory)) === OFF) yield* put(singleKeysSwitched(false));
  yield* takeEvery(singleKeysSwitched, rememberSingleKeys);
}
