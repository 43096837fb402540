import { useEffect, useEffectEvent } from 'react';

/**
 * Listens to an event wherever in the window it happens; `scroll`, which does not bubble, in its capture phase.
 *
 * @param isOn whether it listens
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

/** Has the browser ask before the app is left with something that is not saved. */
export const useUnsavedWarning = (isUnsaved: boolean) =>
  useWindowEvent('beforeunload', (event) => event.preventDefault(), isUnsaved);
