import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react';
import { type MenuChoice, MenuSheet } from './MenuSheet';

interface MenuButtonProps extends ComponentProps<'button'> {
  readonly ref?: Ref<HTMLButtonElement>;
}

interface MenuProps {
  /** Whether pointing at the button opens the menu, and leaving both closes it. */
  readonly hover?: boolean;
  /** Renders the button; everything it is given goes onto it. */
  readonly button: (props: MenuButtonProps) => ReactNode;
  readonly items: readonly MenuChoice[];
}

/** Milliseconds between pointing at the button and the menu, and between leaving both and its end (specification, section 9). */
const hoverDelay = { open: 100, close: 400 } as const;

/** How a menu was opened; a key takes the focus into it. */
type Open = false | 'hover' | 'press' | 'key';

/** What is to be done later, one thing at a time. */
function createTimer() {
  let timer: number | undefined;
  return (what: () => void, delay: number) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(what, delay);
  };
}

/** What pointing does, where it does something: each new wish takes the place of the one before. */
function useHover(enabled: boolean, onOpen: () => void, onClose: () => void) {
  const [later] = useState(createTimer);
  return enabled
    ? {
        onMouseEnter: () => later(onOpen, hoverDelay.open),
        onMouseLeave: () => later(onClose, hoverDelay.close),
      }
    : {};
}

const GAP = 6;

/** A button and the menu that it opens. A press on the button of a menu that pointing has opened keeps it open. */
export function Menu({ hover = false, button, items }: MenuProps) {
  const [open, setOpen] = useState<Open>(false);
  const ids = { button: useId(), menu: useId() };
  const place = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    place.current?.focus();
  };
  const leave = () => (sheet.current?.contains(document.activeElement) ? close() : setOpen(false));
  const pointing = useHover(hover, () => setOpen((now) => now || 'hover'), leave);
  // A click without a pointer is a key.
  const onClick = ({ detail }: MouseEvent) =>
    setOpen((now) => (now === 'press' || now === 'key' ? false : detail === 0 ? 'key' : 'press'));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen('key');
  };
  const anchor = { rect: () => place.current?.getBoundingClientRect() ?? new DOMRect(), gap: GAP, end: true };
  return (
    <>
      {button({
        ref: place,
        id: ids.button,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== false,
        'aria-controls': open === false ? undefined : ids.menu,
        onClick,
        onKeyDown,
        ...pointing,
      })}
      {open !== false && (
        <MenuSheet
          ref={sheet}
          id={ids.menu}
          labelledBy={ids.button}
          anchor={anchor}
          items={items}
          focused={open === 'key'}
          onClose={close}
          onOutside={(target) => place.current?.contains(target) === true || setOpen(false)}
          {...pointing}
        />
      )}
    </>
  );
}
