import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** How a person has arranged a tab for themselves. */
export interface TabLook {
  /** Fingerprint of the notes that were dismissed; other notes are shown again. */
  readonly notes?: string;
  /** Pixels of the columns that were given a width, by the fingerprints of their keys. */
  readonly widths?: Readonly<Record<string, number>>;
}

/** By the fingerprint of the tab, the one changed longest ago first. */
export type TabLooks = Readonly<Record<string, TabLook>>;

/** Tabs that are remembered; when there are more, the one changed longest ago is forgotten. */
const TABS_REMEMBERED = 200;

/** A short name for a text, by which it is known again but cannot be read (FNV-1a, 32 bits). */
export function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** A tab, by a name that no other one has. */
interface OfTab {
  readonly tab: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function lookIn(stored: unknown): TabLook {
  const { notes, widths } = isRecord(stored) ? stored : {};
  const sized = Object.entries(isRecord(widths) ? widths : {}).filter((entry): entry is [string, number] =>
    Number.isFinite(entry[1]),
  );
  return {
    ...(typeof notes === 'string' && { notes }),
    ...(sized.length > 0 && { widths: Object.fromEntries(sized) }),
  };
}

/** What was stored, as far as it is what is stored by this version. */
export function looksIn(stored: string): TabLooks {
  const looks: unknown = JSON.parse(stored);
  return isRecord(looks) ? Object.fromEntries(Object.entries(looks).map(([key, look]) => [key, lookIn(look)])) : {};
}

function changed(looks: TabLooks, tab: string, change: (look: TabLook) => TabLook): TabLooks {
  const key = fingerprintOf(tab);
  const { [key]: look = {}, ...others } = looks;
  const kept = Object.entries(others).slice(1 - TABS_REMEMBERED);
  return { ...Object.fromEntries(kept), [key]: change(look) };
}

const none: TabLooks = {};
const noLook: TabLook = {};

/** How tabs are arranged in this browser, for every person who signs in: nothing in it can be read. */
export const tabLooksSlice = createSlice({
  name: 'tabLooks',
  initialState: none,
  reducers: {
    /** The browser remembered these. */
    looksFound: (_looks, { payload }: PayloadAction<TabLooks>) => payload,
    /** The notes about how a tab was read have been seen. */
    notesDismissed: (looks, { payload }: PayloadAction<OfTab & { readonly notes: string }>) =>
      changed(looks, payload.tab, (look) => ({ ...look, notes: payload.notes })),
    /** A column was given a width, in pixels. */
    columnSized: (looks, { payload }: PayloadAction<OfTab & { readonly column: string; readonly width: number }>) =>
      changed(looks, payload.tab, (look) => ({
        ...look,
        widths: { ...look.widths, [fingerprintOf(payload.column)]: payload.width },
      })),
    /** Columns have other names now, and their widths with them. */
    widthsRenamed: (looks, { payload }: PayloadAction<OfTab & { readonly widths: Readonly<Record<string, number>> }>) =>
      changed(looks, payload.tab, (look) => ({ ...look, widths: payload.widths })),
  },
  selectors: {
    selectTabLook: (looks, tab: string): TabLook => looks[fingerprintOf(tab)] ?? noLook,
  },
});

export const { looksFound, notesDismissed, columnSized, widthsRenamed } = tabLooksSlice.actions;
export const { selectTabLook } = tabLooksSlice.selectors;
