import { createAction } from '@reduxjs/toolkit';

/** The page is on the screen. With the first of these, what it needs is fetched. */
export const spreadsheetsOpened = createAction('spreadsheets/spreadsheetsOpened');
