import {
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEventHandler,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import styled from 'styled-components';
import { useWindowEvent } from '../ui/forms/useWindowEvent';
import { Button } from '../ui/forms/Button';
import { Row } from '../ui/layout/spacing';

/** Position of a box: below its cell, beside it, or over it, aligned with its text. */
type Side = 'below' | 'beside' | 'over';

/** Distances in pixels: from a cell to a box below it, to a box beside it, and from a box to the edge of the window. */
const BELOW = 3;
const BESIDE = 6;
const EDGE = 8;

type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Returns the left edge of a box at the right of its cell, or at the left where the grid has no space. */
function leftBeside(cell: Rect, seen: Rect, width: number) {
  const left = cell.left - BESIDE - width;
  const right = cell.right + BESIDE - 1;
  return right + width > seen.right ? left : right;
}

/** Returns the top edge of a box below its cell, or above it where the window has no space. */
function topBelow(cell: Rect, height: number) {
  const above = cell.top - BELOW - height;
  const below = cell.bottom + BELOW;
  return below + height > document.documentElement.clientHeight && above > 0 ? above : below;
}

/** Positions a box at its cell, and hides it while the cell is scrolled out of the grid. */
function positionAt(cell: Element, box: HTMLElement, side: Side) {
  const rect = cell.getBoundingClientRect();
  const seen = box.closest('[role="grid"]')?.getBoundingClientRect() ?? rect;
  const { offsetWidth: width, offsetHeight: height } = box;
  const preferredLeft = side === 'beside' ? leftBeside(rect, seen, width) : rect.left;
  const left = Math.max(EDGE, Math.min(preferredLeft, document.documentElement.clientWidth - EDGE - width));
  const top = side === 'below' ? topBelow(rect, height) : rect.top - (side === 'beside' ? 1 : 0);
  const isSeen =
    rect.bottom >= seen.top && rect.top <= seen.bottom && rect.right >= seen.left && rect.left <= seen.right;
  box.style.setProperty('--left', `${left}px`);
  box.style.setProperty('--top', `${top}px`);
  if (side === 'over') box.style.minWidth = `${rect.right - rect.left}px`;
  box.style.visibility = isSeen ? 'visible' : 'hidden';
}

/**
 * Keeps a box at its cell while the page or the grid scrolls.
 *
 * @param cellOf returns the cell; by default the parent element of the box
 */
export function useCellPlace(box: RefObject<HTMLElement | null>, side: Side, cellOf?: () => Element | null) {
  const place = () => {
    const cell = cellOf === undefined ? box.current?.parentElement : cellOf();
    if (cell && box.current) positionAt(cell, box.current, side);
  };
  useLayoutEffect(place);
  useWindowEvent('scroll', place);
  useWindowEvent('resize', place);
}

/** A box above a grid, at a cell. */
export const Box = styled.div`
  position: fixed;
  z-index: 4;
  top: var(--top);
  left: var(--left);
  display: grid;
  max-width: 78vw;
  padding: 10px 12px;
  border-radius: var(--r);
  color: var(--ink);
  background: var(--raised);
  box-shadow: var(--shadow-3);
  font-weight: var(--weight-regular);
  line-height: 20px;
  text-align: left;
  white-space: normal;
  cursor: default;
`;

const stay = (event: { stopPropagation: () => void }) => event.stopPropagation();

interface CellBoxProps extends Pick<HTMLAttributes<HTMLElement>, 'role' | 'aria-label' | 'className' | 'children'> {
  readonly side?: Side;
  /** Whether to focus the first button of the box. */
  readonly isOpen?: boolean;
}

/** Focuses the grid around an element. */
export const focusGridOf = (element: Element) =>
  element.closest<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });

/** A popover inside a cell, with a message about its value and buttons. Esc returns the focus to the grid. */
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

interface KeepButtonsProps {
  readonly onMine: MouseEventHandler<HTMLElement>;
  readonly onTheirs: MouseEventHandler<HTMLElement>;
}

/** Buttons that resolve a conflict: a value was changed elsewhere while it was edited here. */
export const KeepButtons = ({ onMine, onTheirs }: KeepButtonsProps) => (
  <Row $gap={6}>
    <Button size="small" onClick={onMine}>
      Keep mine
    </Button>
    <Button size="small" onClick={onTheirs}>
      Keep theirs
    </Button>
  </Row>
);
