import type { KeyboardEvent } from 'react';

/** Index of the tab that a key moves to. */
const moves: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
};

/** Returns the keydown handler of a tab list, which selects and focuses another tab. Its buttons are in the order of `tabs`. */
export const tabKeys =
  <Tab>(tabs: readonly Tab[], chosen: Tab, onChoose: (tab: Tab) => void) =>
  (event: KeyboardEvent<HTMLElement>) => {
    const next = moves[event.key]?.(tabs.indexOf(chosen));
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (tab === undefined) return;
    event.preventDefault();
    onChoose(tab);
    event.currentTarget.querySelectorAll('button')[tabs.indexOf(tab)]?.focus();
  };
