import type { Action } from '@reduxjs/toolkit';
import { buffers, END, type EventChannel, eventChannel } from 'redux-saga';
import { put, type SagaGenerator, take } from 'typed-redux-saga';

/** An event of an upload: each new percent, then the response or the error. */
type UploadEvent<Answer> = { readonly percent: number } | { readonly answer: Answer } | { readonly error: unknown };

/** Sends the file; calls `onProgress` with the share that was sent, from 0 to 1. */
export type Send<Answer> = (onProgress: (share: number) => void, signal: AbortSignal) => Promise<Answer>;

/** Starts an upload and returns the channel of its events. Closing the channel aborts the upload. */
const uploadEvents = <Answer>(send: Send<Answer>): EventChannel<UploadEvent<Answer>> =>
  eventChannel<UploadEvent<Answer>>((emit) => {
    const aborter = new AbortController();
    let reported = 0;
    const onProgress = (share: number) => {
      const percent = Math.floor(share * 100);
      if (percent <= reported) return;
      reported = percent;
      emit({ percent });
    };
    send(onProgress, aborter.signal)
      .then(
        (answer) => emit({ answer }),
        (error: unknown) => emit({ error }),
      )
      .finally(() => emit(END));
    return () => aborter.abort();
  }, buffers.expanding(4));

/**
 * Uploads a file, and puts an event for each new percent. Cancelling the saga aborts the request.
 *
 * @throws the error of the request
 */
export function* uploading<Answer>(send: Send<Answer>, progressed: (percent: number) => Action): SagaGenerator<Answer> {
  const events = uploadEvents(send);
  try {
    while (true) {
      const event = yield* take(events);
      if ('answer' in event) return event.answer;
      if ('error' in event) throw event.error;
      yield* put(progressed(event.percent));
    }
  } finally {
    events.close();
  }
}
