import { type KeyboardEvent, type MouseEventHandler, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import styled, { keyframes } from 'styled-components';
import { useWindowEvent } from '../forms/useWindowEvent';
import { Icon, type IconName } from '../display/Icon';
import { Link } from '../display/Link';
import { fineText } from '../display/text';
import { insetFocus } from '../layout/spacing';

/** One thing to choose. */
export interface MenuChoice {
  readonly label: string;
  readonly icon: IconName;
  /** The page it goes to; else `onChoose` does something. */
  readonly to?: string;
  readonly onChoose?: () => void;
  /** A file that it downloads. */
  readonly href?: string;
  /** A second, quiet line. */
  readonly hint?: string;
  /** It takes something away. */
  readonly danger?: boolean;
  /** A rule stands before it. */
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
    overflow-wrap: anywhere;
    ${fineText}
  }
`;

/** Stands before an item that leaves or takes away. */
const Rule = styled.hr`
  height: 1px;
  margin: 4px -4px;
  border: 0;
  background: var(--line);
`;

interface MenuItemProps extends MenuChoice {
  /** Something was chosen. */
  readonly onClose: () => void;
}

/** A choice of a menu: it goes to a page, or does something. */
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

/** The raised sheet that the items stand on. */
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

/** Pixels between a menu and the edge of the window. */
const EDGE = 8;

/** What a menu opens at, in pixels of the window; its right edge is that of the anchor where `end` says so. */
interface MenuAnchor {
  readonly rect: () => Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
  readonly gap: number;
  readonly end: boolean;
}

/** Puts a menu under its anchor, or above it where there is no room, and inside the window. */
function put(box: HTMLElement, { rect, gap, end }: MenuAnchor) {
  const { left, right, top, bottom } = rect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const { clientWidth, clientHeight } = document.documentElement;
  const [under, above] = [bottom + gap, top - gap - height];
  box.style.left = `${Math.max(EDGE, Math.min(end ? right - width : left, clientWidth - EDGE - width))}px`;
  box.style.top = `${under + height > clientHeight && above >= 0 ? above : under}px`;
}

/** Keeps a menu at its anchor while the page scrolls. */
function usePlace(box: RefObject<HTMLElement | null>, anchor: MenuAnchor) {
  const place = () => box.current && put(box.current, anchor);
  useLayoutEffect(() => void place());
  useWindowEvent('resize', place);
  useWindowEvent('scroll', place);
}

/** Tells of Esc anywhere, and of a press outside the menu and its button. */
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

/** The item that a key leads to; undefined for any other key. A letter leads to the next item that begins with it. */
function itemFor({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: readonly HTMLElement[]) {
  const at = items.findIndex((item) => item === document.activeElement);
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at < 1 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length > 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const others = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return others.find(({ textContent }) => textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}

interface MenuSheetProps {
  readonly id?: string;
  readonly ref?: RefObject<HTMLDivElement | null>;
  /** What screen readers call it: a text, or the id of its button. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly anchor: MenuAnchor;
  readonly items: readonly MenuChoice[];
  /** Whether its first item takes the focus: when a key opened it. */
  readonly focused: boolean;
  /** It was left by a key, or something was chosen: the focus goes back. */
  readonly onClose: () => void;
  readonly onOutside: (target: Node) => void;
  readonly onMouseEnter?: MouseEventHandler;
  readonly onMouseLeave?: MouseEventHandler;
}

/** An open menu. Arrows, Home, End and first letters move; Esc and Tab leave it. */
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
  usePlace(box, anchor);
  useDismissal(box, onClose, onOutside);
  const elements = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  useEffect(() => {
    if (focused) box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  }, [focused, box]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') return onClose();
    const item = itemFor(event, elements());
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
