import { buffers, type EventChannel, eventChannel } from 'redux-saga';

/** Returns a channel that emits when the browser is online again; it buffers one event. */
export const online = (): EventChannel<true> =>
  eventChannel((emit) => {
    const listener = () => emit(true);
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, buffers.sliding(1));
