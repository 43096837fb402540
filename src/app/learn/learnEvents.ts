import { createAction } from '@reduxjs/toolkit';

/** A guide is on the screen, or its "Try again" was pressed. */
export const guideOpened = createAction<{ readonly slug: string }>('learn/guideOpened');

/** Something was typed into the search of the guides. */
export const guideSearchTyped = createAction<string>('learn/guideSearchTyped');

/** What `/` on a guide leaves in the history when it goes to the search. */
export const SEARCHING = { searching: true } as const;
