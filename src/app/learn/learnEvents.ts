import { createAction } from '@reduxjs/toolkit';

/** A guide is on the screen, its "Try again" was pressed, or a search wants its text. */
export const guideOpened = createAction<{ readonly slug: string }>('learn/guideOpened');

/** The search text was changed. */
export const guideSearchTyped = createAction<string>('learn/guideSearchTyped');

/** History state of the navigation to the search by the key `/` on a guide; the search field then gets the focus. */
export const SEARCHING = { searching: true } as const;
