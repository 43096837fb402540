import { call, put, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { type ProjectOrder, projectOrders } from './projectOrder';
import { orderChosen } from './projectsSlice';

const KEY = 'tabpoint.projectOrder';

const isOrder = (text: string | null): text is ProjectOrder => projectOrders.some((order) => order === text);

/** A browser may refuse to remember anything: storage switched off, or full. The list then starts newest first. */
function recall(memory: Pick<Storage, 'getItem'>) {
  try {
    return memory.getItem(KEY);
  } catch {
    return null;
  }
}

function remember(memory: Pick<Storage, 'setItem'>, order: ProjectOrder) {
  try {
    memory.setItem(KEY, order);
  } catch {
    // The choice still holds until the page is closed.
  }
}

/** Remembers the order of the list in this browser. */
export function* rememberOrder({ payload }: ReturnType<typeof orderChosen>) {
  const { memory } = yield* getPorts();
  yield* call(remember, memory, payload);
}

export function* projectOrderSaga() {
  const { memory } = yield* getPorts();
  const order = yield* call(recall, memory);
  if (isOrder(order)) yield* put(orderChosen(order));
  yield* takeEvery(orderChosen, rememberOrder);
}
