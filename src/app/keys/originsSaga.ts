import { actionChannel, call, select, take } from 'typed-redux-saga';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { failureNotice, request } from '../sagas/request';
import { selectKey } from './keysSelectors';
import { keyChanged, originAdded, originChangeFailed, originRemoved, originRestored } from './keysSlice';
import { withOrigin, withOriginAgain, withoutOrigin } from './originDraft';

type OriginEvent = ReturnType<typeof originAdded | typeof originRemoved | typeof originRestored>;

/** Said when the server has no words of its own. */
export const ORIGINS_FAILED = 'The origins could not be changed. Try again.';

/** Milliseconds in which a removal can be undone. */
export const UNDO_TIME = 5_000;

function originsAfter(event: OriginEvent, before: readonly string[]): readonly string[] {
  const { origin } = event.payload;
  if (originAdded.match(event)) return withOrigin(before, origin);
  return originRestored.match(event)
    ? withOriginAgain(before, origin, event.payload.at)
    : withoutOrigin(before, origin);
}

const removalNotice = ({ projectId, keyId, origin }: OriginEvent['payload'], at: number) =>
  noticeShown({
    kind: 'info',
    text: `${origin} removed`,
    time: UNDO_TIME,
    action: { label: 'Undo', event: originRestored({ projectId, keyId, origin, at }) },
  });

/** Tells the server the origins a key is bound to from now on; they are shown as changed once it has agreed. */
export function* changeOrigins(event: OriginEvent) {
  const { projectId, keyId, origin } = event.payload;
  const { keys } = yield* getPorts();
  const known = yield* select(selectKey, projectId, keyId);
  if (known === undefined) return;
  const before = known.origins ?? [];
  const removal = originRemoved.match(event) ? [removalNotice(event.payload, before.indexOf(origin))] : [];
  yield* request(abortable(keys.change, projectId, keyId, { origins: [...originsAfter(event, before)] }), {
    done: (key) => [keyChanged({ projectId, key }), ...removal],
    failed: (failure) => [originChangeFailed(), failureNotice(failure, ORIGINS_FAILED)],
  });
}

/** One change after the other: each starts from what the one before it came to. */
export function* originsSaga() {
  const events = yield* actionChannel<OriginEvent>([originAdded.type, originRemoved.type, originRestored.type]);
  while (true) yield* call(changeOrigins, yield* take(events));
}
