import { buffers, type EventChannel, eventChannel } from 'redux-saga';

/** Says that the network is back, to who takes from it and to who takes next. */
export const online = (): EventChannel<true> =>
  eventChannel((emit) => {
    const tell = () => emit(true);
    window.addEventListener('online', tell);
    return () => window.removeEventListener('online', tell);
  }, buffers.sliding(1));
