import { createAction } from '@reduxjs/toolkit';

/** Usage is on the screen. With the first of these, what it needs is fetched. */
export const usageOpened = createAction('usage/usageOpened');
