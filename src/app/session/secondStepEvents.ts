import { createAction } from '@reduxjs/toolkit';

/** A way to show that it is you, after the password. */
export type CodeKind = 'app' | 'recovery';

/** The password was right, and a code has to follow. */
export const codeWanted = createAction('secondStep/codeWanted');

/** A code was given that is well formed. */
export const codeGiven = createAction<{ readonly kind: CodeKind; readonly code: string }>('secondStep/codeGiven');
