import {
  autoUpdate,
  flip,
  offset,
  safePolygon,
  shift,
  useClick,
  useDismiss,
  useFloating,
  useHover,
  useInteractions,
  useListNavigation,
  useRole,
  useTypeahead,
  type OpenChangeReason,
} from '@floating-ui/react';
import { useCallback, useRef, useState } from 'react';

/** Milliseconds between pointing at the button and the menu, and between leaving both and its end (specification, section 9). */
export const hoverDelay = { open: 100, close: 400 } as const;

const middleware = [offset(6), flip(), shift({ padding: 8 })];

/**
 * When a menu is open, where it stands, and what the keyboard does in it.
 *
 * Click, Enter, Space and the arrow keys open it at once; with `hover`, pointing opens it too. Arrows, Home, End and
 * first letters move; Esc closes it and returns the focus.
 */
export function useMenuBehaviour({ hover }: { readonly hover: boolean }) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const elements = useRef<(HTMLElement | null)[]>([]);
  const labels = useRef<(string | null)[]>([]);

  const onOpenChange = (next: boolean, _event?: Event, reason?: OpenChangeReason) => {
    setOpen(next);
    if (reason === 'escape-key') focusButton();
  };
  const floating = useFloating({
    open,
    onOpenChange,
    placement: 'bottom-end',
    strategy: 'fixed',
    middleware,
    whileElementsMounted: autoUpdate,
  });
  const focusButton = () => (floating.refs.domReference.current as HTMLElement | null)?.focus();
  const { context } = floating;
  const interactions = useInteractions([
    useHover(context, { enabled: hover, delay: hoverDelay, handleClose: safePolygon() }),
    useClick(context),
    useDismiss(context),
    useRole(context, { role: 'menu' }),
    useListNavigation(context, { listRef: elements, activeIndex: active, onNavigate: setActive, loop: true }),
    useTypeahead(context, { listRef: labels, activeIndex: active, onMatch: open ? setActive : undefined }),
  ]);
  const close = () => {
    setOpen(false);
    focusButton();
  };
  const { refs } = floating;
  const setButton = useCallback((element: HTMLElement | null) => refs.setReference(element), [refs]);
  const setMenu = useCallback((element: HTMLElement | null) => refs.setFloating(element), [refs]);
  return { open, active, elements, labels, place: floating.floatingStyles, setButton, setMenu, interactions, close };
}
