import { useEffect, useEffectEvent } from 'react';

/**
 * Listens to an event on the window; to `scroll`, which does not bubble, in the capture phase.
 *
 * @param isOn whether to listen
 */
export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listen: (event: WindowEventMap[Type]) => void,
  isOn = true,
) {
  const onEvent = useEffectEvent(listen);
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: WindowEventMap[Type]) => onEvent(event);
    const capture = type === 'scroll';
    window.addEventListener(type, listener, capture);
    return () => window.removeEventListener(type, listener, capture);
  }, [type, isOn]);
}

/** Lets the browser ask for confirmation before the app is left with unsaved changes. */
export const useUnsavedWarning = (isUnsaved: boolean) =>
  useWindowEvent('beforeunload', (event) => event.preventDefault(), isUnsaved);
