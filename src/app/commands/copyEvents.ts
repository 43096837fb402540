import { createAction } from '@reduxjs/toolkit';

/** An endpoint's URL is to be put on the clipboard. */
export const urlCopyAsked = createAction<string>('commands/urlCopyAsked');
