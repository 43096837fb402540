import { createAction } from '@reduxjs/toolkit';

/** "Rename project" was pressed. With the first of these, what carries it out is fetched. */
export const renameSubmitted = createAction<{ readonly projectId: string; readonly title: string }>(
  'rename/renameSubmitted',
);
