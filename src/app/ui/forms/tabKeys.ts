import type { KeyboardEvent } from 'react';

/** Where a key leads from a tab. */
const moves: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => at + 1,
  ArrowLeft: (at) => at - 1,
  Home: () => 0,
  End: () => -1,
};

/** What keys do in a list of tabs, whose buttons are in their order: they choose another one and take the focus there. */
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
