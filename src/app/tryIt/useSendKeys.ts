import { useEffect, useRef } from 'react';

interface SendKeys {
  readonly sending: boolean;
  readonly onSend: () => void;
  readonly onCancel: () => void;
}

const inDialog = ({ target }: KeyboardEvent) => target instanceof Element && target.closest('dialog') !== null;

/** Command or Ctrl with Enter sends wherever the focus is on the page, also while typing; Esc cancels what is on its way. */
export function useSendKeys(keys: SendKeys) {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || inDialog(event)) return;
      const { sending, onSend, onCancel } = latest.current;
      if (event.key === 'Escape' && sending) onCancel();
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      if (!sending && !event.repeat) onSend();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
