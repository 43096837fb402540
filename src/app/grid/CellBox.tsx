import { type HTMLAttributes, type KeyboardEvent, useEffect, useRef } from 'react';
import { Box, type Side, useCellPlace } from './cellPlace';

const stay = (event: { stopPropagation: () => void }) => event.stopPropagation();

interface CellBoxProps extends Pick<HTMLAttributes<HTMLElement>, 'role' | 'aria-label' | 'className' | 'children'> {
  readonly side?: Side;
  /** Whether its first button takes the focus. */
  readonly isOpen?: boolean;
}

/** Gives the focus back to the grid around an element. */
export const focusGridOf = (element: Element) =>
  element.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });

/** What stands open at a cell, in the cell's element: what is said of its value, and what can be done. Esc leaves it for the grid. */
export function CellBox({ side = 'below', isOpen = false, ...rest }: CellBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useCellPlace(box, side);
  useEffect(() => {
    if (isOpen) box.current?.querySelector('button')?.focus();
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    if (event.key === 'Escape') focusGridOf(event.currentTarget);
  };
  return (
    <Box
      ref={box}
      data-popover=""
      onMouseDown={stay}
      onClick={stay}
      onDoubleClick={stay}
      onKeyDown={onKeyDown}
      {...rest}
    />
  );
}
