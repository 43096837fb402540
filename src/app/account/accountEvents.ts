import { createAction } from '@reduxjs/toolkit';

/** The account page is on the screen. With the first of these, what it needs is fetched. */
export const accountOpened = createAction('account/accountOpened');
