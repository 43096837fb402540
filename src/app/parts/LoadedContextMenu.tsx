import {
  flip,
  FloatingList,
  FloatingPortal,
  shift,
  useDismiss,
  useFloating,
  useInteractions,
  useListNavigation,
  useRole,
  useTypeahead,
} from '@floating-ui/react';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { ContextMenuProps } from './ContextMenu';
import { MenuBox } from './LoadedMenu';
import { MenuContext } from './menuContext';
import { MenuItem } from './MenuItem';

const middleware = [flip(), shift({ padding: 8 })];

/** A menu at a place of the window; its first item has the focus. */
export function LoadedContextMenu({ place, label, items, onClose }: ContextMenuProps) {
  const [active, setActive] = useState<number | null>(null);
  const elements = useRef<(HTMLElement | null)[]>([]);
  const labels = useRef<(string | null)[]>([]);
  const { refs, floatingStyles, context } = useFloating({
    open: true,
    onOpenChange: (open) => open || onClose(),
    placement: 'bottom-start',
    strategy: 'fixed',
    middleware,
  });
  const { x, y } = place;
  useEffect(() => {
    refs.setPositionReference({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) });
  }, [refs, x, y]);
  const setMenu = useCallback((element: HTMLElement | null) => refs.setFloating(element), [refs]);
  const { getFloatingProps, getItemProps } = useInteractions([
    useDismiss(context),
    useRole(context, { role: 'menu' }),
    useListNavigation(context, {
      listRef: elements,
      activeIndex: active,
      onNavigate: setActive,
      loop: true,
      focusItemOnOpen: true,
    }),
    useTypeahead(context, { listRef: labels, activeIndex: active, onMatch: setActive }),
  ]);
  const leaveByTab = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== 'Tab') return;
    event.preventDefault();
    onClose();
  };
  return (
    <FloatingPortal>
      <MenuContext value={{ active, close: onClose, itemProps: getItemProps }}>
        <MenuBox
          ref={setMenu}
          style={floatingStyles}
          {...getFloatingProps({ onKeyDown: leaveByTab })}
          aria-label={label}
        >
          <FloatingList elementsRef={elements} labelsRef={labels}>
            {items.map((item) => (
              <MenuItem key={item.label} {...item} />
            ))}
          </FloatingList>
        </MenuBox>
      </MenuContext>
    </FloatingPortal>
  );
}
