import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react';
import styled, { keyframes } from 'styled-components';
import { useWindowEvent } from '../forms/useWindowEvent';
import { below } from '../layout/spacing';

const rise = keyframes`
  from { opacity: 0; translate: 0 4px; }
`;

const Place = styled.div`
  position: relative;

  ${below.lists} {
    position: static;
  }
`;

/** Below its button; on phones as wide as the positioned ancestor. */
const Box = styled.div`
  position: absolute;
  z-index: var(--z-menu);
  top: calc(100% + 6px);
  left: 0;
  width: 320px;
  max-height: min(480px, 70vh);
  overflow: auto;
  padding: 14px;
  border-radius: 10px;
  background: var(--raised);
  box-shadow: var(--shadow-3);
  animation: ${rise} var(--t) var(--ease);

  ${below.lists} {
    right: 0;
    width: auto;
  }
`;

const FOCUSABLE = 'input, select, button, a[href]';

interface PopoverProps {
  /** Accessible name. */
  readonly label: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The button that opens it. */
  readonly button: ReactNode;
  readonly children: ReactNode;
}

/** Closes the popover when something outside is pressed or focused. */
function useOutside(open: boolean, onClose: () => void) {
  const rootRef = useRef<HTMLDivElement>(null);
  const closeIfOutside = ({ target }: Event) => {
    if (target instanceof Node && rootRef.current?.contains(target) === false) onClose();
  };
  useWindowEvent('pointerdown', closeIfOutside, open);
  useWindowEvent('focusin', closeIfOutside, open);
  return rootRef;
}

/** Focuses the first control. Rendered after the controls, so that it waits for a lazy-loaded chunk. */
function FirstFocus({ place }: { readonly place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const root = place.current;
    root?.querySelector('[role=dialog]')?.querySelector<HTMLElement>(FOCUSABLE)?.focus();
    return () => {
      const { activeElement } = document;
      if (activeElement === document.body || root?.contains(activeElement)) root?.querySelector('button')?.focus();
    };
  }, [place]);
  return null;
}

/** A popover with controls below its button. The first control is focused; Esc closes it and focuses the button. */
export function Popover({ label, open, onClose, button, children }: PopoverProps) {
  const place = useOutside(open, onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    // Esc closes only the popover, not a dialog around it.
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <Place ref={place} onKeyDown={onKeyDown}>
      {button}
      {open && (
        <Box role="dialog" aria-label={label}>
          <Suspense fallback={null}>
            {children}
            <FirstFocus place={place} />
          </Suspense>
        </Box>
      )}
    </Place>
  );
}
