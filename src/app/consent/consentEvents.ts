import { createAction } from '@reduxjs/toolkit';

/** A page to which Google's consent page redirects is on the screen. */
export const oauthReturnOpened = createAction('consent/oauthReturnOpened');
