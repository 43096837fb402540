import { createContext, useContext, useRef } from 'react';
import { useWindowEvent } from './useWindowEvent';

const EDITABLE = 'input, textarea, select, [contenteditable="true"], [role="textbox"]:not([aria-readonly])';

/** Whether a key belongs to an input, a dialog or the browser, so that it is no shortcut of the page. */
const isTyping = ({ target, metaKey, ctrlKey, altKey }: KeyboardEvent) =>
  metaKey || ctrlKey || altKey || (target instanceof Element && target.closest(`${EDITABLE}, dialog`) !== null);

/** Whether single keys are shortcuts; people who use speech input, or press keys by accident, can switch them off. */
export const ShortcutsAllowed = createContext(true);

/** Handlers by key, letters in lower case; a sequence of two keys is written as `g p`. */
type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** Maximum time between the two keys of a sequence, in milliseconds. */
const SEQUENCE_MS = 1_500;

/** Handles single keys while the component is mounted and the person is not typing. */
export function useShortcuts(shortcuts: Shortcuts) {
  const allowed = useContext(ShortcutsAllowed);
  const previous = useRef({ key: '', time: 0 });
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event)) return;
    const key = event.key.toLowerCase();
    const sequence = event.timeStamp - previous.current.time < SEQUENCE_MS ? `${previous.current.key} ${key}` : key;
    previous.current = { key, time: event.timeStamp };
    const act = shortcuts[sequence] ?? shortcuts[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  useWindowEvent('keydown', onKey, allowed);
}

/** Handles a letter with ⌘ or Ctrl while the component is mounted, also while the person is typing. */
export function useCommandKey(letter: string, act: () => unknown) {
  useWindowEvent('keydown', (event) => {
    const { key, altKey, shiftKey, metaKey, ctrlKey } = event;
    if (key.toLowerCase() !== letter || altKey || shiftKey || !(metaKey || ctrlKey)) return;
    event.preventDefault();
    act();
  });
}

/** Returns the name of a key with ⌘, or with Ctrl on keyboards without ⌘: "⌘C", "Ctrl C". */
export const commandKey = (key: string) => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? `⌘${key}` : `Ctrl ${key}`);
