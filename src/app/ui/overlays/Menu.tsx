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
  /** Whether hovering the button opens the menu, and leaving both closes it. */
  readonly hover?: boolean;
  /** Renders the button, with the given properties. */
  readonly button: (props: MenuButtonProps) => ReactNode;
  readonly items: readonly MenuChoice[];
}

/** Delays in milliseconds before hovering opens the menu and before leaving closes it (specification, section 9). */
const hoverDelay = { open: 100, close: 400 } as const;

/** How a menu was opened; a key moves the focus into it. */
type Open = false | 'hover' | 'press' | 'key';

/** Returns the hover handlers of the button and the menu; each replaces what the other has scheduled. */
function useHover(onOpen: () => void, onClose: () => void) {
  const timer = useRef(0);
  const schedule = (callback: () => void, delay: number) => () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(callback, delay);
  };
  return { onMouseEnter: schedule(onOpen, hoverDelay.open), onMouseLeave: schedule(onClose, hoverDelay.close) };
}

const GAP = 6;

/** A button that opens a menu. Clicking the button of a menu that was opened by hovering keeps it open. */
export function Menu({ hover = false, button, items }: MenuProps) {
  const [open, setOpen] = useState<Open>(false);
  const ids = { button: useId(), menu: useId() };
  const buttonRef = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    buttonRef.current?.focus();
  };
  const leave = () => {
    if (sheet.current?.contains(document.activeElement)) close();
    else setOpen(false);
  };
  const hovering = useHover(() => setOpen((now) => now || 'hover'), leave);
  const hoverProps = hover ? hovering : {};
  const onClick = ({ detail }: MouseEvent) => {
    // Browsers set `detail` to 0 for a click by keyboard.
    const opened = detail === 0 ? 'key' : 'press';
    setOpen((now) => (now === 'press' || now === 'key' ? false : opened));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen('key');
  };
  const anchor = { rect: () => buttonRef.current?.getBoundingClientRect() ?? new DOMRect(), gap: GAP, end: true };
  return (
    <>
      {button({
        ref: buttonRef,
        id: ids.button,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== false,
        'aria-controls': open === false ? undefined : ids.menu,
        onClick,
        onKeyDown,
        ...hoverProps,
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
          onOutside={(target) => {
            if (buttonRef.current?.contains(target) !== true) setOpen(false);
          }}
          {...hoverProps}
        />
      )}
    </>
  );
}
