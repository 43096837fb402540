import { buffers, type EventChannel, eventChannel } from 'redux-saga';

/** A channel that emits when the browser is online again; keeps one such event until it is taken. */
export const online = (): EventChannel<true> =>
  eventChannel((emit) => {
    const tell = () => emit(true);
    window.addEventListener('online', tell);
    return () => window.removeEventListener('online', tell);
  }, buffers.sliding(1));
