import { createAction, createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../rootReducer';

/** A toast. An `info` toast closes by itself; an `error` stays until the user dismisses it. */
export interface Notice {
  readonly id: string;
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** Subject of the notice: a later notice with the same topic replaces it, and `noticeOutdated` removes it. */
  readonly topic?: string;
  /** Text of the second line. */
  readonly detail?: string;
  readonly action?: NoticeAction;
  /** Duration in milliseconds, if not the default. */
  readonly time?: number;
}

/** The action of a notice: a link to a page that helps, or an event such as undo. */
export type NoticeAction =
  | { readonly label: string; readonly to: string }
  | { readonly label: string; readonly event: UnknownAction };

const isAbout = (notice: Notice, topic: string | undefined) => topic !== undefined && notice.topic === topic;

/** Maximum number of notices on the screen; the oldest is removed. */
export const MAX_NOTICES = 3;

export const noticesSlice = createSlice({
  name: 'notices',
  initialState: [] as readonly Notice[],
  reducers: {
    noticeShown: {
      reducer: (notices, { payload }: PayloadAction<Notice>) =>
        [...notices.filter((notice) => !isAbout(notice, payload.topic)), payload].slice(-MAX_NOTICES),
      prepare: (notice: Omit<Notice, 'id'>) => ({ payload: { ...notice, id: nanoid() } }),
    },
    /** The notice about a topic is no longer true, for example a failure after a later success. */
    noticeOutdated: (notices, { payload: topic }: PayloadAction<string>) =>
      notices.filter((notice) => !isAbout(notice, topic)),
    noticeDismissed: (notices, { payload: id }: PayloadAction<string>) => notices.filter((notice) => notice.id !== id),
  },
});

export const { noticeShown, noticeOutdated, noticeDismissed } = noticesSlice.actions;

/** A notice, given by its id, gets or loses the pointer or the focus; it is not dismissed meanwhile. */
export const noticeHeld = createAction<string>('notices/noticeHeld');
export const noticeReleased = createAction<string>('notices/noticeReleased');

/** Returns the toasts on the screen, oldest first. */
export const selectNotices = (state: RootState) => state.notices;
