import { createAction } from '@reduxjs/toolkit';
import { call, put, takeEvery } from 'typed-redux-saga';
import { noticeShown } from '../notices/noticesSlice';
import { COPY_REFUSED } from '../ui/forms/useCopy';
import { getPorts } from '../ports';

/** An endpoint's URL is to be copied to the clipboard. */
export const urlCopyAsked = createAction<string>('commands/urlCopyAsked');

/** Copies an endpoint's URL to the clipboard, and shows a notice of the outcome. */
function* copyUrl({ payload }: ReturnType<typeof urlCopyAsked>) {
  const { copy } = yield* getPorts();
  const isCopied = yield* call(copy, payload);
  yield* put(
    noticeShown(isCopied ? { kind: 'info', text: 'Endpoint URL copied' } : { kind: 'error', text: COPY_REFUSED }),
  );
}

export const commandCopySaga = () => takeEvery(urlCopyAsked, copyUrl);
