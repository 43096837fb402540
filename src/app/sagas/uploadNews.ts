import { buffers, END, type EventChannel, eventChannel } from 'redux-saga';

/** What happens to something that is sent: each new percent, then its end. */
export type UploadNews<Answer> =
  { readonly percent: number } | { readonly answer: Answer } | { readonly error: unknown };

/** Sends something large; told the share that was sent, from 0 to 1. */
export type Send<Answer> = (onProgress: (share: number) => void, signal: AbortSignal) => Promise<Answer>;

/** Sending as news. Closing the channel aborts it. */
export const uploadNews = <Answer>(send: Send<Answer>): EventChannel<UploadNews<Answer>> =>
  eventChannel<UploadNews<Answer>>((emit) => {
    const aborter = new AbortController();
    let told = 0;
    const onProgress = (share: number) => {
      const percent = Math.floor(share * 100);
      if (percent > told) emit({ percent: (told = percent) });
    };
    send(onProgress, aborter.signal)
      .then(
        (answer) => emit({ answer }),
        (error: unknown) => emit({ error }),
      )
      .finally(() => emit(END));
    return () => aborter.abort();
  }, buffers.expanding(4));
