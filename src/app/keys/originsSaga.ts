import { actionChannel, call, put, race, select, take } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
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

function* tellRemoved({ projectId, keyId, origin }: OriginEvent['payload'], at: number) {
  yield* put(
    noticeShown({
      kind: 'info',
      text: `${origin} removed`,
      time: UNDO_TIME,
      action: { label: 'Undo', event: originRestored({ projectId, keyId, origin, at }) },
    }),
  );
}

/** Tells the server the origins a key is bound to from now on; they are shown as changed once it has agreed. */
export function* changeOrigins(event: OriginEvent) {
  const { projectId, keyId, origin } = event.payload;
  const { keys } = yield* getPorts();
  const known = yield* select(selectKey, projectId, keyId);
  if (known === undefined) return;
  const before = known.origins ?? [];
  const origins = [...originsAfter(event, before)];
  try {
    const { key } = yield* race({
      key: abortable(keys.change, projectId, keyId, { origins }),
      ended: take(sessionEnded),
    });
    if (key === undefined) return;
    yield* put(keyChanged({ projectId, key }));
    if (originRemoved.match(event)) yield* tellRemoved(event.payload, before.indexOf(origin));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(originChangeFailed());
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, ORIGINS_FAILED) }));
  }
}

/** One change after the other: each starts from what the one before it came to. */
export function* originsSaga() {
  const events = yield* actionChannel<OriginEvent>([originAdded.type, originRemoved.type, originRestored.type]);
  while (true) yield* call(changeOrigins, yield* take(events));
}
