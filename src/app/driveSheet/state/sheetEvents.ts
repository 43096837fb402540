import { createAction } from '@reduxjs/toolkit';

/** A spreadsheet's page is on the screen, or its "Try again" was pressed. Everything else about it is loaded then. */
export const sheetOpened = createAction<{ readonly spreadsheetId: string }>('sheet/sheetOpened');
