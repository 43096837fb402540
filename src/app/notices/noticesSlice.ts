import { createAction, createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { RootState } from '../rootReducer';

/** A toast. An `info` one leaves by itself; an `error` stays until it is dismissed. */
export interface Notice {
  readonly id: string;
  readonly kind: 'info' | 'error';
  readonly text: string;
  /** What it is about: a later one about the same takes its place, and it leaves with `noticeOutdated`. */
  readonly topic?: string;
  /** A second line. */
  readonly detail?: string;
  readonly action?: NoticeAction;
  /** Milliseconds it stays, where that is not as long as usual. */
  readonly time?: number;
}

/** What can be chosen in a notice: a link to the place that helps, or an event such as the wish to undo. */
export type NoticeAction =
  | { readonly label: string; readonly to: string }
  | { readonly label: string; readonly event: UnknownAction };

const isAbout = (notice: Notice, topic: string | undefined) => topic !== undefined && notice.topic === topic;

/** More than this are never on the screen: the oldest makes room. */
export const NOTICES_AT_MOST = 3;

export const noticesSlice = createSlice({
  name: 'notices',
  initialState: [] as readonly Notice[],
  reducers: {
    noticeShown: {
      reducer: (notices, { payload }: PayloadAction<Notice>) =>
        [...notices.filter((notice) => !isAbout(notice, payload.topic)), payload].slice(-NOTICES_AT_MOST),
      prepare: (notice: Omit<Notice, 'id'>) => ({ payload: { ...notice, id: nanoid() } }),
    },
    /** What was said about a topic is true no longer, such as a failure after a success. */
    noticeOutdated: (notices, { payload: topic }: PayloadAction<string>) =>
      notices.filter((notice) => !isAbout(notice, topic)),
    noticeDismissed: (notices, { payload: id }: PayloadAction<string>) => notices.filter((notice) => notice.id !== id),
  },
});

export const { noticeShown, noticeOutdated, noticeDismissed } = noticesSlice.actions;

/** A notice, by its id, is pointed at or holds the focus; it no longer is or does. */
export const noticeHeld = createAction<string>('notices/noticeHeld');
export const noticeReleased = createAction<string>('notices/noticeReleased');

/** The toasts on the screen, oldest first. */
export const selectNotices = (state: RootState) => state.notices;
