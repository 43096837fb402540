import { createAction } from '@reduxjs/toolkit';

/** A page is on the screen that people come back to from Google. */
export const returnPlaceOpened = createAction('consent/returnPlaceOpened');
