import { createAction } from '@reduxjs/toolkit';

/** The account page is on the screen. With the first of these, what it needs is fetched. */
export const accountOpened = createAction('account/accountOpened');

/** Two-step sign-in is to be set up before anything else. */
export const setUpOpened = createAction('account/setUpOpened');

/** It was turned on or off, or has new recovery codes. */
export const secondFactorChanged = createAction('account/secondFactorChanged');
