import { createContext, useContext, useRef } from 'react';
import { useWindowEvent } from './useWindowEvent';

const typable = 'input, textarea, select, [contenteditable="true"], [role="textbox"]:not([aria-readonly])';

/** Whether a key belongs to what is being typed or to the browser, so that it is no shortcut of the page. */
const isTyping = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent) =>
  metaKey || ctrlKey || altKey || (target instanceof Element && target.closest(`${typable}, dialog`) !== null);

/** Whether single keys are shortcuts: people who speak to their computer, or press keys by accident, can switch them off. */
export const ShortcutsAllowed = createContext(true);

/** What keys do, by the key as it is written on it, letters in small; two keys one after the other as `g p`. */
type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Milliseconds in which the second of two keys has to follow. */
const SEQUENCE_MS = 1_500;

/** Single keys that do something while this is on the screen, and while nothing is being typed. */
export function useShortcuts(shortcuts: Shortcuts) {
  const allowed = useContext(ShortcutsAllowed);
  const before = useRef({ key: '', time: 0 });
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event)) return;
    const key = event.key.toLowerCase();
    const both = event.timeStamp - before.current.time < SEQUENCE_MS ? `${before.current.key} ${key}` : key;
    before.current = { key, time: event.timeStamp };
    const act = shortcuts[both] ?? shortcuts[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  useWindowEvent('keydown', onKey, allowed);
}

/** ⌘ with a letter, or Ctrl with it, while this is on the screen: also while something is typed. */
export function useCommandKey(letter: string, act: () => unknown) {
  useWindowEvent('keydown', (event) => {
    const { key, altKey, shiftKey, metaKey, ctrlKey } = event;
    if (key.toLowerCase() !== letter || altKey || shiftKey || !(metaKey || ctrlKey)) return;
    event.preventDefault();
    act();
  });
}

/** A key pressed together with ⌘, or with Ctrl where the keyboard has no ⌘: "⌘C", "Ctrl C". */
export const commandKey = (key: string) => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? `⌘${key}` : `Ctrl ${key}`);
