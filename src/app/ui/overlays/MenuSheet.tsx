import { type KeyboardEvent, type MouseEventHandler, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import styled, { keyframes } from 'styled-components';
import { useWindowEvent } from '../forms/useWindowEvent';
import { Icon, type IconName } from '../display/Icon';
import { Link } from '../display/Link';
import { fineText } from '../display/text';
import { insetFocus } from '../layout/spacing';

/** An item of a menu. */
export interface MenuChoice {
  readonly label: string;
  readonly icon: IconName;
  /** Path of the page it navigates to. */
  readonly to?: string;
  readonly onChoose?: () => void;
  /** URL of the file it downloads. */
  readonly href?: string;
  /** A second line in small text. */
  readonly hint?: string;
  /** Whether it deletes something. */
  readonly danger?: boolean;
  /** Whether a separator precedes it. */
  readonly separatorBefore?: boolean;
}

const Item = styled.button<{ $danger?: boolean }>`
  display: flex;
  align-items: center;
  gap: 9px;
  width: 100%;
  min-height: max(34px, var(--control-sm));
  padding: 0 10px;
  border-radius: var(--r-sm);
  color: ${({ $danger }) => ($danger ? 'var(--danger-text)' : 'var(--ink)')};

  & > svg {
    color: ${({ $danger }) => ($danger ? 'inherit' : 'var(--ink-3)')};
  }
  &:hover,
  &:focus {
    background: var(--raised-hover);
  }
  ${insetFocus}
`;

const Words = styled.span`
  max-width: 250px;
  padding: 6px 0;
  line-height: 18px;

  & > small {
    display: block;
    ${fineText}
  }
`;

/** Separator before an item. */
const Rule = styled.hr`
  height: 1px;
  margin: 4px -4px;
  border: 0;
  background: var(--line);
`;

interface MenuItemProps extends MenuChoice {
  /** Called when the item is chosen. */
  readonly onClose: () => void;
}

/** An item of a menu: a link, a download or a button. */
function MenuItem({ label, icon, to, onChoose, href, hint, danger, separatorBefore, onClose }: MenuItemProps) {
  const choose = () => {
    onClose();
    onChoose?.();
  };
  const content = (
    <>
      <Icon name={icon} />
      {hint === undefined ? (
        label
      ) : (
        <Words>
          {label} <small>{hint}</small>
        </Words>
      )}
    </>
  );
  const props = { role: 'menuitem', tabIndex: -1, $danger: danger, onClick: choose, children: content };
  return (
    <>
      {separatorBefore && <Rule />}
      {href !== undefined && <Item as="a" href={href} download {...props} />}
      {to !== undefined && <Item as={Link} to={to} {...props} />}
      {href === undefined && to === undefined && <Item type="button" {...props} />}
    </>
  );
}

const rise = keyframes`
  from { opacity: 0; translate: 0 4px; }
`;

/** The box around the items. */
const Box = styled.div`
  position: fixed;
  z-index: var(--z-menu);
  overflow: auto;
  min-width: 200px;
  max-width: calc(100vw - 16px);
  max-height: min(70vh, 560px);
  padding: 4px;
  border-radius: 10px;
  background: var(--raised);
  box-shadow: var(--shadow-3);
  font-size: var(--text-sm);
  text-align: left;
  animation: ${rise} var(--t) var(--ease);
`;

/** Minimum distance in pixels between a menu and the edge of the window. */
const EDGE = 8;

/** Rectangle at which a menu opens, in pixels of the window; `end` aligns the right edges instead of the left ones. */
interface MenuAnchor {
  readonly rect: () => Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
  readonly gap: number;
  readonly end: boolean;
}

/** Positions a menu below its anchor, or above it if there is no space, inside the window. */
function positionAt(box: HTMLElement, { rect, gap, end }: MenuAnchor) {
  const { left, right, top, bottom } = rect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  const aligned = end ? right - width : left;
  const under = bottom + gap;
  const above = top - gap - height;
  box.style.left = `${Math.max(EDGE, Math.min(aligned, clientWidth - EDGE - width))}px`;
  box.style.top = `${under + height > clientHeight && above >= 0 ? above : under}px`;
}

/** Keeps a menu at its anchor while the page scrolls. */
function usePosition(box: RefObject<HTMLElement | null>, anchor: MenuAnchor) {
  const updatePosition = () => box.current && positionAt(box.current, anchor);
  useLayoutEffect(() => void updatePosition());
  useWindowEvent('resize', updatePosition);
  useWindowEvent('scroll', updatePosition);
}

/** Calls back on Esc anywhere, and on a pointer press outside the menu. */
function useDismissal(box: RefObject<HTMLElement | null>, onEscape: () => void, onOutside: (target: Node) => void) {
  useWindowEvent('pointerdown', ({ target }) => {
    if (target instanceof Node && box.current?.contains(target) === false) onOutside(target);
  });
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onEscape();
  });
}

/** Returns the item that a key moves to; undefined for any other key. A letter moves to the next item that begins with it. */
function itemForKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: readonly HTMLElement[]) {
  const current = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(current + 1) % items.length];
  if (key === 'ArrowUp') return items.at(current < 1 ? -1 : current - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const fromNext = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return fromNext.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}

interface MenuSheetProps {
  readonly id?: string;
  readonly ref?: RefObject<HTMLDivElement | null>;
  /** Accessible name: a text, or the id of its button. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly anchor: MenuAnchor;
  readonly items: readonly MenuChoice[];
  /** Whether to focus the first item, as after opening by a key. */
  readonly focused: boolean;
  /** Called when the menu was left by a key or an item was chosen; the caller restores the focus. */
  readonly onClose: () => void;
  readonly onOutside: (target: Node) => void;
  readonly onMouseEnter?: MouseEventHandler;
  readonly onMouseLeave?: MouseEventHandler;
}

/** An open menu. Arrows, Home, End and first letters move the focus; Esc and Tab close it. */
export function MenuSheet({
  id,
  label,
  labelledBy,
  anchor,
  items,
  focused,
  onClose,
  onOutside,
  ...rest
}: MenuSheetProps) {
  const own = useRef<HTMLDivElement>(null);
  const box = rest.ref ?? own;
  usePosition(box, anchor);
  useDismissal(box, onClose, onOutside);
  const elements = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => {
    if (focused) box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  }, [focused, box]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') return onClose();
    const item = itemForKey(event, elements());
    if (item === undefined) return;
    event.preventDefault();
    item.focus();
  };
  return (
    <Box {...rest} id={id} ref={box} role="menu" aria-label={label} aria-labelledby={labelledBy} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <MenuItem key={item.label} {...item} onClose={onClose} />
      ))}
    </Box>
  );
}
