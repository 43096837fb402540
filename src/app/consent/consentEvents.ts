import { createAction } from '@reduxjs/toolkit';

/** A page is on the screen that people come back to from Google. */
export const oauthReturnOpened = createAction('consent/oauthReturnOpened');
