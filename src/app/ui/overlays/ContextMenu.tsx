import { type KeyboardEvent, useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { MenuChoice } from './MenuSheet';
import { MenuSheet } from './MenuSheet';

/** Pixels from the window's corner. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface ContextMenuProps {
  readonly place: MenuPlace;
  /** What it is about; screen readers say it. */
  readonly label: string;
  readonly items: readonly MenuChoice[];
  /** It was left, or something was chosen: the element that opened it takes the focus back. */
  readonly onClose: () => void;
}

const stayOnTab = (event: KeyboardEvent) => event.key === 'Tab' && event.preventDefault();

/** A menu at a place of the window, open as long as it is rendered: for what the other mouse button was pressed on. */
export function ContextMenu({ place: { x, y }, label, items, onClose }: ContextMenuProps) {
  const anchor = useMemo(() => ({ rect: () => new DOMRect(x, y), gap: 0, end: false }), [x, y]);
  const sheet = (
    <div onKeyDownCapture={stayOnTab}>
      <MenuSheet label={label} anchor={anchor} items={items} focused onClose={onClose} onOutside={onClose} />
    </div>
  );
  return createPortal(sheet, document.body);
}
