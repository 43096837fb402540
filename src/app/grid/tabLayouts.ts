import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** A person's layout of a tab. */
interface TabLook {
  /** Fingerprint of the dismissed notes; notes with another fingerprint are shown. */
  readonly notes?: string;
  /** Widths of resized columns in pixels, by the fingerprints of their keys. */
  readonly widths?: Readonly<Record<string, number>>;
}

/** Layouts by the fingerprint of the tab, the least recently changed first. */
type TabLooks = Readonly<Record<string, TabLook>>;

/** Maximum number of stored tabs; beyond it the least recently changed one is evicted. */
const MAX_TABS = 200;

/** Returns a hash of a text (FNV-1a, 32 bits, base 36), so that names are stored unreadably. */
export function fingerprintOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Unique name of a tab. */
interface OfTab {
  readonly tab: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function lookIn(stored: unknown): TabLook {
  const { notes, widths } = isRecord(stored) ? stored : {};
  const isWidth = (entry: [string, unknown]): entry is [string, number] => Number.isFinite(entry[1]);
  const validWidths = isRecord(widths) ? Object.entries(widths).filter(isWidth) : [];
  return {
    ...(typeof notes === 'string' && { notes }),
    ...(validWidths.length > 0 && { widths: Object.fromEntries(validWidths) }),
  };
}

/** Parses stored layouts, and drops values of an unknown format. */
export function looksIn(stored: string): TabLooks {
  const looks: unknown = JSON.parse(stored);
  if (!isRecord(looks)) return {};
  return Object.fromEntries(Object.entries(looks).map(([key, look]) => [key, lookIn(look)]));
}

function changed(looks: TabLooks, tab: string, change: (look: TabLook) => TabLook): TabLooks {
  const key = fingerprintOf(tab);
  const { [key]: look = {}, ...others } = looks;
  const recent = Object.entries(others).slice(1 - MAX_TABS);
  return { ...Object.fromEntries(recent), [key]: change(look) };
}

const none: TabLooks = {};
const noLook: TabLook = {};

/** Layouts of the tabs in this browser, shared by everybody who signs in; names are stored as hashes only. */
export const tabLooksSlice = createSlice({
  name: 'tabLooks',
  initialState: none,
  reducers: {
    /** The stored layouts were loaded. */
    looksFound: (_looks, { payload }: PayloadAction<TabLooks>) => payload,
    /** The notes about how a tab was read were dismissed. */
    notesDismissed: (looks, { payload }: PayloadAction<OfTab & { readonly notes: string }>) =>
      changed(looks, payload.tab, (look) => ({ ...look, notes: payload.notes })),
    /** A column was resized. `width` is in pixels. */
    columnSized: (looks, { payload }: PayloadAction<OfTab & { readonly column: string; readonly width: number }>) =>
      changed(looks, payload.tab, (look) => ({
        ...look,
        widths: { ...look.widths, [fingerprintOf(payload.column)]: payload.width },
      })),
    /** Columns were inserted or deleted, so the widths belong to other columns. */
    widthsRenamed: (looks, { payload }: PayloadAction<OfTab & { readonly widths: Readonly<Record<string, number>> }>) =>
      changed(looks, payload.tab, (look) => ({ ...look, widths: payload.widths })),
  },
  selectors: {
    selectTabLook: (looks, tab: string): TabLook => looks[fingerprintOf(tab)] ?? noLook,
  },
});

export const { looksFound, notesDismissed, columnSized, widthsRenamed } = tabLooksSlice.actions;
export const { selectTabLook } = tabLooksSlice.selectors;
