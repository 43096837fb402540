import { createAction } from '@reduxjs/toolkit';

/** The gallery is on the screen. With the first of these, what it needs is fetched. */
export const templatesOpened = createAction('templates/templatesOpened');
