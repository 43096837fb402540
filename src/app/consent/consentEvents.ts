import { createAction } from '@reduxjs/toolkit';

/** A page is on the screen that people come back to from Google. */
export const returnPlaceOpened = createAction('consent/returnPlaceOpened');

/** A sheet's URL was left in the input while Google asked; it is to be checked. */
export const sheetBroughtBack = createAction<{ readonly url: string }>('consent/sheetBroughtBack');
